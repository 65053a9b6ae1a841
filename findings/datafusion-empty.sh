#!/bin/sh
# Guess: DataFusion reads an empty cell of a text column as null, and a quoted one as an empty text.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib datafusion==55.0.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from datafusion import SessionContext

open("plants.csv", "w").write('id,name,tag\n1,Fern,a\n2,Moss,\n3,Ivy,""\n')
frame = SessionContext().read_csv("plants.csv")
print(frame.to_pydict())
PYTHON

output=$(python3 run.py)
echo "$output"
