#!/bin/sh
# Guess: the bundle of @redocly/openapi-core from a YAML document has maximum: 9223372036854775807
# and the example 9007199254740993 with the same digits.
#
# Found, @redocly/openapi-core 2.64.0: it reads the numbers of the YAML as doubles. The maximum that is written is
# above int64, the minimum below, and the example is another id. Nothing is reported.
#
# Output: {"type":"integer","format":"int64","minimum":-9223372036854776000,"maximum":9223372036854776000,"example":9007199254740992}
#         problems: 0
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts @redocly/openapi-core@2.64.0 >/dev/null 2>&1 || exit 77

cat > plants.yaml <<'YAML'
openapi: 3.1.0
info:
  title: Plants
  version: '1'
paths: {}
components:
  schemas:
    Id:
      type: integer
      format: int64
      minimum: -9223372036854775808
      maximum: 9223372036854775807
      example: 9007199254740993
YAML
cat > run.mjs <<'JS'
import { bundle, createConfig } from '@redocly/openapi-core'

const result = await bundle({ ref: 'plants.yaml', config: await createConfig({}) })
console.log(JSON.stringify(result.bundle.parsed.components.schemas.Id))
console.log(`problems: ${result.problems.length}`)
JS

output=$(node run.mjs)
echo "$output"
test "$output" = '{"type":"integer","format":"int64","minimum":-9223372036854776000,"maximum":9223372036854776000,"example":9007199254740992}
problems: 0'
