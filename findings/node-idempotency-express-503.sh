#!/bin/sh
# Guess: node-idempotency-express does not keep a 503: a second POST with the same key runs again.
# The same key with another body is refused with a 4xx.
