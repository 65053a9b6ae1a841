#!/bin/sh
# Guess: `csvstat --max` prints the highest id exactly, with or without separators of thousands.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib csvkit==2.2.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import subprocess
import sys

open("plants.csv", "w").write("id,name\n1,Fern\n9007199254740993,Moss\n")
for option in [["--max"], ["--sum"], ["--max", "--no-grouping-separator"], ["--json"]]:
    done = subprocess.run([sys.executable, "-m", "csvkit.utilities.csvstat", "-c", "id", *option, "plants.csv"] if option == ["--json"] else [sys.executable, "-m", "csvkit.utilities.csvstat", "-c", "id", *option, "plants.csv"], capture_output=True, text=True)
    print(option, done.stdout.strip(), done.stderr[-300:])
PYTHON

output=$(python3 run.py)
echo "$output"
