#!/bin/sh
# Guess: JSONParse and JSONStringify of json-with-bigint keep the name "9007199254740993n" a string
# beside the id 9007199254740993.
