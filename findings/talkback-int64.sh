#!/bin/sh
# Guess: talkback forwards a POST with the id 9007199254740993 after it recorded the same POST with
# 9007199254740992.
#
# Found, talkback 4.2.0: it compares JSON bodies after parsing them, so the two ids are one number. The
# second POST is not forwarded and gets the response that was recorded for the other plant.
#
# Output: 9007199254740992: request 1
#         9007199254740993: request 1
#         5: request 2
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts talkback@4.2.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const http = require('node:http')
const talkback = require('talkback')

let requests = 0
const service = http.createServer((request, response) => {
  requests += 1
  request.resume().on('end', () => response.end(`request ${requests}`))
})
const freePort = () =>
  new Promise((resolve) => {
    const server = http.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
service.listen(0, '127.0.0.1', async () => {
  const port = await freePort()
  const proxy = talkback({
    host: `http://127.0.0.1:${service.address().port}`,
    port,
    path: `${__dirname}/tapes`,
    silent: true,
    summary: false,
  })
  await new Promise((started) => proxy.start(started))
  for (const id of ['9007199254740992', '9007199254740993', '5']) {
    const response = await fetch(`http://127.0.0.1:${port}/plants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"id":${id},"name":"Fern"}`,
    })
    console.log(`${id}: ${await response.text()}`)
  }
  process.exit()
})
JS

output=$(node run.cjs)
echo "$output"
test "$output" = '9007199254740992: request 1
9007199254740993: request 1
5: request 2'
