#!/bin/sh
# Guess: hey -n 10 -c 4 -m POST sends 10 requests.
#
# Found, hey 0.1.4: it sends 8. Each of the 4 workers sends a fourth of 10, rounded down. The report shows
# 8 responses, and no word about the other two.
#
# Output: -n 10 -c 4: 8 POSTs; -n 10 -c 5: 10 POSTs; -n 10 -c 6: 6 POSTs
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download hey=0.1.4-2+b4 >/dev/null 2>&1 || exit 77
dpkg -x hey_*.deb .

cat > run.mjs <<'JS'
import { execFile } from 'node:child_process'
import http from 'node:http'
import { promisify } from 'node:util'

let posts = 0
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => response.end('{}'))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const results = []
for (const workers of [4, 5, 6]) {
  posts = 0
  const options = ['-n', '10', '-c', `${workers}`, '-m', 'POST', '-d', '{"id":5,"name":"Fern"}']
  await promisify(execFile)('usr/bin/hey', [...options, `http://127.0.0.1:${server.address().port}/plants`])
  results.push(`-n 10 -c ${workers}: ${posts} POSTs`)
}
console.log(results.join('; '))
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '-n 10 -c 4: 8 POSTs; -n 10 -c 5: 10 POSTs; -n 10 -c 6: 6 POSTs'
