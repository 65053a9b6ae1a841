#!/bin/sh
# Guess: the upgrade of minimum: 0 with exclusiveMinimum: true by @scalar/openapi-upgrader is
# exclusiveMinimum: 0 without minimum; exclusiveMinimum: false leaves minimum: 0.
