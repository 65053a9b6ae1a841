#!/bin/sh
# Guess: convert-array-to-csv writes three plants (a quote in the name and tag null; a comma in the
# name and no tag; a bigint id and a line break in the name) as RFC 4180 with all digits and with
# empty cells for null and for the missing tag.
#
# Found, convert-array-to-csv 2.0.0: null is an empty cell in quotes, but a missing property has no cell at all.
# The row is then shorter than the header, and if the property is not the last one, the cells after it
# move to the left: a plant without a name gets its tag as the name.
#
# Output: id,name,tag
#         1,Fern,""
#         2,Moss
#         3,indoor
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts convert-array-to-csv@2.0.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { convertArrayToCSV } = require('convert-array-to-csv')

const plants = [
  { id: 1, name: 'Fern', tag: null },
  { id: 2, name: 'Moss' },
  { id: 3, tag: 'indoor' },
]
console.log(convertArrayToCSV(plants).trimEnd())
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'id,name,tag
1,Fern,""
2,Moss
3,indoor'
