#!/bin/sh
# Guess: daff patch, with the output of daff diff of two CSV files, writes the rows of the second file: a
# changed name `NULL`, one with an arrow, one with a line break, and a 19-digit id.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib daff==1.4.2 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import csv
import subprocess
import sys

def write(name, rows):
    with open(name, "w", newline="") as file:
        csv.writer(file).writerows([["id", "name", "tag"], *rows])

before = [["1", "Fern", "a"], ["2", "Moss", ""], ["3", "Ivy", "c"], ["4", "Rose", "d"], ["9223372036854775807", "Palm", "e"]]
after = [["1", "NULL", "a"], ["2", "Moss", "b"], ["3", "Ivy->Hedera", "c"], ["4", "Rose\nred", ""], ["9223372036854775807", "Palm", ""]]
write("a.csv", before)
write("b.csv", after)
daff = [sys.executable, "-m", "daff"]
subprocess.run([*daff, "diff", "--output", "patch.csv", "a.csv", "b.csv"], check=True)
print(open("patch.csv").read())
subprocess.run([*daff, "patch", "--output", "c.csv", "a.csv", "patch.csv"], check=True)
for wanted, got in zip(after, list(csv.reader(open("c.csv", newline="")))[1:]):
    print("equal" if wanted == got else f"{wanted} became {got}")
PYTHON

output=$(python3 run.py)
echo "$output"
