#!/bin/sh
# Guess: phin, told to follow redirects, sends a GET without a body to the target of a 302 and of a
# 303 after a POST.
