#!/bin/sh
# Guess: pyexcel saves a CSV file as CSV with the same cells: the names 007, 1e5, 2026-11-28, nan, 1_000,
# and the id 9007199254740993.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib pyexcel==0.7.6 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import pyexcel

open("plants.csv", "w").write("id,name,tag\n9007199254740993,007,1e5\n2,2026-11-28,nan\n3,1_000,1.50\n4, 5 ,28/11/26\n5,infinity,+5\n")
pyexcel.save_as(file_name="plants.csv", dest_file_name="out.csv")
print(open("out.csv").read())
PYTHON

output=$(python3 run.py)
echo "$output"
