#!/bin/sh
# Guess: json-bigint-patch leaves decimals alone: JSON.parse of 12345678901234567.5 gives a number.
