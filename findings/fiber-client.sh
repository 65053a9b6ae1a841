#!/bin/sh
# Guess: The client of Fiber 3 sends a POST once if the response is lost, although it uses fasthttp.
# A cut 200 is an error. It follows no redirect.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/gofiber/fiber/v3@v3.1.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"github.com/gofiber/fiber/v3/client"
)

func main() {
	http := client.New()
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		response, err := http.Post(url, client.Config{
			Header: map[string]string{"content-type": "application/json"},
			Body:   []byte(body),
		})
		if err != nil {
			fmt.Println("error:", err)
		} else {
			fmt.Println(response.StatusCode(), string(response.Body()))
		}
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400, closed all' ./post)
echo "$output"
test "$output" = 'TODO'
