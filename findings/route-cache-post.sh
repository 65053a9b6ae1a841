#!/bin/sh
# Guess: route-cache as middleware for a whole Express app caches GET only: two equal POSTs create
# two plants.
