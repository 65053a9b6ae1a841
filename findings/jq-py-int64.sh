#!/bin/sh
# Guess: the Python binding jq returns the exact id for first(), because its jq (1.7 or later) keeps the
# digits of a number that no filter changes.
#
# Found, jq 1.13.0: the id is 9007199254740992, also in text().
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  jq==1.13.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import jq

found = jq.compile(".id").input_text('{"id":9007199254740993}')
print("first():", found.first())
print("text():", found.text())
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
first(): 9007199254740992
text(): 9007199254740992
OUTPUT
)"
