#!/bin/sh
# Guess: @actions/http-client follows a 303 after a POST with a GET, and without the body.
#
# Found, @actions/http-client 4.0.1: it sends the POST with its body again, after a 301, 302 and 303 as after a 307.
#
# Output: 301: POST {"id":5,"name":"Fern"}
#         302: POST {"id":5,"name":"Fern"}
#         303: POST {"id":5,"name":"Fern"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @actions/http-client@4.0.1 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { HttpClient } from '@actions/http-client'

let second
const server = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (request.url.startsWith('/plants/')) {
      response.writeHead(Number(request.url.slice(8)), { location: `http://${request.headers.host}/created` }).end()
    } else {
      second = `${request.method} ${body}`.trim()
      response.end('{}')
    }
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
for (const status of [301, 302, 303]) {
  const url = `http://127.0.0.1:${server.address().port}/plants/${status}`
  await new HttpClient().post(url, '{"id":5,"name":"Fern"}')
  console.log(`${status}: ${second}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '301: POST {"id":5,"name":"Fern"}
302: POST {"id":5,"name":"Fern"}
303: POST {"id":5,"name":"Fern"}'
