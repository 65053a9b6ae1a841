#!/bin/sh
# Guess: undici-retry sends a POST again after a 503, and waits for the second of Retry-After.
