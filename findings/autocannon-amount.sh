#!/bin/sh
# Guess: autocannon with amount 1 sends one POST to a server that reads it and closes the
# connection, and counts an error.
#
# Found, autocannon 9.0.0: each POST is sent once, but the report has no trace of the lost responses.
# 3 requests were sent, and errors, resets, timeouts, non2xx and total are all 0. A load test whose
# responses all get lost looks like one without an error.
#
# Output: the server read 3; sent 3, total 0, errors 0, resets 0, timeouts 0, non2xx 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts autocannon@9.0.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const http = require('node:http')
const autocannon = require('autocannon')

let read = 0
const server = http.createServer((request) => {
  request.resume().on('end', () => {
    read += 1
    request.socket.end()
  })
})
server.listen(0, '127.0.0.1', async () => {
  const result = await autocannon({
    url: `http://127.0.0.1:${server.address().port}/plants`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Fern"}',
    connections: 1,
    amount: 3,
    timeout: 5,
  })
  const { requests, errors, resets, timeouts, non2xx } = result
  console.log(
    `the server read ${read}; sent ${requests.sent}, total ${requests.total}, errors ${errors}, resets ${resets}, timeouts ${timeouts}, non2xx ${non2xx}`,
  )
  process.exit()
})
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'the server read 3; sent 3, total 0, errors 0, resets 0, timeouts 0, non2xx 0'
