#!/bin/sh
# Guess: sql-ddl-to-json-schema gives a BIGINT column an integer schema whose maximum is
# 9223372036854776000 in JSON.
#
# Found, sql-ddl-to-json-schema 6.0.0: the range is that of safe integers, from -9007199254740991 to
# 9007199254740991. The schema of a table therefore rejects rows which the table holds. As the PRIMARY
# KEY, the column starts at 1, so the plants 0 and -5 are rejected, too.
#
# Output: id BIGINT PRIMARY KEY: 1 to 9007199254740991
#         parent BIGINT: -9007199254740991 to 9007199254740991
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts sql-ddl-to-json-schema@6.0.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Parser } = require('sql-ddl-to-json-schema')

const parser = new Parser('mysql')
parser.feed('CREATE TABLE plants (id BIGINT PRIMARY KEY, parent BIGINT);')
const { id, parent } = parser.toJsonSchemaArray({ useRef: false })[0].properties
console.log(`id BIGINT PRIMARY KEY: ${id.minimum} to ${id.maximum}`)
console.log(`parent BIGINT: ${parent.minimum} to ${parent.maximum}`)
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'id BIGINT PRIMARY KEY: 1 to 9007199254740991
parent BIGINT: -9007199254740991 to 9007199254740991'
