#!/bin/sh
# Guess: gocsv and csvutil set a field of type *string to nil for an empty cell, and refuse the id 5.9 and
# an empty id for an int64.
#
# Found, gocsv of 2024-05-20: an empty cell is a pointer to an empty text, 5.9 is 5, an empty id is 0, and
# 010 is 8.
#
# Needs the Go module proxy, and Go 1.26 or later. Seen with Go 1.26.8. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
command -v go >/dev/null || exit 77
export GOPATH="$dir/go" GOCACHE="$dir/cache" GOTOOLCHAIN=local
go mod init finding >/dev/null 2>&1
go get github.com/gocarina/gocsv@v0.0.0-20240520201108-78e41c74b4b1 >/dev/null 2>&1 || exit 77

cat >main.go <<'GO'
package main

import (
	"fmt"

	"github.com/gocarina/gocsv"
)

type Plant struct {
	Id   int64   `csv:"id"`
	Name string  `csv:"name"`
	Tag  *string `csv:"tag"`
}

func main() {
	var plants []Plant
	text := "id,name,tag\n9007199254740993,Fern,\n5.9,Moss,a\n,Ivy,b\n010,Rose,c\n"
	if err := gocsv.UnmarshalString(text, &plants); err != nil {
		panic(err)
	}
	for _, plant := range plants {
		if plant.Tag == nil {
			fmt.Println(plant.Id, plant.Name, nil)
		} else {
			fmt.Printf("%d %s %q\n", plant.Id, plant.Name, *plant.Tag)
		}
	}
}
GO
go build -o run . >/dev/null 2>&1 || exit 77
output=$(./run)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
9007199254740993 Fern ""
5 Moss "a"
0 Ivy "b"
8 Rose "c"
OUTPUT
)"
