#!/bin/sh
# Guess: csv-diff with --key=id finds the one changed tag of a file whose names have semicolons, and
# reports only it.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib csv-diff==1.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys

rows = ["1,Fern; red,a; b", "2,Moss; green,c; d", "3,Ivy; old,e; f"]
open("a.csv", "w").write("\n".join(["id,name,tag", *rows]) + "\n")
rows[1] = "2,Moss; green,c; x"
open("b.csv", "w").write("\n".join(["id,name,tag", *rows]) + "\n")
script = "from csv_diff.cli import cli; cli()"
done = subprocess.run([sys.executable, "-c", script, "a.csv", "b.csv", "--key=id"], capture_output=True, text=True)
print(done.returncode, done.stdout, done.stderr)
PYTHON

output=$(python3 run.py)
echo "$output"
