#!/bin/sh
# Guess: open-api-mocker answers a POST without a name with a 400 whose body is as the document
# declares it for 400.
