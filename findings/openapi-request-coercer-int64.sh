#!/bin/sh
# Guess: openapi-request-coercer turns the int64 parameter 9007199254740993 into 9007199254740992,
# and leaves 1e3 as NaN or text.
#
# Found, openapi-request-coercer 12.1.3: 1e3 becomes 1000. A fraction is cut off, and an empty value
# becomes 0, so a validator behind it finds nothing to reject: id=1.9 is the plant 1, id= is the plant 0.
# Only text that starts with no number, or goes on after it, stays.
#
# Output: 9007199254740993: number 9007199254740992
#         1e3: number 1000
#         1.9: number 1
#         (empty): number 0
#         5 pot: string 5 pot
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts openapi-request-coercer@12.1.3 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const OpenAPIRequestCoercer = require('openapi-request-coercer').default

const coercer = new OpenAPIRequestCoercer({
  parameters: [{ in: 'query', name: 'id', schema: { type: 'integer', format: 'int64' } }],
})
for (const id of ['9007199254740993', '1e3', '1.9', '', '5 pot']) {
  const request = { query: { id } }
  coercer.coerce(request)
  console.log(`${id || '(empty)'}: ${typeof request.query.id} ${request.query.id}`)
}
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '9007199254740993: number 9007199254740992
1e3: number 1000
1.9: number 1
(empty): number 0
5 pot: string 5 pot'
