#!/bin/sh
# Guess: With json-bigint-patch, JSON.parse and JSON.stringify keep the id 9007199254740993 and 5, a tag
# that is null, a key __proto__-free plain object, a name of digits as a string, and a reviver or
# an indent as before.
