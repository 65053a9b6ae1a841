#!/bin/sh
# Guess: openapi-down-convert turns type [integer, null] with exclusiveMinimum 0 into type integer,
# nullable true, minimum 0, exclusiveMinimum true.
#
# Found, openapi-down-convert 0.14.2: it adds nullable, but exclusiveMinimum stays the number 0, which
# OpenAPI 3.0 does not allow (it has a boolean beside minimum). {"type": "null"} in a oneOf stays, too.
# The header says 3.0.3, and nothing is reported.
#
# Output: 3.0.3
#         {"type":"integer","format":"int64","exclusiveMinimum":0,"nullable":true}
#         {"oneOf":[{"type":"string"},{"type":"null"}]}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts \
  @apiture/openapi-down-convert@0.14.2 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Converter } = require('@apiture/openapi-down-convert')

const { openapi, components } = new Converter({
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1' },
  paths: {},
  components: {
    schemas: {
      Id: { type: ['integer', 'null'], format: 'int64', exclusiveMinimum: 0 },
      Tag: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    },
  },
}).convert()
console.log(openapi)
for (const schema of Object.values(components.schemas)) console.log(JSON.stringify(schema))
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '3.0.3
{"type":"integer","format":"int64","exclusiveMinimum":0,"nullable":true}
{"oneOf":[{"type":"string"},{"type":"null"}]}'
