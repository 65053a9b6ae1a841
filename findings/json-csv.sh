#!/bin/sh
# Guess: json-csv writes null and a missing tag as an empty cell, a bigint as its digits, and a name with
# a quote, a comma or a line break as RFC 4180 asks for.
