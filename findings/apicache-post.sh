#!/bin/sh
# Guess: apicache as middleware for a whole Express app caches GET only: two equal POSTs create two
# plants.
#
# Found, apicache 1.6.3 with Express 5.3.0: it caches the response of the POST, and the body is not part of
# the key. The POST of another plant gets the first response again, with a 200, and the route does not run.
#
# Output: POST Fern: {"id":1,"name":"Fern"}
#         POST Fern: {"id":1,"name":"Fern"}
#         POST Moss: {"id":1,"name":"Fern"}
#         the route ran 1 time
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts apicache@1.6.3 express@5.3.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const apicache = require('apicache')
const express = require('express')

let plants = 0
const app = express()
app.use(express.json())
app.use(apicache.middleware('5 minutes'))
app.post('/plants', (request, response) => {
  plants += 1
  response.json({ id: plants, name: request.body.name })
})
const server = app.listen(0, '127.0.0.1', async () => {
  for (const name of ['Fern', 'Fern', 'Moss']) {
    const response = await fetch(`http://127.0.0.1:${server.address().port}/plants`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    console.log(`POST ${name}: ${await response.text()}`)
  }
  console.log(`the route ran ${plants} time`)
  process.exit()
})
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'POST Fern: {"id":1,"name":"Fern"}
POST Fern: {"id":1,"name":"Fern"}
POST Moss: {"id":1,"name":"Fern"}
the route ran 1 time'
