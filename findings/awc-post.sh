#!/bin/sh
# Guess: awc, the client of Actix, sends a POST once in every case, follows 302 and 303 with a GET
# and 307 with the POST, and a cut 200 is an error.
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet awc@=3.11.0 --no-default-features >/dev/null 2>&1 || exit 77
cargo add --quiet actix-rt@2 >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
#[actix_rt::main]
async fn main() {
    let client = awc::Client::default();
    for url in std::env::args().skip(1) {
        let request = client.post(&url).insert_header(("content-type", "application/json"));
        match request.send_body(r#"{"id":5,"name":"Fern"}"#).await {
            Ok(mut response) => println!("{} {:?}", response.status().as_u16(), response.body().await),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' target/debug/post)
echo "$output"
test "$output" = 'TODO'
