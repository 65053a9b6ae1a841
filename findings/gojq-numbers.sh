#!/bin/sh
# Guess: gojq prints 1.0 as 1, 1e3 as 1000, -0 as -0 and 9223372036854775808 exactly.
