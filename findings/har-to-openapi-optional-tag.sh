#!/bin/sh
# Guess: har-to-openapi makes tag optional if one recorded POST has a tag and another has none.
