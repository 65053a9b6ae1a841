#!/bin/sh
# Guess: json-bigint-patch leaves decimals alone: JSON.parse of 12345678901234567.5 gives a number.
#
# Found, json-bigint-patch 0.0.9: JSON.parse then throws on every number above 2^53 - 1 that is
# written with a fraction or an exponent, for it hands the text to BigInt(). JSON.stringify writes
# numbers from 1e21 on that way, so a document that it wrote cannot be read. 1e15 is read.
#
# Output: JSON.stringify wrote {"id":1e+21}; JSON.parse: Cannot convert 1e+21 to a BigInt
#         12345678901234567.5: Cannot convert 12345678901234567.5 to a BigInt
#         1e15: number 1000000000000000
#         9007199254740993: bigint 9007199254740993
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts json-bigint-patch@0.0.9 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const written = JSON.stringify({ id: 1e21 })
require('json-bigint-patch')
const read = (text) => {
  try {
    const value = JSON.parse(text)
    return `${typeof value} ${value}`
  } catch (error) {
    return error.message
  }
}
console.log(`JSON.stringify wrote ${written}; JSON.parse: ${read(written)}`)
for (const text of ['12345678901234567.5', '1e15', '9007199254740993']) console.log(`${text}: ${read(text)}`)
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'JSON.stringify wrote {"id":1e+21}; JSON.parse: Cannot convert 1e+21 to a BigInt
12345678901234567.5: Cannot convert 12345678901234567.5 to a BigInt
1e15: number 1000000000000000
9007199254740993: bigint 9007199254740993'
