#!/bin/sh
# Guess: swagger-client throws a TypeError for a bigint in the JSON body, because JSON.stringify
# does.
