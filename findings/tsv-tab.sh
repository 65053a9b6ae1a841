#!/bin/sh
# Guess: the tsv package writes a tab in a name as an escape, and reads it back.
#
# Found, tsv 0.2.0: it writes the tab as it is, so the name is cut there when it is read, and what
# follows moves into the next column. null is an empty cell.
#
# Output: "id\tname\ttag\n1\tRed\tFern\tindoor"
#         {"3":"indoor","id":1,"name":"Red","tag":"Fern"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts tsv@0.2.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const TSV = require('tsv')

const written = TSV.stringify([{ id: 1, name: 'Red\tFern', tag: 'indoor' }])
console.log(JSON.stringify(written))
console.log(JSON.stringify(TSV.parse(written)[0]))
JS

output=$(node run.cjs)
printf '%s\n' "$output"
test "$output" = '"id\tname\ttag\n1\tRed\tFern\tindoor"
{"3":"indoor","id":1,"name":"Red","tag":"Fern"}'
