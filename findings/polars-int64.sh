#!/bin/sh
# Guess: nodejs-polars reads the id 9007199254740993 as Int64, gives it as a bigint in toRecords(),
# and writes its digits as NDJSON.
