#!/bin/sh
# Guess: DuckDB reads a CSV column of yes and no, and one of t and f, as texts.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib duckdb==2.0.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import duckdb

open("plants.csv", "w").write("id,name,tag,more,last\n1,t,yes,Y,on\n2,f,no,N,off\n")
print(duckdb.sql("describe from 'plants.csv'").fetchall())
duckdb.sql("copy (from 'plants.csv') to 'out.csv'")
print(open("out.csv").read())
PYTHON

output=$(python3 run.py)
echo "$output"
