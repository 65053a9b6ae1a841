#!/bin/sh
# Guess: fast-json-stable-stringify throws on the plant {id: 9007199254740993n}, or writes its
# digits.
