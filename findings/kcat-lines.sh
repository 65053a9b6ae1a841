#!/bin/sh
# Guess: kcat -P -l sends each line of an NDJSON file as one message, also an empty one in between and
# the last one without a line break, and kcat -C -J writes each message's text as a JSON string
# with the same characters.
