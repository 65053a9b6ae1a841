#!/bin/sh
# Guess: openapi-sampler gives 1 for an integer with exclusiveMinimum 0, and 5 for one with minimum
# 5.
