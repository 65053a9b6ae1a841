#!/bin/sh
# Starts the mock on a free port, creates a plant with curl, gets a 400 for an invalid one, and stops the mock.
# The arguments are the command that starts the mock. Do not use npx, because it does not forward signals.
#
#     sh examples/testing-curl.sh node_modules/.bin/plant-store-mock
set -eu

folder=$(mktemp -d)
mkfifo "$folder/output"
"$@" --port 0 --json >"$folder/output" &
mock=$!
trap 'kill $mock || true; wait $mock || true; rm -r "$folder"' EXIT

# When the mock is ready, it prints a line with its URL.
exec 3<"$folder/output"
read -r ready <&3
url=$(echo "$ready" | sed 's/.*"url":"\([^"]*\)".*/\1/')

create() {
  curl --silent --show-error --write-out ' %{http_code}\n' \
    --header 'authorization: Bearer any' --header 'content-type: application/json' --data "$1" "$url/plants"
}

create '{"id":1,"name":"Fern"}'
create '{"id":"2","name":"Moss"}'
