#!/bin/sh
# Guess: msgspec refuses the ids 5.0, 1e3, "5" and true for an int, and accepts 9223372036854775808.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib msgspec==0.23.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import msgspec


class Plant(msgspec.Struct):
    id: int


for id in ["5.0", "1e3", "5.5", '"5"', "true", "-0", "9223372036854775808", "18446744073709551616", "1" + "0" * 40]:
    try:
        print(id, repr(msgspec.json.decode('{"id":%s}' % id, type=Plant).id))
    except msgspec.ValidationError as error:
        print(id, error)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
