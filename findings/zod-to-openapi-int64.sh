#!/bin/sh
# Guess: zod-to-openapi writes z.int64() as type integer with format int64.
