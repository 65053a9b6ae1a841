#!/bin/sh
# Guess: csv-split-stream keeps a record with a line break in quotes in one part.
#
# Found, csv-split-stream 1.0.2: it counts lines, so the record is cut in two. Each part gets the header,
# and an import of the parts sees an open quote at the end of one and a row of another shape in the next.
#
# Output: part 0: id,name / 1,Ivy / 2,"line 1
#         part 1: id,name / line 2" / 3,Moss
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts csv-split-stream@1.0.2 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { PassThrough, Readable } = require('node:stream')
const { text } = require('node:stream/consumers')
const csvSplitStream = require('csv-split-stream')

const parts = []
csvSplitStream
  .split(Readable.from([Buffer.from('id,name\n1,Ivy\n2,"line 1\nline 2"\n3,Moss\n')]), { lineLimit: 2 }, () => {
    const part = new PassThrough()
    parts.push(text(part))
    return part
  })
  .then(async () => {
    for (const [index, part] of parts.entries()) {
      console.log(`part ${index}: ${(await part).trimEnd().split('\n').join(' / ')}`)
    }
  })
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'part 0: id,name / 1,Ivy / 2,"line 1
part 1: id,name / line 2" / 3,Moss'
