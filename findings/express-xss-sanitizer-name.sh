#!/bin/sh
# Guess: express-xss-sanitizer removes script tags from a body, and keeps a name such as Fern & Moss
# or pot <10 cm.
