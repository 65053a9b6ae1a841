#!/bin/sh
# Guess: a MockAgent of undici with one intercept for POST /plants rejects the second POST.
#
# Found, undici 7.30.2: an intercept is used once, and then the request goes to the real service. The second POST
# of a test creates a plant there. It rejects only after disableNetConnect().
#
# Output: default: mock, real; POSTs of the service: 1
#         disableNetConnect(): mock, MockNotMatchedError; POSTs of the service: 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts undici@7.30.2 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { fetch, MockAgent } from 'undici'

let posts
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => response.end('real'))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const service = `http://127.0.0.1:${server.address().port}`
for (const [name, prepare] of [['default', () => {}], ['disableNetConnect()', (agent) => agent.disableNetConnect()]]) {
  posts = 0
  const agent = new MockAgent()
  prepare(agent)
  agent.get(service).intercept({ path: '/plants', method: 'POST' }).reply(200, 'mock')
  const results = []
  for (let call = 0; call < 2; call += 1) {
    const options = { method: 'POST', body: '{"id":5,"name":"Fern"}', dispatcher: agent }
    results.push(
      await fetch(`${service}/plants`, options).then(
        (response) => response.text(),
        (error) => error.cause.name,
      ),
    )
  }
  console.log(`${name}: ${results.join(', ')}; POSTs of the service: ${posts}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'default: mock, real; POSTs of the service: 1
disableNetConnect(): mock, MockNotMatchedError; POSTs of the service: 0'
