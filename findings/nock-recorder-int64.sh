#!/bin/sh
# Guess: a response that the recorder of nock saved is replayed with the same text: an id
# 9007199254740993 keeps its digits.
