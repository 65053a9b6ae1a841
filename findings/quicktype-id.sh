#!/bin/sh
# Guess: quicktype derives int64 in Go from the sample id 9007199254740993, and float64 from
# 9223372036854775808, which does not fit.
