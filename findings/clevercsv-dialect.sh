#!/bin/sh
# Guess: CleverCSV finds the comma and the double quote in a file of plants whose names are in single
# quotes, or have semicolons, and reads each cell exactly.
#
# Found, CleverCSV 0.8.5: names in single quotes lose them, because these are taken for the quote
# character, and a file with one column is split at the blanks. Semicolons in names do no harm.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  clevercsv==0.8.5 chardet==7.7.0 packaging==26.4 regex==2026.11.19 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import clevercsv

FILES = {
    "semicolons": "id,name,tag\n1,Fern; red,a; b\n2,Moss; green,c; d\n3,Ivy; old,e; f\n",
    "single quotes": "id,name,tag\n1,'Robusta',indoor\n2,'Red Star',outdoor\n3,'Alba',indoor\n",
    "one column": "name\nAcer rubrum\nFicus elastica\nRosa alba\n",
}
for name, text in FILES.items():
    with open("plants.csv", "w", newline="") as file:
        file.write(text)
    print(f"{name}: {clevercsv.read_table('plants.csv')}")
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
semicolons: [['id', 'name', 'tag'], ['1', 'Fern; red', 'a; b'], ['2', 'Moss; green', 'c; d'], ['3', 'Ivy; old', 'e; f']]
single quotes: [['id', 'name', 'tag'], ['1', 'Robusta', 'indoor'], ['2', 'Red Star', 'outdoor'], ['3', 'Alba', 'indoor']]
one column: [['name'], ['Acer', 'rubrum'], ['Ficus', 'elastica'], ['Rosa', 'alba']]
OUTPUT
)"
