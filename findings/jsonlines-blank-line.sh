#!/bin/sh
# Guess: jsonlines raises an error at an empty line between two lines.
