#!/bin/sh
# Guess: json-stringify-deterministic throws on the plant {id: 9007199254740993n}, or writes its
# digits.
