//! The app that is tested.

use std::time::Duration;

use serde::{Deserialize, Serialize};

#[derive(Serialize)]
pub struct Plant<'a> {
    pub id: i64,
    pub name: &'a str,
}

#[derive(Debug, PartialEq)]
pub enum Outcome {
    Created,
    NotCreated,
    /// The store may have created it before the connection was lost.
    Unknown,
    IdIsTaken,
}

#[derive(Deserialize)]
struct Created {
    #[allow(dead_code)] // Only whether it is there counts.
    name: String,
}

/// Creates a plant, and says what happened to it.
pub fn create(base_url: &str, plant: &Plant, timeout: Duration) -> Outcome {
    let client = reqwest::blocking::Client::builder().timeout(timeout).build().expect("options are valid");
    let request = client.post(format!("{base_url}/plants")).bearer_auth("any").json(plant);
    let Ok(response) = request.send() else { return Outcome::Unknown };
    match response.status().as_u16() {
        200 => response.json::<Created>().map_or(Outcome::Unknown, |_| Outcome::Created),
        409 => Outcome::IdIsTaken,
        // They say that the request was cut off, not that it was rejected.
        408 | 499 => Outcome::Unknown,
        400..500 => Outcome::NotCreated,
        _ => Outcome::Unknown,
    }
}
