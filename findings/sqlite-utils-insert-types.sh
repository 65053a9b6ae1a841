#!/bin/sh
# Guess: `sqlite-utils insert --csv` makes text columns, so that the tag 007 and the id 9223372036854775808
# stay as they are, unless --detect-types is given.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib sqlite-utils==4.2.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import sqlite3
import subprocess
import sys

open("plants.csv", "w").write("id,name,tag\n1,Fern,007\n9223372036854775807,Moss,008\n3,Ivy,\n")
run = [sys.executable, "-m", "sqlite_utils", "insert", "plants.db", "plants", "plants.csv", "--csv"]
subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
for row in sqlite3.connect("plants.db").execute("select id, typeof(id), tag, typeof(tag) from plants"):
    print(row)
PYTHON

output=$(python3 run.py)
echo "$output"
