#!/bin/sh
# Guess: @streamparser/json with separator \\n gives three values for three lines that end with
# CRLF, CRLF and nothing.
