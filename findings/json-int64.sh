#!/bin/sh
# Guess: json-int64 reads ids of 5, -5, 9007199254740993, -9007199254740993 and 9223372036854775807 so
# that its stringify writes the same digits, and leaves a name of digits a string.
