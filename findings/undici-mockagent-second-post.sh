#!/bin/sh
# Guess: a MockAgent of undici with one intercept for POST /plants rejects the second POST.
