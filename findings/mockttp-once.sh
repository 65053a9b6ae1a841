#!/bin/sh
# Guess: with forPost().once(), the second POST to mockttp gets a 503 that says that no rule
# matched.
