#!/bin/sh
# Guess: What Perl's YAML::XS loads from "id: 9007199254740993, name: '007', tag: ~" is written by
# JSON::PP as a number, a string and null.
