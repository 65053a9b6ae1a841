#!/bin/sh
# Guess: Perl's DBIx::XML_RDB writes each row of a SQLite table as XML in which NULL and an empty text
# differ, and a name with &, <, a quote, × and a line break is read by an XML parser as it is in
# the table.
