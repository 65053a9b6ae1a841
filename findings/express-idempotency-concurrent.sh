#!/bin/sh
# Guess: express-idempotency runs the handler once for two POSTs with the same Idempotency-Key at the
# same time; the second gets a 409 or waits.
