#!/bin/sh
# Guess: alova sends two identical POSTs that start at the same time as two requests.
