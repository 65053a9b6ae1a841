#!/bin/sh
# Guess: xlsx2csv prints the digits of a number cell as they stand in the file: 9007199254740993
# and 9223372036854775807.
