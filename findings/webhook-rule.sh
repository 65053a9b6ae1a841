#!/bin/sh
# Guess: webhook (the server that runs commands for hooks) answers 4xx if the trigger rule of the
# hook is not satisfied.
