#!/bin/sh
# Guess: slow-json-stringify writes null as null for attr('string') and for attr('number').
#
# Found, slow-json-stringify 2.0.1: for attr('string'), null becomes the string "null". And after one
# plant without a tag, each plant with a tag is invalid JSON: the quote at its end is missing.
#
# Output: {"id":1,"name":"Fern","tag":"null"}
#         {"id":2,"name":"Fern","tag":"indoor"}
#         {"id":3,"name":"Fern"}
#         {"id":4,"name":"Fern","tag":"indoor}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts slow-json-stringify@2.0.1 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { attr, sjs } = require('slow-json-stringify')

const stringify = sjs({ id: attr('number'), name: attr('string'), tag: attr('string') })
console.log(stringify({ id: 1, name: 'Fern', tag: null }))
console.log(stringify({ id: 2, name: 'Fern', tag: 'indoor' }))
console.log(stringify({ id: 3, name: 'Fern' }))
console.log(stringify({ id: 4, name: 'Fern', tag: 'indoor' }))
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '{"id":1,"name":"Fern","tag":"null"}
{"id":2,"name":"Fern","tag":"indoor"}
{"id":3,"name":"Fern"}
{"id":4,"name":"Fern","tag":"indoor}'
