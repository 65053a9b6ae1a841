#!/bin/sh
# Guess: gocsv and csvutil set a field of type *string to nil for an empty cell, and refuse the id 5.9 and
# an empty id for an int64.
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
	"fmt"

	"github.com/gocarina/gocsv"
	"github.com/jszwec/csvutil"
)

type Plant struct {
	Id   int64   `csv:"id"`
	Name string  `csv:"name"`
	Tag  *string `csv:"tag"`
}

func main() {
	for _, row := range []string{"9007199254740993,Fern,", "5.9,Fern,a", ",Fern,a", "010,Fern,a", "0x1F,Fern,a", "1_000,Fern,a", "9223372036854775808,Fern,a", " 5,Fern,a"} {
		text := "id,name,tag\n" + row + "\n"
		var a, b []Plant
		errA := gocsv.UnmarshalString(text, &a)
		errB := csvutil.Unmarshal([]byte(text), &b)
		show := func(plants []Plant, err error) string {
			if err != nil {
				return "error: " + err.Error()
			}
			if plants[0].Tag == nil {
				return fmt.Sprint(plants[0].Id, " nil")
			}
			return fmt.Sprintf("%d %q", plants[0].Id, *plants[0].Tag)
		}
		fmt.Println(row, "| gocsv", show(a, errA), "| csvutil", show(b, errB))
	}
	tag := ""
	out, _ := gocsv.MarshalString([]Plant{{1, "Fern", nil}, {2, "Moss", &tag}})
	fmt.Printf("%q\n", out)
	other, _ := csvutil.Marshal([]Plant{{1, "Fern", nil}, {2, "Moss", &tag}})
	fmt.Printf("%q\n", other)
}
GO
go mod init finding >/dev/null 2>&1
go get github.com/gocarina/gocsv@v0.0.0-20240520201108-78e41c74b4b1 github.com/jszwec/csvutil@latest >/dev/null 2>&1 || exit 77
output=$(go run .)
echo "$output"
