#!/bin/sh
# Guess: petl.toxml escapes & and < in a name, and writes None as an empty element.
#
# Found, petl 1.7.30: & and < are written as they are, so that the file is not XML, and None is the text
# None.
#
# Needs PyPI, and Python 3.11 or later. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m pip install --quiet --no-cache-dir --target lib petl==1.7.30 >/dev/null 2>&1 || exit 77
export PYTHONPATH="$dir/lib"

cat >run.py <<'PYTHON'
import xml.etree.ElementTree

import petl

petl.toxml([["id", "name", "tag"], [9007199254740993, "Fern & Moss <10 cm", None]], "plants.xml")
print(open("plants.xml").read().strip())
try:
    xml.etree.ElementTree.parse("plants.xml")
except xml.etree.ElementTree.ParseError as error:
    print("ParseError:", error)
PYTHON
output=$(python3 run.py)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
<?xml version="1.0" encoding="UTF-8"?>
<table><thead>
 <tr><th>id</th><th>name</th><th>tag</th></tr>
</thead><tbody>
 <tr><td>9007199254740993</td><td>Fern & Moss <10 cm</td><td>None</td></tr>
</tbody></table>
ParseError: not well-formed (invalid token): line 5, column 40
OUTPUT
)"
