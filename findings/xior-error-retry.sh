#!/bin/sh
# Guess: the error-retry plugin of xior does not send a POST again after a 503, unless it is told
# to.
