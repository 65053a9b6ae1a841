#!/bin/sh
# Guess: json-canonicalize throws on the plant {id: 9007199254740993n}, or writes its digits.
