#!/bin/sh
# Guess: h2o2 sends a POST once to a server that reads it and closes the connection, and hapi
# answers 502.
