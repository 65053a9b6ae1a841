#!/bin/sh
# Guess: zod-to-openapi writes z.int64() as type integer with format int64.
#
# Found, zod-to-openapi 9.1.0 with Zod 4.6.7: type string with the pattern ^\d+$. The API sends a
# number in JSON, so a validator made from the document rejects each plant.
# z.int32() becomes type number, without a format or a range, so 1.5 is valid. Only z.int() is integer.
#
# Output: z.int64() {"type":"string","pattern":"^\\d+$"}
#         z.int32() {"type":"number"}
#         z.int() {"type":"integer"}
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts \
  @asteasolutions/zod-to-openapi@9.1.0 zod@4.6.7 >/dev/null 2>&1 || exit 77

cat > run.mjs <<'JS'
import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { z } from 'zod'

extendZodWithOpenApi(z)
for (const type of ['int64', 'int32', 'int']) {
  const registry = new OpenAPIRegistry()
  registry.register('Plant', z.object({ id: z[type]() }))
  const { components } = new OpenApiGeneratorV31(registry.definitions).generateComponents()
  console.log(`z.${type}() ${JSON.stringify(components.schemas.Plant.properties.id)}`)
}
JS

output=$(node run.mjs)
printf '%s\n' "$output"
test "$output" = 'z.int64() {"type":"string","pattern":"^\\d+$"}
z.int32() {"type":"number"}
z.int() {"type":"integer"}'
