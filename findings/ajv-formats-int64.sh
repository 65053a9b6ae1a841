#!/bin/sh
# Guess: Ajv with ajv-formats rejects 1e19 for type integer with format int64, as it rejects
# 3000000000 for int32.
