#!/bin/sh
# curl, in place of any language: starts the store on a free port, creates a plant, is refused another, stops the store.
# Its arguments are the command that starts the store. npx would not do: it takes no signal along.
#
#     sh examples/testing-curl.sh node_modules/.bin/plant-store-mock
set -eu

folder=$(mktemp -d)
mkfifo "$folder/output"
"$@" --port 0 --json >"$folder/output" &
store=$!
trap 'kill $store || true; wait $store || true; rm -r "$folder"' EXIT

# The first line says that the store is ready, and where.
exec 3<"$folder/output"
read -r ready <&3
url=$(echo "$ready" | sed 's/.*"url":"\([^"]*\)".*/\1/')

create() {
  curl --silent --show-error --write-out ' %{http_code}\n' \
    --header 'authorization: Bearer any' --header 'content-type: application/json' --data "$1" "$url/plants"
}

create '{"id":1,"name":"Fern"}'
create '{"id":"2","name":"Moss"}'
