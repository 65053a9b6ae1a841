#!/bin/sh
# Guess: http-terminator waits for the response of a running POST that needs 2 s, and then closes the
# connection.
#
# Found, http-terminator 3.2.0: it waits for 1 s, and then closes the connection. The service goes on and creates
# the plant, but the client gets no response. With gracefulTerminationTimeout: 5000 it gets it.
#
# Output: default: SocketError, created
#         gracefulTerminationTimeout 5000: 200, created
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts http-terminator@3.2.0 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { createHttpTerminator } from 'http-terminator'

/** What the client gets, and whether the plant is created, if the server is stopped while a POST runs. */
async function outcome(options) {
  let started
  let created
  const running = new Promise((resolve) => {
    started = resolve
  })
  const finished = new Promise((resolve) => {
    created = resolve
  })
  const server = http.createServer(async (request, response) => {
    started()
    await wait(2_000)
    created('created')
    response.end('{}')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const terminator = createHttpTerminator({ server, ...options })
  const url = `http://127.0.0.1:${server.address().port}/plants`
  const result = fetch(url, { method: 'POST', body: '{"id":5}' }).then(
    (response) => response.status,
    (error) => error.cause.name,
  )
  await running
  await terminator.terminate()
  return `${await result}, ${await finished}`
}

console.log(`default: ${await outcome({})}`)
console.log(`gracefulTerminationTimeout 5000: ${await outcome({ gracefulTerminationTimeout: 5_000 })}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'default: SocketError, created
gracefulTerminationTimeout 5000: 200, created'
