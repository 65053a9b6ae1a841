#!/bin/sh
# Guess: feaxios with retry: {retries: 1} does not send a POST again after a 503.
