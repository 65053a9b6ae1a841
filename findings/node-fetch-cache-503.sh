#!/bin/sh
# Guess: node-fetch-cache does not cache a POST, and does not cache a 503: each call sends a request.
