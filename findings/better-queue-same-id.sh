#!/bin/sh
# Guess: better-queue runs a task for each pushed plant: two rows with the same id and other names,
# pushed one after the other, are two tasks.
