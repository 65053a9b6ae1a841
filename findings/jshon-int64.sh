#!/bin/sh
# Guess: jshon -n 9007199254740993 -i id writes this number with the same digits, and jshon -s with a
# name of quotes, a backslash and × writes it so that a JSON reader gets the same name.
