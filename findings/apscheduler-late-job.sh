#!/bin/sh
# Guess: APScheduler runs a job whose time passed 5 s before the scheduler started, at once.
