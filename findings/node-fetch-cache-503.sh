#!/bin/sh
# Guess: node-fetch-cache does not cache a POST, and does not cache a 503: each call sends a request.
#
# Found, node-fetch-cache 5.1.0: it caches both, without a limit of time. If a POST gets a 503, each later equal
# POST gets this 503, and none is sent.
#
# Output: 503 try 1, 503 try 1, 503 try 1; POSTs: 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts node-fetch-cache@5.1.0 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import fetch from 'node-fetch-cache'

let posts = 0
const server = http.createServer((request, response) => {
  posts += 1
  const text = `try ${posts}`
  request.resume().on('end', () => response.writeHead(posts === 1 ? 503 : 200).end(text))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const results = []
for (let call = 0; call < 3; call += 1) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/plants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"id":5,"name":"Fern"}',
  })
  results.push(`${response.status} ${await response.text()}`)
}
console.log(`${results.join(', ')}; POSTs: ${posts}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '503 try 1, 503 try 1, 503 try 1; POSTs: 1'
