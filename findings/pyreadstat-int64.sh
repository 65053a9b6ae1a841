#!/bin/sh
# Guess: pyreadstat.write_dta raises an error for a column of int64 with the id 9007199254740993, because
# Stata has no type for it.
#
# Found, pyreadstat 1.3.7: there is no error, and the id that is read back is 9007199254740992; the same in
# a SAS transport file.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  pyreadstat==1.3.7 pandas==3.1.1 narwhals==2.29.0 numpy==2.4.6 python-dateutil==4.0.0 tzdata==2026.6 \
  >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import pandas
import pyreadstat

frame = pandas.DataFrame({"id": [1, 9007199254740993], "name": ["Fern", "Moss"]})
pyreadstat.write_dta(frame, "plants.dta")
pyreadstat.write_xport(frame, "plants.xpt")
print("Stata:", pyreadstat.read_dta("plants.dta")[0].id.map(int).tolist())
print("SAS:", pyreadstat.read_xport("plants.xpt")[0].id.map(int).tolist())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
Stata: [1, 9007199254740992]
SAS: [1, 9007199254740992]
OUTPUT
)"
