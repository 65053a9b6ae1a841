#!/bin/sh
# Guess: visidata in batch mode (vd -b plants.csv -o out.jsonl) writes each cell as a text: the id "9007199254740993", the tag "007", and an empty cell as an empty text.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib visidata==3.4 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys

with open("plants.csv", "w") as file:
    file.write('id,name,tag\n9007199254740993," Fern\nred ",007\n2,"5"" pot",\n3,Ivy,null\n')
for out in ["out.jsonl", "out.json", "out.tsv", "out.csv"]:
    args = [sys.executable, "-m", "visidata", "-N", "-b", "plants.csv", "-o", out]
    done = subprocess.run(args, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60)
    try:
        print(out, repr(open(out, newline="").read()))
    except OSError:
        print(out, done.stderr[-500:])
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
