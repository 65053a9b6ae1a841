#!/bin/sh
# Guess: msgpackr decodes an int64 (0xd3) of the value 5 to the number 5 and one above 2^53 to a
# bigint.
#
# Found, msgpackr 2.1.4: each int64 is a bigint, also the value 5, so the sender's encoding decides:
# 5 in one byte is a number, 5 in nine bytes is a bigint, which is not === 5 and makes JSON.stringify
# throw.
#
# Output: 05: number 5
#         d30000000000000005: bigint 5
#         d30020000000000001: bigint 9007199254740993
#         JSON.stringify: Do not know how to serialize a BigInt
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts msgpackr@2.1.4 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { unpack } from 'msgpackr'

for (const bytes of ['05', 'd30000000000000005', 'd30020000000000001']) {
  const id = unpack(Buffer.from(bytes, 'hex'))
  console.log(`${bytes}: ${typeof id} ${id}`)
}
try {
  JSON.stringify(unpack(Buffer.from('d30000000000000005', 'hex')))
} catch (error) {
  console.log(`JSON.stringify: ${error.message}`)
}
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '05: number 5
d30000000000000005: bigint 5
d30020000000000001: bigint 9007199254740993
JSON.stringify: Do not know how to serialize a BigInt'
