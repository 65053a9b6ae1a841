#!/bin/sh
# Guess: polars.read_csv reads a column whose cells are all quoted digits ("007") as texts.
#
# Found, polars 2.1.0: the quotes do not count. The tag "007" is the number 7, and write_csv writes 7.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  polars==2.1.0 polars-runtime-32==2.1.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import polars

with open("plants.csv", "w") as file:
    file.write('"id","name","tag"\n"1","Fern","007"\n"2","Moss","008"\n')
print(polars.read_csv("plants.csv").write_csv().strip())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
id,name,tag
1,Fern,7
2,Moss,8
OUTPUT
)"
