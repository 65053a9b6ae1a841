#!/bin/sh
# Guess: Python's dict2xml writes a tag that is None as an empty element or leaves it out, a name with &,
# < and quotes so that an XML parser reads the same, and each plant of a list as an element with
# its keys.
#
# Found, dict2xml 1.7.2: a tag that is None is the text None. The second line of a name with a line break is
# indented like the element, so the name that an XML parser reads has spaces more. With newlines=False, the
# name is right, but None stays. Special characters are right.
#
# Output: {"id": "5", "name": "A & B <c>", "tag": "None"}
#         {"id": "6", "name": "line 1\n    line 2", "tag": "x"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download python3-dict2xml=1.7.2-2 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export PYTHONPATH="$dir/usr/lib/python3/dist-packages"

cat >run.py <<'PYTHON'
import json
from xml.etree import ElementTree
from dict2xml import dict2xml

plants = [
    {'id': 5, 'name': 'A & B <c>', 'tag': None},
    {'id': 6, 'name': 'line 1\nline 2', 'tag': 'x'},
]
for plant in ElementTree.fromstring(dict2xml({'plants': {'plant': plants}})):
    print(json.dumps({cell.tag: cell.text for cell in plant}))
PYTHON

output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = '{"id": "5", "name": "A & B <c>", "tag": "None"}
{"id": "6", "name": "line 1\n    line 2", "tag": "x"}'
