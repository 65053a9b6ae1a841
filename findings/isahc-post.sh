#!/bin/sh
# Guess: isahc sends a POST again after a lost response on a reused connection, as curl does. It
# follows no redirect, and a cut 200 is an error.
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet isahc@=2.0.2 >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
use isahc::{ReadResponseExt, RequestExt, Request};

fn main() {
    let client = isahc::HttpClient::new().unwrap();
    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let request = Request::post(&url).header("content-type", "application/json").body(plant).unwrap();
        match client.send(request) {
            Ok(mut response) => println!("{} {:?}", response.status().as_u16(), response.text()),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' target/debug/post)
echo "$output"
test "$output" = 'TODO'
