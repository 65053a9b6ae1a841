#!/bin/sh
# Guess: http_req sends a POST once in every case, follows 302 and 303 with a GET and 307 with the
# POST, and a cut 200 is an error.
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet http_req@=0.14.6 --no-default-features >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
fn main() {

    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let mut body = Vec::new();
        let uri = http_req::uri::Uri::try_from(url.as_str()).unwrap();
        let mut request = http_req::request::Request::new(&uri);
        request.method(http_req::request::Method::POST);
        request.header("content-type", "application/json");
        request.header("content-length", &plant.len().to_string());
        request.body(plant.as_bytes());
        match request.send(&mut body) {
            Ok(response) => println!("{} {}", response.status_code(), String::from_utf8_lossy(&body)),
            Err(error) => println!("error: {error}"),
        }
    }
}
RUST
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' target/debug/post)
echo "$output"
test "$output" = 'TODO'
