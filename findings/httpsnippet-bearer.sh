#!/bin/sh
# Guess: httpsnippet writes the JSON body {"id":9007199254740993} of a HAR request into Go, Java
# and shell code with these digits.
