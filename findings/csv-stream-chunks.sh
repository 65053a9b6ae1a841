#!/bin/sh
# Guess: csv-stream gives the same plants wherever the bytes of its input are cut into two chunks
# (in a character of two bytes, a doubled quote, CRLF, a number).
#
# Found, csv-stream 0.2.0 with escapeChar and enclosedChar set: if a chunk ends between the two quotes
# of a doubled quote, the quote is lost, without an error. The size of the chunks decides, so the same
# file gives other names from a disk and from a network.
#
# Output: one chunk: 5" pot
#         1,"5" | " pot": 5 pot
#         1,"5"" | pot": 5" pot
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts csv-stream@0.2.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Readable } = require('node:stream')
const csvStream = require('csv-stream')

const read = (...chunks) =>
  new Promise((resolve, reject) => {
    const plants = []
    Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
      .pipe(csvStream.createStream({ escapeChar: '"', enclosedChar: '"' }))
      .on('data', (plant) => plants.push(plant.name))
      .on('error', reject)
      .on('end', () => resolve(plants.join()))
  })
;(async () => {
  console.log(`one chunk: ${await read('id,name\n1,"5"" pot"\n')}`)
  console.log(`1,"5" | " pot": ${await read('id,name\n1,"5"', '" pot"\n')}`)
  console.log(`1,"5"" | pot": ${await read('id,name\n1,"5""', ' pot"\n')}`)
})()
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'one chunk: 5" pot
1,"5" | " pot": 5 pot
1,"5"" | pot": 5" pot'
