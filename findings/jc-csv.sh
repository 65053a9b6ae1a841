#!/bin/sh
# Guess: `jc --csv` reads a file of plants exactly: names with semicolons, quotes, a line break, and an id
# as its digits.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib jc==1.26.1 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import jc

FILES = {
    "semicolons": "id,name,tag\n1,Fern; red,a; b\n2,Moss; green,c; d\n3,Ivy; old,e; f\n",
    "quotes": 'id,name,tag\n9007199254740993,"5"" pot",a\n2,"Line\nbreak",b\n3, Fern ,\n',
    "spaces": "id,name,tag\n1,Acer rubrum,a b\n2,Ficus elastica,c d\n3,Rosa alba,e f\n",
}
for name, text in FILES.items():
    print(name + ":", jc.parse("csv", text))
PYTHON

output=$(python3 run.py)
echo "$output"
