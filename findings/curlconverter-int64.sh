#!/bin/sh
# Guess: curlconverter turns curl -d {"id":9007199254740993} into fetch code whose body is a string
# with these digits.
#
# Found, curlconverter 4.12.0: the generated JavaScript and Ruby hold a number that is already rounded,
# and it is another id. The digits that were asked for stand in a comment above. Python and Go keep
# them, so the same command creates one plant or another, by the language chosen.
#
# Output: JavaScript: 'id': 9007199254740992
#         Ruby: 'id' => 9007199254740992
#         Python: 'id': 9007199254740993
#         Go: {"id":9007199254740993}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts curlconverter@4.12.0 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { toGo, toJavaScript, toPython, toRuby } from 'curlconverter'

const command = `curl http://127.0.0.1/plants -H 'content-type: application/json' -d '{"id":9007199254740993}'`
const generators = { JavaScript: toJavaScript, Ruby: toRuby, Python: toPython, Go: toGo }
for (const [language, generate] of Object.entries(generators)) {
  const lines = generate(command).split('\n')
  const code = lines.filter((line) => /\d{16}/.test(line) && !/^\s*(#|\/\/)/.test(line))
  console.log(`${language}: ${code.join().match(/['{].*\d{16}\}?/)[0]}`)
}
JS

output=$(node run.mjs)
echo "$output"
test "$output" = "JavaScript: 'id': 9007199254740992
Ruby: 'id' => 9007199254740992
Python: 'id': 9007199254740993
Go: {\"id\":9007199254740993}"
