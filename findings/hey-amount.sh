#!/bin/sh
# Guess: hey -n 10 -c 4 -m POST sends 10 requests.
