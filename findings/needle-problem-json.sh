#!/bin/sh
# Guess: needle parses application/json into an object, and gives the body of
# application/problem+json as a Buffer, because it does not know the type.
