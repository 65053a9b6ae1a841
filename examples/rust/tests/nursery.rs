//! The mock runs as a child process, and each test has a session of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

use nursery::{Outcome, Plant, create};
use serde_json::{Value, json};

/// The mock, which ends with this process because its standard input ends then.
static MOCK: LazyLock<(Child, String)> = LazyLock::new(|| {
    let mut mock = Command::new("node_modules/.bin/plant-store-mock")
        .args(["--port", "0", "--json", "--exit-with-stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("npm install has installed the mock");
    let mut line = String::new();
    BufReader::new(mock.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let ready: Value = serde_json::from_str(&line).expect("the mock has started");
    (mock, ready["url"].as_str().unwrap().to_owned())
});

const FERN: Plant = Plant { id: 9007199254740993, name: "Fern" };
const TIMEOUT: Duration = Duration::from_secs(5);

/// The base URL of a session.
fn store(session: &str) -> String {
    format!("{}/sessions/{session}", MOCK.1)
}

/// Calls the admin API of the mock. Returns the body of the response.
fn admin(method: &str, url: String, body: Value) -> String {
    let method = method.parse().unwrap();
    let response = reqwest::blocking::Client::new().request(method, url).json(&body).send().unwrap();
    response.error_for_status().unwrap().text().unwrap()
}

fn plants(store: &str) -> String {
    admin("GET", format!("{store}/__admin/plants"), json!({}))
}

#[test]
fn creates_a_plant() {
    let store = store("creates");
    assert_eq!(create(&store, &FERN, TIMEOUT), Outcome::Created);
    assert_eq!(plants(&store), r#"{"plants":[{"id":9007199254740993,"name":"Fern"}]}"#);
}

#[test]
fn says_what_a_fault_means() {
    let faults = [
        (json!({"type": "reset"}), Outcome::Unknown, false),
        (json!({"type": "reset", "afterCreate": true}), Outcome::Unknown, true),
        (json!({"type": "reset", "afterCreate": true, "close": true}), Outcome::Unknown, true),
        (json!({"type": "truncate", "bytes": 5}), Outcome::Unknown, true),
        (json!({"type": "hang", "afterCreate": true}), Outcome::Unknown, true),
        (json!({"type": "stall", "bytes": 5}), Outcome::Unknown, true),
        (json!({"type": "status", "status": 400}), Outcome::NotCreated, false),
        (json!({"type": "status", "status": 408}), Outcome::Unknown, false),
        (json!({"type": "status", "status": 503}), Outcome::Unknown, false),
        (json!({"type": "status", "status": 503, "afterCreate": true}), Outcome::Unknown, true),
        (json!({"type": "status", "status": 200, "body": "<p>", "afterCreate": false}), Outcome::Unknown, false),
    ];
    for (number, (fault, outcome, exists)) in faults.into_iter().enumerate() {
        let store = store(&format!("fault-{number}"));
        admin("POST", format!("{store}/__admin/faults"), fault.clone());
        assert_eq!(create(&store, &FERN, TIMEOUT), outcome, "{fault}");
        assert_eq!(plants(&store).contains("Fern"), exists, "{fault}");
    }
}

#[test]
fn says_that_an_id_is_taken() {
    let store = store("taken");
    let rules = json!({"rules": {"duplicates": {"status": 409, "error": 1003}}});
    admin("PATCH", format!("{store}/__admin/settings"), rules);
    admin("POST", format!("{store}/__admin/plants"), json!({"id": 9007199254740993i64, "name": "Moss"}));
    assert_eq!(create(&store, &FERN, TIMEOUT), Outcome::IdIsTaken);
}
