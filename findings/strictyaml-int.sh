#!/bin/sh
# Guess: strictyaml reads the id 007 as the integer 7 and "5" in quotes as 5, refuses 1_000, 0x1F, 5.0, 1e3 and an empty one, and keeps the names no, null, 12:30 and 1e3 as texts.
#
# Found, strictyaml 1.7.3: 1_000 is 1000. Ids above int64 are accepted, too. The rest is as guessed.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  strictyaml==1.7.3 python-dateutil==4.0.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from strictyaml import Int, Map, Str, YAMLError, load

for text in ["007", "'5'", "1_000", "0x1F", "5.0", "1e3", "", "+5", "-0", "9007199254740993", "9223372036854775808"]:
    try:
        print(text, repr(load(f"id: {text}\n", Map({"id": Int()})).data))
    except YAMLError as error:
        print(text, type(error).__name__)
for text in ["no", "null", "12:30", "1e3", "'quoted'", "a #b", "~"]:
    try:
        print(text, repr(load(f"name: {text}\n", Map({"name": Str()})).data))
    except YAMLError as error:
        print(text, type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
007 {'id': 7}
'5' {'id': 5}
1_000 {'id': 1000}
0x1F YAMLValidationError
5.0 YAMLValidationError
1e3 YAMLValidationError
 YAMLValidationError
+5 {'id': 5}
-0 {'id': 0}
9007199254740993 {'id': 9007199254740993}
9223372036854775808 {'id': 9223372036854775808}
no {'name': 'no'}
null {'name': 'null'}
12:30 {'name': '12:30'}
1e3 {'name': '1e3'}
'quoted' {'name': 'quoted'}
a #b {'name': 'a'}
~ {'name': '~'}
OUTPUT
)"
