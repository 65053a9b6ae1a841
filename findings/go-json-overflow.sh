#!/bin/sh
# Guess: goccy/go-json, json-iterator and segmentio/encoding return an error for 9223372036854775808, 1.0
# and 1e2 in a field of type int64, like encoding/json.
#
# Needs the Go module proxy, and Go 1.26 or later.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="${GOCACHE_SHARED:-$dir/cache}"
cat >main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"

	goccy "github.com/goccy/go-json"
	jsoniter "github.com/json-iterator/go"
	segment "github.com/segmentio/encoding/json"
)

type Plant struct {
	Id int64 `json:"id"`
}

func main() {
	decoders := []struct {
		name   string
		decode func([]byte, any) error
	}{{"encoding/json", json.Unmarshal}, {"goccy", goccy.Unmarshal}, {"json-iterator", jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal}, {"segmentio", segment.Unmarshal}}
	for _, text := range []string{"9223372036854775808", "18446744073709551621", "1.0", "1e2", "-9223372036854775809", "null", "-0", `"5"`, "5.9"} {
		for _, d := range decoders {
			plant := Plant{7}
			err := d.decode([]byte(`{"id":`+text+`}`), &plant)
			fmt.Print(text, " ", d.name, ": ", plant.Id, " ", err, "\n")
		}
	}
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/goccy/go-json@latest github.com/json-iterator/go@latest github.com/segmentio/encoding@latest >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
