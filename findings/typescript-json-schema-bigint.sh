#!/bin/sh
# Guess: typescript-json-schema writes a bigint as type integer.
