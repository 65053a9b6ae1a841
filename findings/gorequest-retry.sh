#!/bin/sh
# Guess: gorequest with Retry(2, 0, 503) sends a POST again, with its body, after a 503, and once
# after a lost response. It follows a 302 and a 303 with a GET.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/parnurzeal/gorequest@v0.3.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"github.com/parnurzeal/gorequest"
)

func main() {

	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		response, text, errors := gorequest.New().Post(url).Send(body).Retry(2, 0, http.StatusServiceUnavailable).End()
		if response == nil {
			fmt.Println("error", len(errors))
		} else {
			fmt.Println(response.StatusCode, text, len(errors))
		}
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400, 503 all' ./post)
echo "$output"
test "$output" = 'TODO'
