#!/bin/sh
# Guess: fread of the Python package datatable keeps the tags 007 and 008, and the names N/A and null, in a
# CSV that it writes with to_csv.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib datatable==1.1.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import datatable

open("plants.csv", "w").write("id,name,tag\n9007199254740993,N/A,007\n2,null,008\n3,Fern,009\n4,Moss,\n")
frame = datatable.fread("plants.csv")
print(frame.stypes)
print(frame.to_csv())
PYTHON

output=$(python3 run.py)
echo "$output"
