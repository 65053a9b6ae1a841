#!/bin/sh
# Guess: `frictionless extract --json` keeps the names of a CSV file as texts: true, 2026-11-28, 12:30 and
# 007, and an id of int64 exactly.
#
# Found, Frictionless 5.21.0: a column of names becomes booleans, numbers, lists or objects, if all of its
# cells look so: 007 is 7, 1e5 is 1E+5 and [1] a list. Dates and times stay.
#
# Needs PyPI, and Python 3.11 or later. Seen with Python 3.11.7. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v python3 >/dev/null || exit 77
python3 -m pip install --quiet --no-cache-dir --no-deps --only-binary :all: --target lib \
  frictionless==5.21.0 annotated-doc==0.0.7 annotated-types==0.8.0 attrs==26.1.0 certifi==2026.10.19.post1 \
  chardet==7.7.0 charset-normalizer==3.5.3 humanize==4.17.0 idna==3.20 isodate==0.7.2 Jinja2==3.1.6 \
  jsonschema==4.26.0 jsonschema-specifications==2025.9.1 markdown-it-py==4.3.0 marko==2.2.4 MarkupSafe==3.0.4 \
  mdurl==0.1.2 petl==1.7.30 pydantic==2.14.4 pydantic_core==2.50.5 Pygments==2.21.0 python-dateutil==4.0.0 \
  python-slugify==9.2.0 PyYAML==6.0.4 referencing==0.37.0 requests==2.34.2 rfc3986==2.0.0 rich==15.0.0 \
  rpds-py==2026.9.1 shellingham==1.5.4 simpleeval==1.0.8 tabulate==0.10.0 text-unidecode==1.3 typer==0.29.2 \
  typing-inspection==0.4.5 typing_extensions==4.16.0 tzdata==2026.6 urllib3==2.8.0 validators==0.36.0 \
  >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import json
import subprocess
import sys

for name in ["true", "007", "1e5", "2026-11-28", "12:30", "[1]", "{}"]:
    with open("plants.csv", "w") as file:
        file.write(f'id,name\n9007199254740993,"{name}"\n')
    args = [sys.executable, "-m", "frictionless", "extract", "plants.csv", "--json"]
    found = subprocess.run(args, capture_output=True, text=True, check=True).stdout
    print(f"{name}: {json.loads(found)['plants'][0]}")
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
true: {'id': 9007199254740993, 'name': True}
007: {'id': 9007199254740993, 'name': 7}
1e5: {'id': 9007199254740993, 'name': '1E+5'}
2026-11-28: {'id': 9007199254740993, 'name': '2026-11-28'}
12:30: {'id': 9007199254740993, 'name': '12:30'}
[1]: {'id': 9007199254740993, 'name': [1]}
{}: {'id': 9007199254740993, 'name': {}}
OUTPUT
)"
