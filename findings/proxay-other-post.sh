#!/bin/sh
# Guess: proxay in replay mode answers a POST whose body was not recorded with an error, not with the
# response of another plant.
