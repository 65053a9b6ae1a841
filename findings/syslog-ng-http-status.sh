#!/bin/sh
# Guess: the http() destination of syslog-ng sends a message again after 408, 425, 429, 500 and
# 503, and drops it after 400 and 409.
#
# Found, syslog-ng 3.38.1: a 400 and a 409 are sent again, too, at each time-reopen (9 times in 9 s), and
# the messages behind wait. One plant that the service rejects stops the queue. 410 and 422 drop the
# message.
#
# Output: 400: Fern Fern Fern; 409: Fern Fern Fern; 422: Fern Moss; 503: Fern Fern Fern
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download syslog-ng-core=3.38.1-5+deb12u1 syslog-ng-mod-http=3.38.1-5+deb12u1 \
  libivykis0=0.42.4-1 libpcre3=2:8.39-15 libnet1=1.1.6+dfsg-3.2 libwrap0=7.6.q-32 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export LD_LIBRARY_PATH="$(dirname "$(find "$dir" -name 'libsyslog-ng-3.38.so.0')"):$(dirname "$(find "$dir" -name 'libivykis.so.0')"):$(dirname "$(find "$dir" -name 'libpcre.so.3')")"
export MODULES="$(dirname "$(find "$dir" -name libhttp.so)")"

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import http from 'node:http'

const WAIT_MS = 20_000

/** The names that a service which answers everything with `status` got in its first requests. */
async function names(status) {
  const received = []
  let wake
  const server = http.createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push(JSON.parse(body).name)
      response.writeHead(status).end('{}')
      wake()
    })
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
  mkdirSync(`${status}`)
  writeFileSync(`${status}/plants.ndjson`, '{"name":"Fern"}\n{"name":"Moss"}\n')
  writeFileSync(
    `${status}/syslog-ng.conf`,
    `@version: 3.38
options { stats-freq(0); time-reopen(1); };
source plants { file("${process.cwd()}/${status}/plants.ndjson" flags(no-parse)); };
destination service { http(url("http://127.0.0.1:${server.address().port}/plants") body("$MSG")); };
log { source(plants); destination(service); };
`,
  )
  const path = (name) => `${status}/${name}`
  const options = ['-F', '--no-caps', '--module-path', process.env.MODULES, '-f', path('syslog-ng.conf')]
  options.push('-R', path('persist'), '-c', path('control'), '--pidfile', path('pid'))
  const program = spawn('usr/sbin/syslog-ng', options, { stdio: 'ignore' })
  const expected = status === 422 ? 2 : 3
  await new Promise((enough) => {
    const timer = setTimeout(enough, WAIT_MS)
    wake = () => {
      if (received.length < expected) return
      clearTimeout(timer)
      enough()
    }
  })
  program.kill('SIGKILL')
  server.close()
  return `${status}: ${received.slice(0, expected).join(' ')}`
}

const results = []
for (const status of [400, 409, 422, 503]) results.push(await names(status))
console.log(results.join('; '))
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '400: Fern Fern Fern; 409: Fern Fern Fern; 422: Fern Moss; 503: Fern Fern Fern'
