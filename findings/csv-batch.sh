#!/bin/sh
# Guess: csv-batch, with a header and default options, gives each cell of an RFC 4180 file exactly as a
# string (a doubled quote, outer spaces in quotes, a line break in quotes, an empty cell, the last
# row without a line break), wherever the bytes are cut into two chunks.
#
# Found, csv-batch 2.0.6: read in one chunk, each cell is exact. If the CR and the LF of a line break come
# in two chunks, there is a row more, whose id is empty. A doubled quote that is cut loses its quote. No error
# is reported. A file of more than one chunk (64 KiB from a disk) can be hit anywhere.
#
# Output: one chunk: {"id":"1","name":"Fern"} {"id":"2","name":"5\" pot"}
#         cut in CRLF: {"id":"1","name":"Fern"} {"id":""} {"id":"2","name":"5\" pot"}
#         cut in the doubled quote: {"id":"1","name":"Fern"} {"id":"2","name":"5 pot"}
#         errors: 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts csv-batch@2.0.6 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Readable } = require('node:stream')
const csvBatch = require('csv-batch')

const csv = Buffer.from('id,name\r\n1,Fern\r\n2,"5"" pot"\r\n')
let errors = 0
const read = async (...chunks) => {
  const result = await csvBatch(Readable.from(chunks))
  errors += result.errors.length
  return result.data.map((plant) => JSON.stringify(plant)).join(' ')
}
const cutAfter = (text) => {
  const cut = csv.indexOf(text) + text.length
  return read(csv.subarray(0, cut), csv.subarray(cut))
}
;(async () => {
  console.log(`one chunk: ${await read(csv)}`)
  console.log(`cut in CRLF: ${await cutAfter('Fern\r')}`)
  console.log(`cut in the doubled quote: ${await cutAfter('"5"')}`)
  console.log(`errors: ${errors}`)
})()
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'one chunk: {"id":"1","name":"Fern"} {"id":"2","name":"5\" pot"}
cut in CRLF: {"id":"1","name":"Fern"} {"id":""} {"id":"2","name":"5\" pot"}
cut in the doubled quote: {"id":"1","name":"Fern"} {"id":"2","name":"5 pot"}
errors: 0'
