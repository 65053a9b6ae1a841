#!/bin/sh
# Guess: httpYac prints the id 9007199254740993 of a JSON response as 9007199254740992, because it
# formats the body with JSON.parse.
