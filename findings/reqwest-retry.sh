#!/bin/sh
# Guess: reqwest-retry sends a POST again after a lost response, a reset, a 503, a 408 and a 429: it
# retries whatever is transient, whatever the method. A cut 200 is sent again, too.
#
# Found, reqwest-retry 0.9.1: it retries what the guess says, and a 500, but no 200 whose body was
# cut: the middleware ends with the head of the response.
#
# Output: closed: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         500: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         503: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         408: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         429: POST, POST; 200 Some("{\"name\":\"Fern\"}")
#         cut: POST; 200 None
#
# Needs crates.io.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
command -v cargo >/dev/null || exit 77
cargo init --quiet --name post . >/dev/null 2>&1
cargo add --quiet reqwest@=0.13.5 --no-default-features >/dev/null 2>&1 || exit 77
cargo add --quiet reqwest-middleware@=0.5.2 >/dev/null 2>&1 || exit 77
cargo add --quiet reqwest-retry@=0.9.1 >/dev/null 2>&1 || exit 77
cargo add --quiet tokio@=1.54.1 --features rt,time >/dev/null 2>&1 || exit 77

cat > src/main.rs <<'RUST'
use reqwest_middleware::ClientBuilder;
use reqwest_retry::{RetryTransientMiddleware, policies::ExponentialBackoff};

fn main() {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(run());
}

async fn run() {
    let policy = ExponentialBackoff::builder()
        .retry_bounds(std::time::Duration::from_millis(1), std::time::Duration::from_millis(5))
        .build_with_max_retries(2);
    let client = ClientBuilder::new(reqwest::Client::new())
        .with(RetryTransientMiddleware::new_with_policy(policy))
        .build();
    for url in std::env::args().skip(1) {
        let plant = r#"{"id":5,"name":"Fern"}"#;
        let request = client.post(url).header("content-type", "application/json");
        match request.body(plant).send().await {
            Ok(response) => println!("{} {:?}", response.status().as_u16(), response.text().await.ok()),
            Err(_) => println!("error"),
        }
    }
}
RUST
cargo fetch --quiet >/dev/null 2>&1 || exit 77
cargo build --quiet

output=$(node "$here/serve-events.mjs" 'closed, 500, 503, 408, 429, cut' target/debug/post)
echo "$output"
test "$output" = 'closed: POST, POST; 200 Some("{\"name\":\"Fern\"}")
500: POST, POST; 200 Some("{\"name\":\"Fern\"}")
503: POST, POST; 200 Some("{\"name\":\"Fern\"}")
408: POST, POST; 200 Some("{\"name\":\"Fern\"}")
429: POST, POST; 200 Some("{\"name\":\"Fern\"}")
cut: POST; 200 None'
