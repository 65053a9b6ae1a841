#!/bin/sh
# Guess: fast-gateway sends a POST once to a server that reads it and closes the connection, and
# answers 502.
