#!/bin/sh
# Guess: the bundle of @redocly/openapi-core from a YAML document has maximum: 9223372036854775807
# and the example 9007199254740993 with the same digits.
