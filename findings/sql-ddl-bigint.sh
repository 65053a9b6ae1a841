#!/bin/sh
# Guess: sql-ddl-to-json-schema gives a BIGINT column an integer schema whose maximum is
# 9223372036854776000 in JSON.
