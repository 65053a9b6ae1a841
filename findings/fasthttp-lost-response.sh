#!/bin/sh
# Guess: fasthttp sends a POST again if the server closed the connection without a response (FIN),
# on a new connection, too, and once after a reset. It follows no redirect, and a cut 200 is an
# error.
#
# Found, fasthttp 1.78.0: it sends the POST once. Its error speaks of a closed connection, also after a reset.
#
# Output: closed (reused): POST; ErrConnectionClosed
#         closed: POST; ErrConnectionClosed
#         closed all: POST; ErrConnectionClosed
#         reset: POST; ErrConnectionClosed
#
# Needs the Go module proxy, and Go 1.26 or later, and Node. Seen with Go 1.26.8 and Node 24.21.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
for tool in go node; do command -v $tool >/dev/null || exit 77; done
export GOTOOLCHAIN=local
go mod init example >/dev/null 2>&1
go get github.com/valyala/fasthttp@v1.78.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"errors"
	"fmt"
	"os"
	"github.com/valyala/fasthttp"
)

func main() {
	client := &fasthttp.Client{}
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		request, response := fasthttp.AcquireRequest(), fasthttp.AcquireResponse()
		request.SetRequestURI(url)
		request.Header.SetMethod("POST")
		request.Header.SetContentType("application/json")
		request.SetBodyString(body)
		if err := client.Do(request, response); err != nil {
			name := err.Error()
			if errors.Is(err, fasthttp.ErrConnectionClosed) {
				name = "ErrConnectionClosed"
			}
			fmt.Println(name)
		} else {
			fmt.Println(response.StatusCode(), string(response.Body()))
		}
	}
}
GO
go build -o post . >/dev/null 2>&1 || exit 77

output=$(node "$here/serve-events.mjs" 'closed (reused), closed, closed all, reset' ./post)
echo "$output"
test "$output" = 'closed (reused): POST; ErrConnectionClosed
closed: POST; ErrConnectionClosed
closed all: POST; ErrConnectionClosed
reset: POST; ErrConnectionClosed'
