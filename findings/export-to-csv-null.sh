#!/bin/sh
# Guess: export-to-csv writes three plants (a quote in the name and tag null; a comma in the name
# and no tag; a bigint id and a line break in the name) as RFC 4180 with all digits and with empty
# cells for null and for the missing tag.
#
# Found, export-to-csv 1.5.0: null becomes the quoted word "null", a missing property the empty string
# in quotes, and a bigint throws. A plant that has no tag gets the tag null when the file is imported.
#
# Output: "id","name","tag"
#         1,"Fern","null"
#         2,"Moss",""
#         bigint: UnsupportedDataFormatError
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts export-to-csv@1.5.0 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { asString, generateCsv, mkConfig } from 'export-to-csv'

const generate = generateCsv(mkConfig({ columnHeaders: ['id', 'name', 'tag'], useBom: false }))
const plants = [
  { id: 1, name: 'Fern', tag: null },
  { id: 2, name: 'Moss' },
]
console.log(asString(generate(plants)).trimEnd().replaceAll('\r', ''))
try {
  generate([{ id: 9007199254740993n, name: 'Ivy' }])
  console.log('bigint: written')
} catch (error) {
  console.log(`bigint: ${error.name}`)
}
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '"id","name","tag"
1,"Fern","null"
2,"Moss",""
bigint: UnsupportedDataFormatError'
