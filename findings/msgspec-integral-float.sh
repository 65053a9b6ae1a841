#!/bin/sh
# Guess: msgspec refuses 1.0 and 1e2 for a field of type int, and takes 9223372036854775808 as an int.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib msgspec==0.22.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import msgspec

class Plant(msgspec.Struct):
    id: int
    name: str

for id in ["5", "1.0", "1e2", "9007199254740993.0", "9223372036854775808", "18446744073709551616", "1.5"]:
    try:
        print(id, msgspec.json.decode('{"id":%s,"name":"Fern"}' % id, type=Plant).id)
    except msgspec.ValidationError as error:
        print(id, error)
PYTHON

output=$(python3 run.py)
echo "$output"
