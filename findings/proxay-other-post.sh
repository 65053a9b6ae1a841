#!/bin/sh
# Guess: proxay in replay mode answers a POST whose body was not recorded with an error, not with the
# response of another plant.
#
# Found, proxay 1.9.0: it answers with the recorded response whose request is the most similar one. A new plant
# gets a 200 that shows another plant.
#
# Output: recorded: {"id":5,"name":"Fern"}
#         replay, {"id":5,"name":"Fern"}: 200 {"id":5,"name":"Fern"}
#         replay, {"id":7,"name":"Ivy"}: 200 {"id":5,"name":"Fern"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts proxay@1.9.0 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

// A service that answers a POST with its body.
const service = http.createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  request.pipe(response)
})
await new Promise((listening) => service.listen(0, '127.0.0.1', listening))
const host = `http://127.0.0.1:${service.address().port}`
const port = await new Promise((resolve) => {
  const server = http.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
mkdirSync('tapes')

/** Runs proxay in a mode, and returns the response to each of the bodies. */
async function responses(mode, bodies) {
  const options = ['--mode', mode, '--host', host, '--tapes-dir', 'tapes', '--default-tape', 'plants']
  const proxy = spawn('node_modules/.bin/proxay', [...options, '--port', `${port}`], { stdio: 'ignore' })
  const ended = new Promise((end) => proxy.on('exit', end))
  const results = []
  for (const body of bodies) {
    const send = () =>
      fetch(`http://127.0.0.1:${port}/plants`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body,
      })
    let response
    for (let tries = 0; !response && tries < 200; tries += 1) {
      response = await send().catch(() => wait(100))
    }
    results.push(`${response.status} ${await response.text()}`)
  }
  proxy.kill()
  await ended
  return results
}

const fern = '{"id":5,"name":"Fern"}'
const ivy = '{"id":7,"name":"Ivy"}'
await responses('record', [fern])
service.close()
console.log(`recorded: ${fern}`)
const [first, second] = await responses('replay', [fern, ivy])
console.log(`replay, ${fern}: ${first}`)
console.log(`replay, ${ivy}: ${second}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'recorded: {"id":5,"name":"Fern"}
replay, {"id":5,"name":"Fern"}: 200 {"id":5,"name":"Fern"}
replay, {"id":7,"name":"Ivy"}: 200 {"id":5,"name":"Fern"}'
