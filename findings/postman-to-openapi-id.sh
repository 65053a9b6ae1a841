#!/bin/sh
# Guess: postman-to-openapi keeps the digits of the id 9007199254740993 in the example, and its type
# is integer.
