#!/bin/sh
# Guess: lua-dkjson with Lua 5.3 decodes and encodes the id 9007199254740993 and 9223372036854775807 with
# the same digits, and keeps null as null.
