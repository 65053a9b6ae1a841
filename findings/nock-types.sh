#!/bin/sh
# Guess: nock with the JSON body {id: 5} does not match a POST with the id "5", with null for a missing tag, or with another
# order of fields; it matches 5.0.
#
# Needs npm and Node. Seen with Node 24.21. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in node npm; do command -v $tool >/dev/null || exit 77; done
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts nock@15.0.6 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import nock from 'nock'

nock.disableNetConnect()
const expected = { id: 5, name: 'Fern' }
for (const body of [
  '{"id":5,"name":"Fern"}', '{"name":"Fern","id":5}', '{"id":5.0,"name":"Fern"}', '{"id":"5","name":"Fern"}',
  '{"id":5,"name":"Fern","tag":null}', '{"id":5,"name":"fern"}', '{"id":true,"name":"Fern"}',
]) {
  nock.cleanAll()
  nock('http://plants.example').post('/plants', expected).reply(200, {})
  const headers = { 'content-type': 'application/json' }
  const sent = fetch('http://plants.example/plants', { method: 'POST', headers, body })
  console.log(body, await sent.then((response) => response.status, () => 'no match'))
}
for (const [text, other] of [[' Fern', 'Fern'], ['Fern\r\n', 'Fern\n'], ['Fern\n', 'Fern']]) {
  nock.cleanAll()
  nock('http://plants.example').post('/plants', { name: text }).reply(200, {})
  const sent = fetch('http://plants.example/plants', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: other }) })
  console.log(JSON.stringify([text, other]), await sent.then((response) => response.status, () => 'no match'))
}
JS

output=$(node run.mjs)
echo "$output"
