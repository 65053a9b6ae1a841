#!/bin/sh
# Guess: @adobe/node-fetch-retry sends a POST again after a 503 at once or after its own delay, and
# not after a 429.
