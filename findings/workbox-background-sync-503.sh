#!/bin/sh
# Guess: the queue of workbox-background-sync keeps a POST whose replay got a 503, and sends it again
# at the next replay.
