#!/bin/sh
# Guess: the Postman body that openapi-to-postmanv2 makes from the schema of a plant has a number as
# id, and is valid for that schema.
