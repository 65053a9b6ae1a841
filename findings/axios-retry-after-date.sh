#!/bin/sh
# Guess: axios-retry-after sends a POST again after a 429, and waits until the HTTP date of
# Retry-After.
