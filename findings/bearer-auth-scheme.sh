#!/bin/sh
# Guess: @fastify/bearer-auth accepts `Bearer` only: `bearer`, and two spaces before the token, get a 401, and a 401 has a
# WWW-Authenticate header.
#
# Found, @fastify/bearer-auth 10.1.3: two spaces are accepted, and no 401 has the header.
#
# Needs npm and Node. Seen with Node 24.21. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in node npm; do command -v $tool >/dev/null || exit 77; done
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts fastify@5.12.8 @fastify/bearer-auth@10.1.3 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import bearer from '@fastify/bearer-auth'
import Fastify from 'fastify'

const app = Fastify()
await app.register(bearer, { keys: ['secret'] })
app.post('/plants', async () => ({ name: 'Fern' }))
for (const authorization of ['Bearer secret', 'bearer secret', 'BEARER secret', 'Bearer  secret', 'Bearer wrong', undefined]) {
  const headers = authorization === undefined ? {} : { authorization }
  const response = await app.inject({ method: 'POST', url: '/plants', headers, payload: {} })
  console.log(authorization, response.statusCode, response.headers['www-authenticate'], response.body)
}
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'Bearer secret 200 undefined {"name":"Fern"}
bearer secret 401 undefined {"error":"invalid authorization header"}
BEARER secret 401 undefined {"error":"invalid authorization header"}
Bearer  secret 200 undefined {"name":"Fern"}
Bearer wrong 401 undefined {"error":"invalid authorization header"}
undefined 401 undefined {"error":"missing authorization header"}'
