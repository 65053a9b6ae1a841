#!/bin/sh
# Guess: the retry middleware of wretch sends a POST once if the answer is 400, and again after a
# 503 without regard to Retry-After.
