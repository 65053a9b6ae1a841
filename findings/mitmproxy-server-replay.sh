#!/bin/sh
# Guess: mitmdump --server-replay answers the same POST twice with the recorded response, and
# forwards none.
#
# Found, mitmproxy 8.1.1: each recorded response is used once. Then mitmdump ends with status 0. With
# keepserving it goes on, and forwards the second POST to the real service, which creates the plant.
#
# Output: default: answered 200, then none; POSTs of the service: 0
#         keepserving: answered 200, then 200; POSTs of the service: 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
test -x /usr/bin/python3 || exit 77
apt-get download mitmproxy=8.1.1-2 libbrotli1=1.0.9-2+deb12u1 libprotobuf32=3.21.12-3+deb12u1 \
  python3-asgiref=3.6.0-1 python3-brotli=1.0.9-2+deb12u1 python3-h2=4.1.0-4 python3-hpack=4.0.0-2 \
  python3-hyperframe=6.0.0-1 python3-kaitaistruct=0.10-1 python3-ldap3=2.9.1-2 python3-msgpack=1.0.3-2+b1 \
  python3-passlib=1.7.4-3 python3-protobuf=3.21.12-3+deb12u1 python3-publicsuffix2=2.20191221-3 \
  python3-pyasn1=0.4.8-3+deb12u3 python3-pyperclip=1.8.2-2 python3-ruamel.yaml=0.17.21-1 \
  python3-ruamel.yaml.clib=0.2.7-1+b2 python3-sortedcontainers=2.4.0-2 python3-tornado=6.2.0-3+deb12u4 \
  python3-urwid=2.1.2-4+deb12u1 python3-wsproto=1.2.0-1 python3-zstandard=0.20.0-3 >/dev/null 2>&1 || exit 77
for package in *.deb; do dpkg -x "$package" .; done
export HOME="$dir" PYTHONPATH="$dir/usr/lib/python3/dist-packages"
export LD_LIBRARY_PATH="$(dirname "$(find "$dir" -name 'libprotobuf.so.32')")"
# The other packages that it needs are common ones, such as Flask; they are not downloaded.
/usr/bin/python3 usr/bin/mitmdump --version >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

let posts = 0
const service = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => response.end('{"id":5,"name":"Fern"}'))
})
await new Promise((listening) => service.listen(0, '127.0.0.1', listening))
const port = await new Promise((resolve) => {
  const server = http.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const open = () =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(Boolean(socket.destroy())))
    socket.on('error', () => resolve(undefined))
  })
/** The status that a POST gets through mitmdump, or "none". */
const send = () =>
  new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', connection: 'close' }
    const request = http.request({ host: '127.0.0.1', port, path: '/plants', method: 'POST', headers }, (response) =>
      response.resume().on('end', () => resolve(response.statusCode)),
    )
    request.on('error', () => resolve('none')).end('{"id":5,"name":"Fern"}')
  })

/** Runs mitmdump in front of the service, and sends the same POST `count` times, one after the other. */
async function statuses(count, options) {
  const mode = ['--mode', `reverse:http://127.0.0.1:${service.address().port}`]
  const listen = ['--listen-host', '127.0.0.1', '--listen-port', `${port}`]
  const proxy = spawn('/usr/bin/python3', ['usr/bin/mitmdump', ...mode, ...listen, ...options], { stdio: 'ignore' })
  let ended = false
  const end = new Promise((resolve) => {
    proxy.on('exit', () => {
      ended = true
      resolve()
    })
  })
  for (let tries = 0; tries < 300 && !(await open()); tries += 1) await wait(100)
  const results = []
  for (let call = 0; call < count; call += 1) {
    results.push(await send())
    // mitmdump needs a moment to end, if it ends.
    for (let tries = 0; tries < 30 && !ended; tries += 1) await wait(100)
  }
  proxy.kill()
  await end
  return results
}

await statuses(1, ['-w', 'recorded'])
for (const [name, options] of [['default', []], ['keepserving', ['--set', 'keepserving=true']]]) {
  posts = 0
  const [first, second] = await statuses(2, ['--server-replay', 'recorded', ...options])
  console.log(`${name}: answered ${first}, then ${second}; POSTs of the service: ${posts}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'default: answered 200, then none; POSTs of the service: 0
keepserving: answered 200, then 200; POSTs of the service: 1'
