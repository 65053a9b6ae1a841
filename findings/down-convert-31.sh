#!/bin/sh
# Guess: openapi-down-convert turns type [integer, null] with exclusiveMinimum 0 into type integer,
# nullable true, minimum 0, exclusiveMinimum true.
