//! Serving the site below a path prefix. A proxy may strip the prefix or pass it on; both work.
//!
//! `axum::Router::nest` requires the prefix, and the Engine.IO service is outside of the router.

use axum::body::Body;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderValue, Request, Response, Uri, header};

/// Removes the prefix from the path of the request, if it is there.
pub fn strip(prefix: &str, request: &mut Request<Body>) {
    let Some(path_and_query) = request.uri().path_and_query() else {
        return;
    };
    let Some(rest) = path_and_query
        .as_str()
        .strip_prefix(prefix)
        .filter(|rest| !prefix.is_empty() && is_boundary(rest))
    else {
        return;
    };
    let rest = if rest.starts_with('/') {
        rest.to_owned()
    } else {
        format!("/{rest}")
    };
    let mut parts = request.uri().clone().into_parts();
    if let Ok(rest) = rest.parse::<PathAndQuery>() {
        parts.path_and_query = Some(rest);
        if let Ok(uri) = Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
    }
}

/// Returns whether a path segment ends where `rest` begins.
fn is_boundary(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with(['/', '?'])
}

/// Adds the prefix to the URLs in the headers of a response.
pub fn add(prefix: &str, response: &mut Response<Body>) {
    if prefix.is_empty() {
        return;
    }
    for (name, before) in [(header::LINK, "<"), (header::LOCATION, "")] {
        let Some(path) = response
            .headers()
            .get(&name)
            .and_then(|value| value.to_str().ok()?.strip_prefix(before))
        else {
            continue;
        };
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
    fn the_prefix_is_removed_from_paths_that_have_it() {
        for (original, stripped) in [
            (
                "/forum/question/getQuestion?order=active",
                "/question/getQuestion?order=active",
            ),
            ("/forum/", "/"),
            ("/forum", "/"),
            ("/forum?x=1", "/?x=1"),
            ("/forums/x", "/forums/x"),
            ("/home", "/home"),
            ("/", "/"),
            ("/forum//evil", "//evil"),
        ] {
            let mut request = Request::get(original).body(Body::empty()).unwrap();
            strip("/forum", &mut request);
            assert_eq!(request.uri().to_string(), stripped, "{original}");
            let mut request = Request::get(original).body(Body::empty()).unwrap();
            strip("", &mut request);
            assert_eq!(request.uri().to_string(), original);
        }
    }

    #[test]
    fn the_prefix_is_added_to_urls_in_headers() {
        let mut response = Response::builder()
            .header("link", "</tag?cursor=1>; rel=\"next\"")
            .body(Body::empty())
            .unwrap();
        add("/forum", &mut response);
        assert_eq!(
            response.headers()["link"],
            "</forum/tag?cursor=1>; rel=\"next\""
        );
    }
}
