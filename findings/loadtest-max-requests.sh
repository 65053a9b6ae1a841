#!/bin/sh
# Guess: loadtest with maxRequests 1 sends one POST to a server that reads it and closes the
# connection, and counts an error.
