#!/bin/sh
# Guess: fast-json-stringify writes the bigint 9007199254740993n with all digits for type integer,
# for type [integer, null] and for anyOf of integer and null.
