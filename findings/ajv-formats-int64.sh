#!/bin/sh
# Guess: Ajv with ajv-formats rejects 1e19 for type integer with format int64, as it rejects
# 3000000000 for int32.
#
# Found, ajv-formats 3.0.1 with Ajv 8.20.0: it checks the range for int32 only. For int64, each integer is valid,
# also 2^63 and 1e300.
#
# Output: int32: 2147483647 valid, 3000000000 not valid
#         int64: 9223372036854775808 valid, 1e19 valid, 1e300 valid, 1.5 not valid
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts ajv@8.20.0 ajv-formats@3.0.1 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Ajv } = require('ajv')
const addFormats = require('ajv-formats')

const ajv = new Ajv()
addFormats(ajv)
const texts = { int32: ['2147483647', '3000000000'], int64: ['9223372036854775808', '1e19', '1e300', '1.5'] }
for (const [format, numbers] of Object.entries(texts)) {
  const validate = ajv.compile({ type: 'integer', format })
  const results = numbers.map((text) => `${text} ${validate(JSON.parse(text)) ? 'valid' : 'not valid'}`)
  console.log(`${format}: ${results.join(', ')}`)
}
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'int32: 2147483647 valid, 3000000000 not valid
int64: 9223372036854775808 valid, 1e19 valid, 1e300 valid, 1.5 not valid'
