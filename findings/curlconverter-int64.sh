#!/bin/sh
# Guess: curlconverter turns curl -d {"id":9007199254740993} into fetch code whose body is a string
# with these digits.
