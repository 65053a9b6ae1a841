#!/bin/sh
# Guess: sqlstring writes the bigint 9007199254740993n into an INSERT as these digits, without
# quotes.
