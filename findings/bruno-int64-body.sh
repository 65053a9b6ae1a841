#!/bin/sh
# Guess: Bruno's command line sends the JSON body {"id": 9007199254740993} of a .bru file as it is
# written.
