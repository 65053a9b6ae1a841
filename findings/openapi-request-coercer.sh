#!/bin/sh
# Guess: openapi-request-coercer turns the int64 parameter 9007199254740993 into 9007199254740992,
# and leaves 1e3 as NaN or text.
