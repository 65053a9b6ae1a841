#!/bin/sh
# Guess: jo id=9007199254740993 name=007 tag= writes {"id":9007199254740993,"name":"007","tag":""}:
# an integer keeps its digits, a text with leading zeros stays a text, and nothing is an empty text.
