#!/bin/sh
# Guess: The tools of the Debian package reserialize (json2yaml, yaml2json, json2toml, toml2json,
# json2bson, bson2json) keep the id 9007199254740993, names such as 007, on, 1e3 and 12:30 as
# texts, and a tag that is null as null where the format has it.
