#!/bin/sh
# Guess: express-openapi-validator checks the body of a POST and does not change it: a tag that is
# missing stays missing, also if its schema has a default.
