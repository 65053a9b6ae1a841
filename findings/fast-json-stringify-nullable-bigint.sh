#!/bin/sh
# Guess: fast-json-stringify writes the bigint 9007199254740993n with all digits for type integer,
# for type [integer, null] and for anyOf of integer and null.
#
# Found, fast-json-stringify 7.3.10: only type integer (and nullable: true, as in OpenAPI 3.0) writes
# the digits. The forms of OpenAPI 3.1 for "or null" throw for every bigint, so a schema that was
# upgraded from 3.0 turns good responses into errors.
#
# Output: {"type":"integer"}: {"id":9007199254740993}
#         {"type":"integer","nullable":true}: {"id":9007199254740993}
#         {"type":["integer","null"]}: TypeError
#         {"anyOf":[{"type":"integer"},{"type":"null"}]}: TypeError
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts fast-json-stringify@7.3.10 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const fastJson = require('fast-json-stringify')

const integer = { type: 'integer' }
for (const id of [
  integer,
  { ...integer, nullable: true },
  { type: ['integer', 'null'] },
  { anyOf: [integer, { type: 'null' }] },
]) {
  const stringify = fastJson({ type: 'object', properties: { id } })
  let result
  try {
    result = stringify({ id: 9007199254740993n })
  } catch (error) {
    result = error.name
  }
  console.log(`${JSON.stringify(id)}: ${result}`)
}
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '{"type":"integer"}: {"id":9007199254740993}
{"type":"integer","nullable":true}: {"id":9007199254740993}
{"type":["integer","null"]}: TypeError
{"anyOf":[{"type":"integer"},{"type":"null"}]}: TypeError'
