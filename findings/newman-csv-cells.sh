#!/bin/sh
# Guess: newman with --iteration-data puts the cells of a CSV file into the body as they are:
# 9007199254740993, 007, 1e3 and true.
#
# Found, newman 6.2.2: each cell that JavaScript can read as a number becomes one, also for a name. The id is
# rounded, the name 007 is 7, 1e3 is 1000, and 0x10 is even 0. Only quotes in the file keep a text.
#
# Output: {"id":9007199254740992,"name":"7","tag":"1000"}
#         {"id":6,"name":"0","tag":"1.50"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts newman@6.2.2 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import newman from 'newman'

writeFileSync('plants.csv', 'id,name,tag\n9007199254740993,007,1e3\n6,0x10,"1.50"\n')
const server = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    console.log(body)
    response.end('{}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const collection = {
  info: { name: 'Plants', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: [
    {
      name: 'Create',
      request: {
        method: 'POST',
        url: `http://127.0.0.1:${server.address().port}/plants`,
        header: [{ key: 'content-type', value: 'application/json' }],
        body: { mode: 'raw', raw: '{"id":{{id}},"name":"{{name}}","tag":"{{tag}}"}' },
      },
    },
  ],
}
newman.run({ collection, iterationData: 'plants.csv' }, () => process.exit())
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '{"id":9007199254740992,"name":"7","tag":"1000"}
{"id":6,"name":"0","tag":"1.50"}'
