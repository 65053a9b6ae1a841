#!/bin/sh
# Guess: openapi-examples-validator reports an invalid value in the examples array of a schema of an
# OpenAPI 3.1 document.
