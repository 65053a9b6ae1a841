#!/bin/sh
# Guess: express-xss-sanitizer removes script tags from a body, and keeps a name such as Fern & Moss
# or pot <10 cm.
#
# Found, express-xss-sanitizer 2.0.2: the service gets other names: "&" and "<" as in HTML, and without what looks
# like a tag. The response is a 200.
#
# Output: Fern & Moss -> Fern &amp; Moss
#         pot <10 cm -> pot &lt;10 cm
#         Fern <green> leaf -> Fern  leaf
#         a<b -> a
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts express-xss-sanitizer@2.0.2 express@5.3.0 \
  >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import express from 'express'
import sanitizer from 'express-xss-sanitizer'

const app = express()
app.use(express.json(), sanitizer.xss())
app.post('/plants', (request, response) => response.json(request.body))
const server = app.listen(0, '127.0.0.1')
await new Promise((listening) => server.on('listening', listening))
for (const name of ['Fern & Moss', 'pot <10 cm', 'Fern <green> leaf', 'a<b']) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}/plants`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 5, name }),
  })
  console.log(`${name} -> ${(await response.json()).name}`)
}
process.exit()
JS

output=$(node run.mjs)
echo "$output"
test "$output" = 'Fern & Moss -> Fern &amp; Moss
pot <10 cm -> pot &lt;10 cm
Fern <green> leaf -> Fern  leaf
a<b -> a'
