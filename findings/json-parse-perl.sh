#!/bin/sh
# Guess: Perl's JSON::Parse reads the ids 5, -5, 9007199254740993, 9223372036854775807 and 1e3 as
# numbers, so that JSON::PP writes them without quotes and with the same value.
