#!/bin/sh
# Guess: The builder of carlmjohnson/requests gives an error for a cut 200, also if Fetch is called
# without a handler for the body.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/carlmjohnson/requests@v0.23.5 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/carlmjohnson/requests"
)

func main() {
	for _, url := range os.Args[1:] {
		err := requests.URL(url).BodyJSON(map[string]any{"id": 5, "name": "Fern"}).Fetch(context.Background())
		fmt.Println(err == nil, requests.HasStatusErr(err, 400, 503, 302, 303, 307))
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' ./post)
echo "$output"
test "$output" = 'TODO'
