//! Creates plants one after another with a library, and prints what its user sees: client LIBRARY URL COUNT

use std::error::Error;
use std::time::Duration;

const TIMEOUT: Duration = Duration::from_secs(3);

type Answer = Result<(u16, String), Box<dyn Error>>;
/// Sends one plant to a URL. Returns the status and the body of the response.
type Create = Box<dyn FnMut(&str, String) -> Answer>;

fn use_reqwest() -> Create {
    let client = reqwest::blocking::Client::builder().timeout(TIMEOUT).build().unwrap();
    Box::new(move |url, plant| {
        let request = client.post(url).header("content-type", "application/json");
        let response = request.bearer_auth("any").body(plant).send()?;
        Ok((response.status().as_u16(), response.text()?))
    })
}

fn use_ureq() -> Create {
    let config = ureq::Agent::config_builder().timeout_global(Some(TIMEOUT)).build();
    let agent = ureq::Agent::new_with_config(config);
    Box::new(move |url, plant| {
        let request = agent.post(url).header("content-type", "application/json");
        match request.header("authorization", "Bearer any").send(plant) {
            Ok(mut response) => Ok((response.status().as_u16(), response.body_mut().read_to_string()?)),
            Err(ureq::Error::StatusCode(status)) => Ok((status, "(hidden)".into())),
            Err(error) => Err(error.into()),
        }
    })
}

fn use_hyper_util() -> Create {
    use http_body_util::{BodyExt, Full};
    use hyper_util::{client::legacy::Client, rt::TokioExecutor};

    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client: Client<_, Full<hyper::body::Bytes>> = Client::builder(TokioExecutor::new()).build_http();
    Box::new(move |url, plant| {
        let request = hyper::Request::post(url)
            .header("authorization", "Bearer any")
            .header("content-type", "application/json")
            .body(Full::from(plant))?;
        runtime.block_on(async {
            tokio::time::timeout(TIMEOUT, async {
                let response = client.request(request).await?;
                let status = response.status().as_u16();
                let body = response.into_body().collect().await?.to_bytes();
                Ok((status, String::from_utf8(body.to_vec())?))
            })
            .await?
        })
    })
}

fn use_isahc() -> Create {
    use std::io::Read;

    use isahc::config::Configurable;

    let client = isahc::HttpClient::builder().timeout(TIMEOUT).build().unwrap();
    Box::new(move |url, plant| {
        let request = isahc::Request::post(url)
            .header("authorization", "Bearer any")
            .header("content-type", "application/json");
        let request = if once() { request.header("connection", "close") } else { request };
        let mut response = client.send(request.body(plant)?)?;
        let mut text = String::new();
        response.body_mut().read_to_string(&mut text)?;
        Ok((response.status().as_u16(), text))
    })
}

fn use_surf() -> Create {
    let config = surf::Config::new().set_timeout(Some(TIMEOUT));
    let client: surf::Client = config.try_into().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    Box::new(move |url, plant| {
        let request = client.post(url).header("authorization", "Bearer any").content_type("application/json");
        let request = if once() { request.header("connection", "close") } else { request };
        runtime.block_on(async {
            let mut response = request.body(plant).await?;
            Ok((response.status().into(), response.body_string().await?))
        })
    })
}

fn once() -> bool {
    std::env::var_os("ONCE").is_some()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mut create = match arguments[1].as_str() {
        "reqwest" => use_reqwest(),
        "ureq" => use_ureq(),
        "hyper-util" => use_hyper_util(),
        "isahc" => use_isahc(),
        "surf" => use_surf(),
        library => panic!("{library} is not known"),
    };
    let url = format!("{}/plants", arguments[2]);
    for id in 1..=arguments[3].parse::<u32>().unwrap() {
        match create(&url, format!(r#"{{"id":{id},"name":"Fern"}}"#)) {
            Ok((status, body)) => println!("{id} {status} {body}"),
            Err(_) => println!("{id} error"),
        }
    }
}
