#!/bin/sh
# Guess: Python's demjson decodes and encodes the ids 5, -5, 9007199254740993 and 9223372036854775807
# with the same digits, null as null, and names with ×, a slash, a quote, a control character and
# an outer space exactly, and leaves 1.0 and 1e3 numbers.
