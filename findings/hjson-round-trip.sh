#!/bin/sh
# Guess: hjson.loads returns the plants that hjson.dumps was given: texts that look like numbers or words,
# outer blanks, quotes, braces, a # and line breaks.
#
# Needs PyPI, and Python 3.11 or later.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib hjson==3.1.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import hjson

NAMES = ["007", "1e5", "true", "null", " Fern ", '5" pot', "'Robusta'", "{Fern}", "# 1", "// 2", "Line\nbreak", "\nFern\n", "Tab\tname", "a, b", "5 pots", "", "-", "1.", "C:\\temp", "  a\n    b"]
for name in NAMES:
    text = hjson.dumps({"id": 9007199254740993, "name": name, "tag": None})
    back = hjson.loads(text)
    if dict(back) != {"id": 9007199254740993, "name": name, "tag": None}:
        print(repr(name), repr(text), dict(back))
print("done")
PYTHON

output=$(python3 run.py)
echo "$output"
