#!/bin/sh
# Guess: DataFusion reads an empty cell of a text column as null, and a quoted one as an empty text.
#
# Found, DataFusion 55.0.0: both are null.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  datafusion==55.0.0 cloudpickle==3.1.3 pyarrow==26.0.1 typing_extensions==4.16.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from datafusion import SessionContext

with open("plants.csv", "w") as file:
    file.write('id,name,tag\n1,Fern,a\n2,Moss,\n3,Ivy,""\n')
print(SessionContext().read_csv("plants.csv").to_pydict()["tag"])
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
['a', None, None]
OUTPUT
)"
