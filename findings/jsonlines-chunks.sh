#!/bin/sh
# Guess: jsonlines gives the same plants wherever the bytes of its input are cut into two chunks
# (in a character of two bytes, a doubled quote, CRLF, a number).
#
# Found, jsonlines 0.1.1: each chunk is decoded by itself, so a character whose bytes come in two chunks
# becomes two replacement characters. The line is valid JSON still, and no error is raised: the plant
# has another name. A file of more than one chunk (64 KiB from a disk) can be hit anywhere.
#
# Output: one chunk: Ficus × elastica
#         cut in the ×: Ficus ?? elastica
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts jsonlines@0.1.1 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Readable } = require('node:stream')
const jsonlines = require('jsonlines')

const line = Buffer.from('{"id":1,"name":"Ficus × elastica"}\n')
const read = (...chunks) =>
  new Promise((resolve, reject) => {
    const plants = []
    Readable.from(chunks)
      .pipe(jsonlines.parse())
      .on('data', (plant) => plants.push(plant.name.replaceAll('\ufffd', '?')))
      .on('error', reject)
      .on('end', () => resolve(plants.join()))
  })
;(async () => {
  const cut = line.indexOf('×') + 1
  console.log(`one chunk: ${await read(line)}`)
  console.log(`cut in the ×: ${await read(line.subarray(0, cut), line.subarray(cut))}`)
})()
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'one chunk: Ficus × elastica
cut in the ×: Ficus ?? elastica'
