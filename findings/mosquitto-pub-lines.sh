#!/bin/sh
# Guess: mosquitto_pub -l sends each line of an NDJSON file as one message, also the last one without a
# line break, with its bytes as they are.
