#!/bin/sh
# Guess: lua-json with Lua 5.3 decodes and encodes the ids 5, 9007199254740993 and 9223372036854775807
# with the same digits, keeps null as null and names with a slash, ×, a quote and a tab.
