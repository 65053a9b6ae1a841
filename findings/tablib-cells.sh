#!/bin/sh
# Guess: tablib reads all cells of a CSV file as texts, writes them back exactly, with a line break and outer blanks in a name, and writes None as an empty cell and as null in JSON; a row with fewer cells is an error.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib tablib==3.10.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import tablib

text = 'id,name,tag\n9007199254740993," Fern\nred ",007\n2,"5"" pot",\n'
data = tablib.Dataset().load(text, format="csv")
print(data.dict)
print(repr(data.export("csv")))
print(data.export("json"))
for rows in ["id,name,tag\n1,Fern\n", "id,name,tag\n1,Fern,a,b\n", "id,name\n1,Fern\n\n2,Moss\n"]:
    try:
        print(tablib.Dataset().load(rows, format="csv").dict)
    except Exception as error:
        print(type(error).__name__, error)
data = tablib.Dataset([2**53 + 1, "Fern", None], headers=["id", "name", "tag"])
print(data.export("csv"), data.export("json"), data.export("yaml") if False else "")
data = tablib.Dataset().load('[{"id":9007199254740993,"name":"Fern"},{"name":"Moss","id":2,"tag":"a"}]', format="json")
print(data.dict)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
