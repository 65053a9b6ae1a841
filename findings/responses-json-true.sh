#!/bin/sh
# Guess: the json_params_matcher({"id": 1}) of responses does not match the body {"id": true}.
