#!/bin/sh
# Guess: ffetch with retries: 1 sends a POST again after a 503, and waits for the seconds of
# Retry-After.
