#!/bin/sh
# Guess: express-openapi-validator checks the body of a POST and does not change it: a tag that is
# missing stays missing, also if its schema has a default.
#
# Found, express-openapi-validator 5.6.2: it writes the default of the schema into the body. The service creates a
# plant with a tag that nobody sent, and cannot tell it from one that was.
#
# Output: {"id":5,"name":"Fern"} -> {"id":5,"name":"Fern","tag":"none"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts express-openapi-validator@5.6.2 express@5.3.0 \
  >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import express from 'express'
import { middleware } from 'express-openapi-validator'

const schema = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    name: { type: 'string' },
    tag: { type: 'string', default: 'none' },
  },
}
const requestBody = { required: true, content: { 'application/json': { schema } } }
const responses = { 200: { description: 'The plant' } }
const apiSpec = {
  openapi: '3.1.0',
  info: { title: 'Plants', version: '1' },
  paths: { '/plants': { post: { requestBody, responses } } },
}
const app = express()
app.use(express.json(), middleware({ apiSpec }))
app.post('/plants', (request, response) => response.json(request.body))
const server = app.listen(0, '127.0.0.1')
await new Promise((listening) => server.on('listening', listening))
const body = '{"id":5,"name":"Fern"}'
const response = await fetch(`http://127.0.0.1:${server.address().port}/plants`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body,
})
console.log(`${body} -> ${await response.text()}`)
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '{"id":5,"name":"Fern"} -> {"id":5,"name":"Fern","tag":"none"}'
