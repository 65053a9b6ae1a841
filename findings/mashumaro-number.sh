#!/bin/sh
# Guess: mashumaro calls int() for an id: "5" is 5, 5.9 is 5 and true is 1; null is an error, and so is a name that is a number.
#
# Found, mashumaro 3.23: the ids are so, but a name or a tag that is a number becomes a text, without an error.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  mashumaro==3.23 typing_extensions==4.16.0 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
from dataclasses import dataclass
from typing import Optional

from mashumaro.mixins.json import DataClassJSONMixin


@dataclass
class Plant(DataClassJSONMixin):
    id: int
    name: str = "Fern"
    tag: Optional[str] = None


for fields in ['"id":"5"', '"id":5.9', '"id":true', '"id":null', '"id":5,"name":7', '"id":5,"tag":7']:
    try:
        print(fields, Plant.from_json("{%s}" % fields))
    except Exception as error:
        print(fields, type(error).__name__)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
"id":"5" Plant(id=5, name='Fern', tag=None)
"id":5.9 Plant(id=5, name='Fern', tag=None)
"id":true Plant(id=1, name='Fern', tag=None)
"id":null InvalidFieldValue
"id":5,"name":7 Plant(id=5, name='7', tag=None)
"id":5,"tag":7 Plant(id=5, name='Fern', tag='7')
OUTPUT
)"
