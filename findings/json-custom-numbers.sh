#!/bin/sh
# Guess: json-custom-numbers, with a number parser that makes a bigint of each integer, gives the ids -5,
# 0 and 9007199254740993 as bigints, passes the number's exact text for 1.0 and 1e3, and its
# stringify leaves strings and null as JSON does.
