#!/bin/sh
# Guess: importing undici 8 does not change what Node's own fetch does: it sends a POST again after a 421.
#
# Needs npm.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts undici@8.13.1 >/dev/null 2>&1 || exit 77
cat >run.mjs <<'JS'
import http from 'node:http'

let posts = 0
const server = http.createServer((request, response) => {
  posts += 1
  request.resume().on('end', () => response.writeHead(posts === 1 ? 421 : 200).end('{}'))
})
await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
if (process.argv[2] === 'before') await import('undici')
const post = () => fetch(`http://127.0.0.1:${server.address().port}/plants`, { method: 'POST', body: '{"id":5}' })
const { status } = await post()
let text = `undici ${process.argv[2]}: ${posts} POSTs, ${status}`
if (process.argv[2] === 'after') {
  await import('undici')
  posts = 0
  const { status } = await post()
  text += `; then ${posts} POSTs, ${status}`
}
console.log(process.version, text)
process.exit()
JS
output=$(for when in never before after; do node run.mjs "$when"; done)
echo "$output"
