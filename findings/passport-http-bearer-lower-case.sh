#!/bin/sh
# Guess: passport-http-bearer accepts the scheme "bearer" in lower case, as RFC 9110 says.
