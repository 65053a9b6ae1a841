#!/bin/sh
# Guess: true-json-bigint gives an id of 9007199254740993 as a bigint or an object with the same digits,
# leaves a name of digits such as "9007199254740993" a string, and writes what it read back as the
# same JSON.
