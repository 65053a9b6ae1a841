#!/bin/sh
# Guess: fastify-bearer-auth does not find the token behind "bearer" in lower case.
