#!/bin/sh
# Guess: fastify-openapi-glue answers 400 to a POST whose id is null, since the document says integer.
#
# Found, fastify-openapi-glue 4.11.4 with Fastify 5.12.8: Fastify changes the body until it is valid. null becomes
# the id 0, true the id 1, [5] the id 5, and a tag that is null becomes an empty text. The answer is 200.
#
# Output: {"id":null,"name":"Fern"}: 200 {"id":0,"name":"Fern"}
#         {"id":true,"name":"Fern"}: 200 {"id":1,"name":"Fern"}
#         {"id":[5],"name":"Fern","tag":null}: 200 {"id":5,"name":"Fern","tag":""}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts fastify-openapi-glue@4.11.4 fastify@5.12.8 \
  >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import Fastify from 'fastify'
import glue from 'fastify-openapi-glue'

const plant = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' }, tag: { type: 'string' } },
}
const operation = {
  operationId: 'createPlant',
  requestBody: { required: true, content: { 'application/json': { schema: plant } } },
  responses: { 200: { description: 'The plant' } },
}
const specification = { openapi: '3.1.0', info: { title: 'Plants', version: '1' }, paths: { '/plants': { post: operation } } }
const server = Fastify()
server.register(glue, { specification, serviceHandlers: { createPlant: async (request) => request.body } })
for (const body of ['{"id":null,"name":"Fern"}', '{"id":true,"name":"Fern"}', '{"id":[5],"name":"Fern","tag":null}']) {
  const headers = { 'content-type': 'application/json' }
  const response = await server.inject({ method: 'POST', url: '/plants', headers, payload: body })
  console.log(`${body}: ${response.statusCode} ${response.body}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '{"id":null,"name":"Fern"}: 200 {"id":0,"name":"Fern"}
{"id":true,"name":"Fern"}: 200 {"id":1,"name":"Fern"}
{"id":[5],"name":"Fern","tag":null}: 200 {"id":5,"name":"Fern","tag":""}'
