#!/bin/sh
# Guess: the http() destination of syslog-ng sends a message again after 408, 425, 429, 500 and
# 503, and drops it after 400 and 409.
