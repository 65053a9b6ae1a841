#!/bin/bash
# Posts the plants 1 to $2 to $1 with one curl, which reuses its connection. Each client prints a line for each plant:
# its id, and the status and the body, or "error".
arguments=()
for id in $(seq "$2"); do
  arguments+=(--next --silent --max-time 3 "$1/plants" --header "authorization: Bearer any"
    --header "content-type: application/json" ${ONCE:+--header "connection: close"} --data "{\"id\":$id,\"name\":\"Fern\"}"
    --write-out '\t%{http_code} %{exitcode}\n')
done
curl "${arguments[@]:1}" | awk -F '\t' '{ split($2, end, " "); print NR, end[2] == 0 ? end[1] " " $1 : "error" }'
