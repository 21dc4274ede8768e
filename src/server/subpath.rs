//! A site below a path of its address: proxies may take the path away, or leave it.

use axum::body::Body;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Response, Uri, header};

/// Takes the path below which the site is away from the request's, if it is there.
pub fn strip(prefix: &str, request: &mut Request<Body>) {
    let Some(whole) = request.uri().path_and_query() else { return };
    let Some(rest) = whole.as_str().strip_prefix(prefix).filter(|rest| !prefix.is_empty() && is_end(rest)) else { return };
    let rest = if rest.starts_with('/') { rest.to_owned() } else { format!("/{rest}") };
    let mut parts = request.uri().clone().into_parts();
    if let Ok(rest) = rest.parse::<PathAndQuery>() {
        parts.path_and_query = Some(rest);
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
}

/// Whether a part of a path ends where this begins.
fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['/', '?'])
}

/// Adds the path to the addresses that a response names.
pub fn add(prefix: &str, response: &mut Response<Body>) {
    if prefix.is_empty() {
        return;
    }
    for (name, before) in [(header::LINK, "<"), (header::LOCATION, "")] {
        let Some(path) = response.headers().get(&name).and_then(|value| value.to_str().ok()?.strip_prefix(before)) else { continue };
        if path.starts_with('/')
            && let Ok(value) = HeaderValue::from_str(&format!("{before}{prefix}{path}"))
        {
            response.headers_mut().insert(name, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_taken_away_where_it_is() {
        for (asked, seen) in [
            ("/forum/question/getQuestion?order=active", "/question/getQuestion?order=active"),
            ("/forum/", "/"),
            ("/forum", "/"),
            ("/forum?x=1", "/?x=1"),
            ("/forums/x", "/forums/x"),
            ("/home", "/home"),
            ("/", "/"),
            ("/forum//evil", "//evil"),
        ] {
            let mut request = Request::get(asked).body(Body::empty()).unwrap();
            strip("/forum", &mut request);
            assert_eq!(request.uri().to_string(), seen, "{asked}");
            let mut request = Request::get(asked).body(Body::empty()).unwrap();
            strip("", &mut request);
            assert_eq!(request.uri().to_string(), asked);
        }
    }

    #[test]
    fn it_is_added_to_what_a_response_names() {
        let mut response = Response::builder().header("link", "</tag?cursor=1>; rel=\"next\"").body(Body::empty()).unwrap();
        add("/forum", &mut response);
        assert_eq!(response.headers()["link"], "</forum/tag?cursor=1>; rel=\"next\"");
    }
}
