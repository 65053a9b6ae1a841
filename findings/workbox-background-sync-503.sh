#!/bin/sh
# Guess: the queue of workbox-background-sync keeps a POST whose replay got a 503, and sends it again
# at the next replay.
#
# Found, workbox-background-sync 7.4.1: it deletes the POST after any response, also after a 503 or a 429. Only
# one without a response is kept.
#
# Output: 503: POSTs 1, left 0; 429: POSTs 1, left 0; no response: POSTs 1, left 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts workbox-background-sync@7.4.1 \
  workbox-core@7.4.1 fake-indexeddb@6.2.8 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { runInThisContext } from 'node:vm'

// The two names of a service worker that the library reads.
globalThis.self = globalThis
globalThis.registration = { scope: 'http://127.0.0.1/' }
for (const name of ['core', 'background-sync']) {
  runInThisContext(readFileSync(`node_modules/workbox-${name}/build/workbox-${name}.prod.js`, 'utf8'))
}

let status
let posts
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => {
    if (status === 0) request.socket.destroy()
    else response.writeHead(status).end('{}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const results = []
for (status of [503, 429, 0]) {
  posts = 0
  const queue = new workbox.backgroundSync.Queue(`plants ${status}`, { forceSyncFallback: true })
  const body = '{"id":5,"name":"Fern"}'
  const url = `http://127.0.0.1:${server.address().port}/plants`
  await queue.pushRequest({ request: new Request(url, { method: 'POST', body }) })
  await queue.replayRequests().catch(() => undefined)
  results.push(`${status || 'no response'}: POSTs ${posts}, left ${await queue.size()}`)
}
console.log(results.join('; '))
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '503: POSTs 1, left 0; 429: POSTs 1, left 0; no response: POSTs 1, left 1'
