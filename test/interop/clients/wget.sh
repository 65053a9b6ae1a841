#!/bin/bash
# One wget for each plant, because wget sends the same body to all of its URLs: each plant has a new connection.
headers=$(mktemp --tmpdir="$HOME")
for id in $(seq "$2"); do
  body=$(wget ${ONCE:+--tries=1} --quiet --server-response --content-on-error --timeout 3 --waitretry 0 --output-document - \
    --header "authorization: Bearer any" --header "content-type: application/json" \
    --post-data "{\"id\":$id,\"name\":\"Fern\"}" "$1/plants" 2>"$headers")
  code=$?
  status=$(sed -n 's/^ *HTTP\S* //p' "$headers" | tail -n 1)
  if ((code == 0 || code == 8)); then echo "$id ${status%% *} $body"; else echo "$id error"; fi # 8: an error status
done
