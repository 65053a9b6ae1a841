#!/bin/sh
# Guess: polars.read_csv reads a column whose cells are all quoted digits ("007") as texts.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib polars==2.1.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import polars

open("plants.csv", "w").write('"id","name","tag"\n"1","Fern","007"\n"2","Moss","008"\n')
frame = polars.read_csv("plants.csv")
print(frame.schema)
print(frame.write_csv())
PYTHON

output=$(python3 run.py)
echo "$output"
