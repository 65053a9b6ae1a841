#!/bin/sh
# Guess: Perl's PHP::Serialization writes the name 007 and the name 1e3 as strings, the ids 5, -5 and
# 9007199254740993 as integers, and a name with × with its length in bytes, as PHP's unserialize
# expects.
