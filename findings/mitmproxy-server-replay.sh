#!/bin/sh
# Guess: mitmdump --server-replay answers the same POST twice with the recorded response, and
# forwards none.
