#!/bin/sh
# Guess: express-idempotency does not keep a 500: a second POST with the same Idempotency-Key runs
# the handler again.
