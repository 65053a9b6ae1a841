#!/bin/sh
# Guess: with types inferred (csv-simple-parser-infer), the names "5 pot", "2026-11-28", "3M" and
# "007-A" stay text, and the id 9007199254740993 is rounded to 9007199254740992.
