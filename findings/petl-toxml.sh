#!/bin/sh
# Guess: petl.toxml escapes & and < in a name, and writes None as an empty element.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib petl==1.7.30 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import petl

rows = [["id", "name", "tag"], [9007199254740993, "Fern & Moss <10 cm", None]]
petl.toxml(rows, "plants.xml")
print(open("plants.xml").read())
PYTHON

output=$(python3 run.py)
echo "$output"
