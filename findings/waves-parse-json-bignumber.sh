#!/bin/sh
# Guess: waves-parse-json-bignumber reads the id 9007199254740993 without loss, and leaves the name
# "code: 9007199254740993, red" as it is.
