#!/bin/sh
# Guess: httpretty.latest_requests() has one entry after one POST with a JSON body by requests.
