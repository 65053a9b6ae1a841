#!/bin/sh
# Guess: express-bearer-token does not find the token behind "bearer" in lower case.
