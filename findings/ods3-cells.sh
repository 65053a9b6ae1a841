#!/bin/sh
# Guess: pyexcel-ods3 writes and reads the id 9007199254740993, the name 007, a text with outer blanks and a line break, and an empty cell exactly.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib pyexcel-ods3==0.6.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from pyexcel_ods3 import get_data, save_data

rows = [["id", "name", "tag"], [9007199254740993, "007", " Fern "], [2, "two\nlines", ""], [3, "a  b", "tab\there"], [4, "Ivy", None]]
save_data("plants.ods", {"plants": rows})
for row in get_data("plants.ods")["plants"]:
    print(row)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
