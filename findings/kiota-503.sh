#!/bin/sh
# Guess: the default middleware of @microsoft/kiota-http-fetchlibrary sends a POST once if the answer
# is 503.
#
# Found, kiota-http-fetchlibrary 1.0.0-preview.109: it sends the POST four times after a 503, a 504 and a 429, also
# without Retry-After.
#
# Output: 429: 4 POSTs; 500: 1 POSTs; 503: 4 POSTs; 504: 4 POSTs
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts \
  @microsoft/kiota-http-fetchlibrary@1.0.0-preview.109 @microsoft/kiota-abstractions@1.0.0-preview.109 \
  >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { HttpClient } from '@microsoft/kiota-http-fetchlibrary'

let posts
let status
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => response.writeHead(status).end('{}'))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const results = []
for (status of [429, 500, 503, 504]) {
  posts = 0
  await new HttpClient().executeFetch(`http://127.0.0.1:${server.address().port}/plants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":5,"name":"Fern"}',
  })
  results.push(`${status}: ${posts} POSTs`)
}
console.log(results.join('; '))
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '429: 4 POSTs; 500: 1 POSTs; 503: 4 POSTs; 504: 4 POSTs'
