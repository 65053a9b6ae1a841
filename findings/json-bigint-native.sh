#!/bin/sh
# Guess: json-bigint-native reads ids of 5, -5, 9007199254740993 and -9223372036854775808 so that its
# stringify writes the same digits, and writes null, an absent tag, Dates and names with quotes as
# JSON does.
