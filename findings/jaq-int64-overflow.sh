#!/bin/sh
# Guess: `jaq -c .` prints 9223372036854775808, 1.0, 1e2 and 100000000000000000000 as they are in the
# input, and .id + 1 is exact for 9223372036854775807.
#
# Found, jaq 2.3.0: the digits and the exponents stay, but .id + 1 is -9223372036854775808, without an
# error.
#
# Needs crates.io, and Rust 1.85 or later. Seen with Rust 1.95.0. The output is at the end.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo install --quiet --locked --root . --target-dir target jaq@2.3.0 >/dev/null 2>&1 || exit 77

output=$(for id in 9007199254740993 9223372036854775807 9223372036854775808 1e2; do
  echo "{\"id\":$id}" | bin/jaq -c '[.id, .id + 1]'
done)
printf '%s\n' "$output"
test "$output" = "$(cat <<'OUTPUT'
[9007199254740993,9007199254740994]
[9223372036854775807,-9223372036854775808]
[9223372036854775808,9.223372036854776e18]
[1e2,101.0]
OUTPUT
)"
