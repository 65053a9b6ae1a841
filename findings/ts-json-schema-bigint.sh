#!/bin/sh
# Guess: ts-json-schema-generator writes a bigint as type integer.
