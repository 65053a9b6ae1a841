#!/bin/sh
# Guess: hapi-auth-bearer-token accepts the scheme "bearer" in lower case, as RFC 9110 says.
