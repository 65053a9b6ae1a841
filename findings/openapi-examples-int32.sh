#!/bin/sh
# Guess: openapi-examples-validator reports the example 3000000000 of an integer with format int32.
