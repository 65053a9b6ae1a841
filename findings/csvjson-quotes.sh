#!/bin/sh
# Guess: csvjson with quote and delimiter set reads every cell of a header and four RFC 4180 rows
# (a doubled quote, outer spaces in quotes, a line break in quotes, no line break at the end of the
# file, an empty cell) exactly.
#
# Found, csvjson 5.1.0: with its quote option, a doubled quote splits the cell and only what follows
# the last one is left, a line break in quotes makes two records, and outer spaces are cut off. Nothing
# is reported: the plant "5"" pot" is created as "pot", and """Red""" without a name.
#
# Output: [{"id":"1","name":"pot","tag":""},{"id":"2","name":"Fern","tag":"a,b"},{"id":"3","name":"line 1",
#         "tag":""},{"id":"","name":"","tag":""},{"id":"4","name":"","tag":"x"}]
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts csvjson@5.1.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const csvjson = require('csvjson')

const rows = ['id,name,tag', '1,"5"" pot",', '2," Fern ","a,b"', '3,"line 1\r\nline 2",""', '4,"""Red""",x']
console.log(JSON.stringify(csvjson.toObject(rows.join('\r\n'), { delimiter: ',', quote: '"' })))
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '[{"id":"1","name":"pot","tag":""},{"id":"2","name":"Fern","tag":"a,b"},{"id":"3","name":"line 1","tag":""},{"id":"","name":"","tag":""},{"id":"4","name":"","tag":"x"}]'
