#!/bin/sh
# Guess: `oasdiff breaking` reports that the maximum of a request's id became lower: from
# 9223372036854775807 to 9223372036854775000.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOBIN="$dir/bin" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
go install github.com/oasdiff/oasdiff@v1.37.0 >/dev/null 2>&1 || exit 77
write() {
  cat >"$1" <<JSON
{"openapi":"3.0.3","info":{"title":"Plants","version":"1"},"paths":{"/plants":{"post":{"requestBody":{"required":true,"content":
{"application/json":{"schema":{"type":"object","properties":{"id":{"type":"integer","format":"int64","maximum":$2}}}}}},
"responses":{"200":{"description":"created"}}}}}}
JSON
}
write a.json 9223372036854775807
write b.json 9223372036854775000
write c.json 1000
output=$(bin/oasdiff breaking a.json b.json; echo ---; bin/oasdiff breaking a.json c.json; echo ---; bin/oasdiff diff a.json b.json)
echo "$output"
