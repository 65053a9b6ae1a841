#!/bin/sh
# Guess: hono-idempotency does not keep a 503: a second POST with the same key runs again. The same
# key with another body is refused with a 4xx.
