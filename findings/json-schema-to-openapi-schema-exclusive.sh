#!/bin/sh
# Guess: @openapi-contrib/json-schema-to-openapi-schema turns exclusiveMinimum: 0 into minimum: 0
# with exclusiveMinimum: true.
