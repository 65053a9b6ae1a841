#!/bin/sh
# Guess: pyreadstat.write_dta raises an error for a column of int64 with the id 9007199254740993, because
# Stata has no type for it.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib pyreadstat==1.3.7 pandas==3.1.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import pandas
import pyreadstat

frame = pandas.DataFrame({"id": [1, 9007199254740993], "name": ["Fern", "Moss"]})
for write, read, file in [
    (pyreadstat.write_dta, pyreadstat.read_dta, "plants.dta"),
    (pyreadstat.write_xport, pyreadstat.read_xport, "plants.xpt"),
]:
    try:
        write(frame, file)
        back = read(file)[0]
        print(file, back.iloc[:, 0].map(int).tolist())
    except Exception as error:
        print(file, type(error).__name__, error)
PYTHON

output=$(python3 run.py)
echo "$output"
