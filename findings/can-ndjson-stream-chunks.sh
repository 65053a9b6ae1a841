#!/bin/sh
# Guess: can-ndjson-stream gives the same plants wherever the bytes of its input are cut into two
# chunks (in a character of two bytes, a doubled quote, CRLF, a number).
