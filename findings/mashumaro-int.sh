#!/bin/sh
# Guess: mashumaro calls int() for an id: "5" is 5, 5.9 is 5 and true is 1; null is an error, and so is a name that is a number.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --only-binary :all: --target lib mashumaro==3.23 >/dev/null 2>&1 || exit 77
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
