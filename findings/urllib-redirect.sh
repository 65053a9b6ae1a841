#!/bin/sh
# Guess: urllib, told to follow redirects, sends a GET without a body to the target of a 302 and of
# a 303 after a POST.
#
# Found, urllib 4.9.2 (the HTTP client of Egg): it sends the POST with its body again, also after a 303
# See Other, which says that the POST is done and asks for a GET. A service that answers a creation
# with 303 and the address of a list gets a second POST. Redirects are followed by default.
#
# Output: 301: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}
#         302: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}
#         303: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts urllib@4.9.2 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { request } from 'urllib'

let status
let log
const server = http.createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    log.push(`${request.method} ${request.url} ${body}`.trim())
    if (request.url === '/plants') response.writeHead(status, { location: '/done' })
    response.end('{}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
for (status of [301, 302, 303]) {
  log = []
  await request(`http://127.0.0.1:${server.address().port}/plants`, {
    method: 'POST',
    contentType: 'json',
    data: { name: 'Fern' },
  })
  console.log(`${status}: ${log.join(', ')}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '301: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}
302: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}
303: POST /plants {"name":"Fern"}, POST /done {"name":"Fern"}'
