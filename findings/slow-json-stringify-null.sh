#!/bin/sh
# Guess: slow-json-stringify writes null as null for attr('string') and for attr('number').
