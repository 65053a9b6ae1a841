#!/bin/sh
# Guess: A request that oauth2-proxy lets through by --skip-auth-route reaches the service with its
# own Authorization header. A lost response is a 502, and the POST is sent once.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
GOBIN=$PWD go install github.com/oauth2-proxy/oauth2-proxy/v7@v7.15.6 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'

let seen = []
const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    seen.push(request.headers.authorization ?? 'no authorization')
    if (request.url === '/lost') request.socket.destroy()
    else response.end('{"name":"Fern"}')
  })
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
const free = net.createServer()
await new Promise((listening) => free.listen(0, '127.0.0.1', listening))
const port = free.address().port
free.close()
for (const more of [[], ['--pass-basic-auth=false'], ['--skip-auth-strip-headers=false']]) {
  const proxy = spawn('./oauth2-proxy', ['--provider=github', '--client-id=a', '--client-secret=b', '--email-domain=*',
    '--cookie-secret=0123456789abcdef', `--http-address=127.0.0.1:${port}`, `--upstream=http://127.0.0.1:${server.address().port}`,
    '--skip-auth-route=POST=.*', ...more], { stdio: 'ignore' })
  for (const path of ['/plants', '/lost']) {
    seen = []
    for (let tries = 0; tries < 100; tries++) {
      try {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: '{}', headers: { authorization: 'Bearer any' } })
        console.log(more.join(), path, response.status, response.headers.get('content-type'), (await response.text()).length, seen)
        break
      } catch (error) {
        await new Promise((done) => setTimeout(done, 100))
      }
    }
  }
  const exited = new Promise((done) => proxy.once('exit', done))
  proxy.kill()
  await exited
}
process.exit()
JS
output=$(node run.mjs)
echo "$output"
test "$output" = 'TODO'
