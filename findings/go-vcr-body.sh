#!/bin/sh
# Guess: The default matcher of go-vcr 4 does not replay a recorded response for a POST with another
# body.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get gopkg.in/dnaeon/go-vcr.v4@v4.0.8 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		w.Write(body)
	}))
	defer server.Close()
	for _, mode := range []recorder.Mode{recorder.ModeRecordOnly, recorder.ModeReplayOnly} {
		tape, err := recorder.New("tape", recorder.WithMode(mode))
		if err != nil {
			fmt.Println(err)
			return
		}
		client := tape.GetDefaultClient()
		for _, id := range []string{"9007199254740993", "9007199254740992", "1"} {
			if mode == recorder.ModeRecordOnly && id != "9007199254740993" {
				continue
			}
			response, err := client.Post(server.URL, "application/json", strings.NewReader(`{"id":`+id+`}`))
			if err != nil {
				fmt.Println(id, "no response")
				continue
			}
			body, _ := io.ReadAll(response.Body)
			fmt.Println(id, string(body))
		}
		tape.Stop()
	}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(./post)
echo "$output"
test "$output" = 'TODO'
