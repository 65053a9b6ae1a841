#!/bin/sh
# Guess: phin-retry sends a POST again after a 503, waits for the second of Retry-After, and does
# not send it again after a 400.
