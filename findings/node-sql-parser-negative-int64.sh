#!/bin/sh
# Guess: node-sql-parser reads INSERT INTO plants VALUES (9007199254740993, -9223372036854775808)
# and writes it back with the same digits.
#
# Found, node-sql-parser 5.4.0: the sign decides. Positive ids keep their digits, negative ones are
# rounded to a double: -9007199254740993 becomes another id, and the least int64 one that does not fit.
#
# Output: INSERT INTO "plants" VALUES (9007199254740993,9223372036854775807)
#         INSERT INTO "plants" VALUES (-9007199254740992,-9223372036854776000)
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --silent --no-audit --no-fund --ignore-scripts node-sql-parser@5.4.0 >/dev/null 2>&1 || exit 77

cat > run.cjs <<'JS'
const { Parser } = require('node-sql-parser')

const parser = new Parser()
const options = { database: 'Postgresql' }
for (const ids of ['9007199254740993, 9223372036854775807', '-9007199254740993, -9223372036854775808']) {
  console.log(parser.sqlify(parser.astify(`INSERT INTO plants VALUES (${ids})`, options), options))
}
JS

output=$(node run.cjs)
echo "$output"
test "$output" = 'INSERT INTO "plants" VALUES (9007199254740993,9223372036854775807)
INSERT INTO "plants" VALUES (-9007199254740992,-9223372036854776000)'
