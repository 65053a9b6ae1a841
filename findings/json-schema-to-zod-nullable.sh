#!/bin/sh
# Guess: json-schema-to-zod turns {type: [integer, null], minimum: 1} into a union of
# z.number().int().min(1) and z.null().
