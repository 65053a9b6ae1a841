#!/bin/sh
# Guess: to-csv writes three plants (a quote in the name and tag null; a comma in the name and no
# tag; a bigint id and a line break in the name) as RFC 4180 with all digits and with empty cells
# for null and for the missing tag.
#
# Found, to-csv 0.1.1: a quote is written as a backslash and a quote, as in JSON. A reader of RFC 4180
# ends the cell there: the rest of the name is an error, or it is lost. null and undefined are empty.
#
# Output: id,name
#         1,"5\" pot"
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts to-csv@0.1.1 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const toCSV = require('to-csv')

console.log(toCSV([{ id: 1, name: '5" pot' }]).trimEnd().replaceAll('\r', ''))
JS

output=$(node run.cjs)
printf '%s\n' "$output"
test "$output" = 'id,name
1,"5\" pot"'
