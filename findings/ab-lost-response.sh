#!/bin/sh
# Guess: ab counts a request as failed if the server reads it and closes the connection without a
# response.
