#!/bin/sh
# Guess: the default middleware of @microsoft/kiota-http-fetchlibrary sends a POST once if the answer
# is 503.
