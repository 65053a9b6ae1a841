#!/bin/sh
# Guess: the retry middleware of wretch sends a POST once if the answer is 400, and again after a
# 503 without regard to Retry-After.
#
# Found, wretch 2.11.1: it repeats the POST after any answer that is not 2xx, also after a 400 that
# says that the plant is not valid. With maxAttempts: 2 the service reads it three times, and the
# caller gets "Number of attempts exceeded.", without the status and the message of the 400.
#
# Output: 400: 3 POSTs, Number of attempts exceeded., status undefined
#         400, no retry: 1 POST, status 400
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts wretch@2.11.1 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import wretch from 'wretch'
import { retry } from 'wretch/middlewares'

let posts = 0
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => {
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":400,"message":"no name"}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const plants = wretch(`http://127.0.0.1:${server.address().port}/plants`)
const create = (client) => client.post({ name: '' }).res().catch((error) => error)

const error = await create(plants.middlewares([retry({ maxAttempts: 2, delayTimer: 10 })]))
console.log(`400: ${posts} POSTs, ${error.message}, status ${error.status}`)
posts = 0
const plain = await create(plants)
console.log(`400, no retry: ${posts} POST, status ${plain.status}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '400: 3 POSTs, Number of attempts exceeded., status undefined
400, no retry: 1 POST, status 400'
