#!/bin/sh
# Guess: tiny-json-http, told to follow redirects, sends a GET without a body to the target of a
# 302 and of a 303 after a POST.
#
# Found, tiny-json-http 7.5.1: it does not follow, and the promise resolves for a 301 and a 302 as for
# a 200. The result has a body and headers, but no status, so a POST that a proxy sends to its sign-in
# page looks like a created plant. A 303 and a 307 are rejected.
#
# Output: 200: resolved with body,headers
#         301: resolved with body,headers
#         302: resolved with body,headers
#         303: POST failed with: 303
#         307: POST failed with: 307
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts tiny-json-http@7.5.1 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const http = require('node:http')
const tiny = require('tiny-json-http')

let status
const server = http.createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(status, { location: '/sign-in' }).end())
})
server.listen(0, '127.0.0.1', async () => {
  for (status of [200, 301, 302, 303, 307]) {
    try {
      const result = await tiny.post({
        url: `http://127.0.0.1:${server.address().port}/plants`,
        data: { name: 'Fern' },
      })
      console.log(`${status}: resolved with ${Object.keys(result)}`)
    } catch (error) {
      console.log(`${status}: ${error.message}`)
    }
  }
  process.exit()
})
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '200: resolved with body,headers
301: resolved with body,headers
302: resolved with body,headers
303: POST failed with: 303
307: POST failed with: 307'
