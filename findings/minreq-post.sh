#!/bin/sh
# Guess: minreq sends a POST once, follows 302 and 303 with a GET and 307 with the POST and its
# body. A cut 200 is an error.
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet minreq@=3.0.0 --no-default-features >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
fn main() {

    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        match minreq::post(&url).with_header("content-type", "application/json").with_body(plant).send() {
            Ok(response) => println!("{} {}", response.status_code, response.as_str().unwrap_or("not text")),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' target/debug/post)
echo "$output"
test "$output" = 'TODO'
