#!/bin/sh
# Guess: The client of Hertz sends a POST once in every case, because its default is one attempt. A
# cut 200 is an error.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/cloudwego/hertz@v0.10.4 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"github.com/cloudwego/hertz/pkg/app/client"
	"github.com/cloudwego/hertz/pkg/common/hlog"
	"github.com/cloudwego/hertz/pkg/protocol"
)

func main() {
	hlog.SetLevel(hlog.LevelFatal)
	http, _ := client.NewClient()
	const body = `{"id":5,"name":"Fern"}`
	for _, url := range os.Args[1:] {
		request, response := &protocol.Request{}, &protocol.Response{}
		request.SetRequestURI(url)
		request.SetMethod("POST")
		request.Header.SetContentTypeBytes([]byte("application/json"))
		request.SetBodyString(body)
		if err := http.Do(context.Background(), request, response); err != nil {
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
