#!/bin/sh
# Guess: fetch-vcr keeps a recording for each different body: a POST of another plant does not get
# the first recording.
