#!/bin/sh
# Guess: @scalar/openapi-upgrader turns allOf [$ref] with nullable: true of OpenAPI 3.0 into a schema
# that accepts null in 3.1 (anyOf with type null).
