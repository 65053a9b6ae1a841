#!/bin/sh
# Guess: fetchff sends two identical POSTs that start at the same time as two requests.
