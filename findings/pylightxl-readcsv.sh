#!/bin/sh
# Guess: pylightxl.readcsv keeps a quoted cell with a comma as one cell, and reads the name 007 as a text.
#
# Found, pylightxl 1.61: a quoted cell is split at its comma and keeps its quotes, 007 is the number 7, and
# true a boolean.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
export PYTHONPATH="$dir/lib"
pip='python3 -m pip install --quiet --no-cache-dir --no-deps --target lib'
$pip setuptools==80.9.0 >/dev/null 2>&1 && $pip --no-build-isolation pylightxl==1.61 >/dev/null 2>&1 || exit 77

cat >run.py <<'PYTHON'
import pylightxl

with open("plants.csv", "w") as file:
    file.write('id,name,tag\n9007199254740993,"Red, Fern",a\n2,007,b\n3,"5"" pot",true\n')
database = pylightxl.readcsv("plants.csv")
for row in database.ws(ws=database.ws_names[0]).rows:
    print(row)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
['id', 'name', 'tag', '']
[9007199254740993, '"Red', ' Fern"', 'a']
[2, 7, 'b', '']
[3, '"5"" pot"', True, '']
OUTPUT
)"
