#!/bin/sh
# Guess: webhook answers 5xx if the command of the hook, such as a curl that sends a plant, exits
# with 1.
