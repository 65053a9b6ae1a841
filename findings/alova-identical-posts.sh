#!/bin/sh
# Guess: alova sends two identical POSTs that start at the same time as two requests.
#
# Found, alova 3.5.5 with its fetch adapter: one request is sent, and both callers get its response.
# Sharing (shareRequest) is on by default and is not limited to GET. Two POSTs with different bodies,
# or one after the other, are two requests. Whoever creates two equal plants at once has one plant.
#
# Output: two equal POSTs at once: 1 request; two different ones: 2; two equal ones in turn: 2
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts alova@3.5.5 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { createAlova } from 'alova'
import adapterFetch from 'alova/fetch'

let requests = 0
const server = http.createServer((request, response) => {
  requests += 1
  request.resume().on('end', () => response.end(JSON.stringify({ id: requests, name: 'Fern' })))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const alova = createAlova({
  baseURL: `http://127.0.0.1:${server.address().port}`,
  requestAdapter: adapterFetch(),
  responded: (response) => response.json(),
})
const create = (name) => alova.Post('/plants', { name })
const count = async (run) => {
  requests = 0
  await run()
  return requests
}
const equal = await count(() => Promise.all([create('Fern'), create('Fern')]))
const different = await count(() => Promise.all([create('Fern'), create('Moss')]))
const inTurn = await count(async () => [await create('Fern'), await create('Fern')])
console.log(`two equal POSTs at once: ${equal} request; two different ones: ${different}; two equal ones in turn: ${inTurn}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'two equal POSTs at once: 1 request; two different ones: 2; two equal ones in turn: 2'
