#!/bin/sh
# Guess: parseChunked of @discoveryjs/json-ext in JSONL mode skips an empty line between two lines.
