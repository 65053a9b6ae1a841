#!/bin/sh
# Guess: CleverCSV finds the comma and the double quote in a file of plants whose names are in single
# quotes, or have semicolons, and reads each cell exactly.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib clevercsv==0.8.5 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import clevercsv

FILES = {
    "single quotes": "id,name,tag\n1,'Robusta',indoor\n2,'Red Star',outdoor\n3,'Alba',indoor\n",
    "semicolons": "id,name,tag\n1,Fern; red,a; b\n2,Moss; green,c; d\n3,Ivy; old,e; f\n",
    "line break": 'id,name,tag\n1,"Line\nbreak",a\n2,"5"" pot",b\n3,Fern,\n',
    "slashes": "id,name,tag\n1,Fern/Moss,a/b\n2,Ivy/Rose,c/d\n3,Oak/Elm,e/f\n",
    "one column": "name\nAcer rubrum\nFicus elastica\nRosa alba\n",
}
for name, text in FILES.items():
    with open("plants.csv", "w", newline="") as file:
        file.write(text)
    print(name + ":", clevercsv.read_table("plants.csv"))
PYTHON

output=$(python3 run.py)
echo "$output"
