#!/bin/sh
# Guess: ab counts a request as failed if the server reads it and closes the connection without a
# response.
#
# Found, ab 2.3 (Apache 2.4.71): it compares the length of each response with that of the first. If no request
# gets a response, each has the length 0, and all are complete. If only the first gets one, the others are
# failed ones.
#
# Output: all lost: 10 POSTs, Complete requests: 10, Failed requests: 0, exit status 0
#         all but the first lost: 10 POSTs, Complete requests: 10, Failed requests: 9, exit status 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download apache2-utils=2.4.71-1~deb12u1 libapr1=1.7.2-3+deb12u1 libaprutil1=1.6.3-1+deb12u1 \
  >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export LD_LIBRARY_PATH="$(dirname "$(find "$dir" -name 'libapr-1.so.0')")"

cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import http from 'node:http'

writeFileSync('plant.json', '{"id":5,"name":"Fern"}')

/** The counters of ab if a service reads all POSTs, and responds to the first `answered` only. */
async function counters(answered) {
  let posts = 0
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => {
      posts += 1
      if (posts > answered) request.socket.end()
      else response.end('{"id":5,"name":"Fern"}')
    })
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  const options = ['-n', '10', '-c', '1', '-p', 'plant.json', '-T', 'application/json']
  const url = `http://127.0.0.1:${server.address().port}/plants`
  return new Promise((resolve) => {
    execFile('usr/bin/ab', [...options, url], (error, report) => {
      server.close()
      const found = report.match(/^(Complete|Failed) requests: +\d+/gm).map((line) => line.replace(/ +/g, ' '))
      resolve(`${posts} POSTs, ${found.join(', ')}, exit status ${error?.code ?? 0}`)
    })
  })
}

console.log(`all lost: ${await counters(0)}`)
console.log(`all but the first lost: ${await counters(1)}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'all lost: 10 POSTs, Complete requests: 10, Failed requests: 0, exit status 0
all but the first lost: 10 POSTs, Complete requests: 10, Failed requests: 9, exit status 0'
