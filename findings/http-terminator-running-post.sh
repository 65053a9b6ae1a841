#!/bin/sh
# Guess: http-terminator waits for the response of a running POST that needs 2 s, and then closes the
# connection.
