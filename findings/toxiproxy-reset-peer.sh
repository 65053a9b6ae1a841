#!/bin/sh
# Guess: With the toxic reset_peer (downstream, timeout 0), the server behind toxiproxy reads the
# POST, and the client gets a reset.
#
# Needs the Go module proxy.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
go mod init example >/dev/null 2>&1
go get github.com/Shopify/toxiproxy/v2@v2.5.0 >/dev/null 2>&1 || exit 77

cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/Shopify/toxiproxy/v2/toxics"
	"github.com/rs/zerolog"
)

func main() {
	var posts atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		if err == nil && len(body) == 22 {
			posts.Add(1)
		}
		io.WriteString(w, `{"name":"Fern"}`)
	}))
	for _, stream := range []string{"none", "downstream", "upstream"} {
		posts.Store(0)
		logger := zerolog.Nop()
		control := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), logger)
		proxy := toxiproxy.NewProxy(control, stream, "127.0.0.1:0", server.Listener.Addr().String())
		proxy.Start()
		if stream != "none" {
			json := fmt.Sprintf(`{"type":"reset_peer","stream":%q,"attributes":{"timeout":0}}`, stream)
			proxy.Toxics.AddToxicJson(strings.NewReader(json))
		}
		connection, _ := net.Dial("tcp", proxy.Listen)
		fmt.Fprint(connection, "POST /plants HTTP/1.1\r\nhost: a\r\ncontent-length: 22\r\nconnection: close\r\n\r\n{\"id\":5,\"name\":\"Fern\"}")
		response, err := io.ReadAll(connection)
		fmt.Println(stream, posts.Load(), len(response) > 0, err != nil)
		proxy.Stop()
	}
	_ = toxics.ResetToxic{}
}
GO
go mod tidy >/dev/null 2>&1
go build -o post .

output=$(./post)
echo "$output"
test "$output" = 'TODO'
