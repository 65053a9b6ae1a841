#!/bin/sh
# Guess: zipson parses what it stringified to the same plants: names that look like a date with a time,
# that hold its marks such as ¨, ´, ß and |, an empty one, the ids 5, -5, 4294967297 and
# 9007199254740991, 0.1, null, and an absent tag.
