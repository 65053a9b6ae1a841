#!/bin/sh
# Guess: GNU barcode without -e picks an encoding that encodes all of the digits given, so the text below
# the bars is the id for ids of 5, 8, 12, 13 and 14 digits.
