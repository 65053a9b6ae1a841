#!/bin/sh
# Guess: @alwatr/fetch sends a POST once if the answer is 503.
