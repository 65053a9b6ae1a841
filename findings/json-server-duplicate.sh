#!/bin/sh
# Guess: json-server answers a POST with an id that exists with a 500, keeps a number as an id and a plant that is not valid as
# it is, and gives a plant without an id the next number.
#
# Found, json-server 0.17.4: after the id 9007199254740993, a plant without an id gets a 500, like an id that
# exists: its id is rounded. The id "5" is a duplicate of 5.
#
# Needs npm and Node. Seen with Node 24.21. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in node npm; do command -v $tool >/dev/null || exit 77; done
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts json-server@0.17.4 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const jsonServer = require('json-server')

const app = jsonServer.create()
app.use(jsonServer.defaults({ logger: false }), jsonServer.router({ plants: [] }))
const server = app.listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/plants`
  for (const body of ['{"id":5}', '{"id":"5"}', '{"name":"Fern"}', '{"id":9007199254740993}', '{"name":"Moss"}']) {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const text = response.ok ? JSON.stringify(await response.json()) : ''
    console.log(body, response.status, text)
  }
  process.exit()
})
JS

output=$(node run.cjs 2>/dev/null)
echo "$output"
test "$output" = "$(cat <<'OUTPUT'
{"id":5} 201 {"id":5}
{"id":"5"} 500 
{"name":"Fern"} 201 {"name":"Fern","id":6}
{"id":9007199254740993} 201 {"id":9007199254740992}
{"name":"Moss"} 500 
OUTPUT
)"
