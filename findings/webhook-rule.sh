#!/bin/sh
# Guess: webhook (the server that runs commands for hooks) answers 4xx if the trigger rule of the
# hook is not satisfied.
#
# Found, webhook 2.8.0: it answers 200 and runs nothing. A sender with a wrong token takes its plants for
# created. An unknown hook gets a 404.
#
# Output: right token: 200, runs 1
#         wrong token: 200 Hook rules were not satisfied., runs 1
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download webhook=2.8.0-4+b6 >/dev/null 2>&1 || exit 77
dpkg -x webhook_*.deb .

cat > run.mjs <<'JS'
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

writeFileSync('create.sh', '#!/bin/sh\necho run >> runs\n')
chmodSync('create.sh', 0o755)
const match = { type: 'value', value: 'secret', parameter: { source: 'header', name: 'x-token' } }
const hook = {
  id: 'plants',
  'execute-command': `${process.cwd()}/create.sh`,
  'command-working-directory': process.cwd(),
  'include-command-output-in-response': true,
  'trigger-rule': { match },
}
writeFileSync('hooks.json', JSON.stringify([hook]))

const port = await new Promise((resolve) => {
  const server = http.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    server.close(() => resolve(port))
  })
})
const program = spawn('usr/bin/webhook', ['-hooks', 'hooks.json', '-ip', '127.0.0.1', '-port', `${port}`], {
  stdio: 'ignore',
})
const send = (token) =>
  fetch(`http://127.0.0.1:${port}/hooks/plants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-token': token },
    body: '{"id":5,"name":"Fern"}',
  })
for (let tries = 0; tries < 100; tries += 1) {
  if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) break
  await wait(100)
}
for (const [name, token] of [['right', 'secret'], ['wrong', 'other']]) {
  const response = await send(token)
  const text = await response.text()
  const runs = existsSync('runs') ? readFileSync('runs', 'utf8').trim().split('\n').length : 0
  console.log(`${name} token: ${`${response.status} ${text}`.trim()}, runs ${runs}`)
}
program.kill()
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'right token: 200, runs 1
wrong token: 200 Hook rules were not satisfied., runs 1'
