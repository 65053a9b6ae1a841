#!/bin/sh
# Guess: koa2-ratelimit with one request a minute answers the second with 429 and Retry-After in
# whole seconds, 60 at most.
