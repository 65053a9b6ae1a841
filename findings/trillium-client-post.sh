#!/bin/sh
# Guess: The client of Trillium sends a POST once in every case, follows no redirect, and a cut 200
# is an error.
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet trillium-client@=0.9.20 >/dev/null 2>&1 || exit 77
cargo add --quiet trillium-smol@0.6 >/dev/null 2>&1 || exit 77
cargo add --quiet futures-lite@2 >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
use trillium_client::Client;
use trillium_smol::ClientConfig;

fn main() {
    futures_lite::future::block_on(async {
        let client = Client::new(ClientConfig::default()).with_default_pool();
        for url in std::env::args().skip(1) {
            let sent = client.post(url).with_request_header("content-type", "application/json").with_body(r#"{"id":5,"name":"Fern"}"#).await;
            match sent {
                Ok(mut conn) => println!("{:?} {:?}", conn.status(), conn.response_body().read_string().await),
                Err(error) => println!("error: {error}"),
            }
        }
    });
}
RUST
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed (reused), reset (reused), closed, reset, 503, 503 retry-after, 302, 303, 307, cut, cut chunked, 400' target/debug/post)
echo "$output"
test "$output" = 'TODO'
