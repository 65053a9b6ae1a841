#!/bin/sh
# Guess: express-idempotency answers a POST with the key of another body with an error, and a second POST while the first one
# runs with a 409.
#
# Needs Node. Seen with Node 24.21. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in node npm; do command -v $tool >/dev/null || exit 77; done
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts express@5.3.0 express-idempotency@1.0.6 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const express = require('express')
const { idempotency, getSharedIdempotencyService } = require('express-idempotency')

const app = express()
let created = 0
app.use(express.json(), idempotency())
app.post('/plants', async (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) return
  await new Promise((resolve) => setTimeout(resolve, 100))
  created += 1
  if (request.body.name === 'Bad') return response.status(400).json({ error: 400, message: 'no' })
  response.json({ name: request.body.name })
})
const server = app.listen(0, '127.0.0.1', async () => {
  const post = async (key, name) => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ id: 5, name })
    const response = await fetch(`http://127.0.0.1:${server.address().port}/plants`, { method: 'POST', headers, body })
    return `${response.status} ${(await response.text()).slice(0, 80)}`
  }
  console.log('first:', await post('a', 'Fern'))
  console.log('again:', await post('a', 'Fern'))
  console.log('another body:', await post('a', 'Moss'))
  console.log('two at once:', await Promise.all([post('b', 'Ivy'), post('b', 'Ivy')]))
  console.log('a 400:', await post('c', 'Bad'), await post('c', 'Good'))
  console.log('created:', created)
  process.exit()
})
JS

output=$(node run.cjs)
echo "$output"
