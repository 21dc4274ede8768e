//! Sends calls through the router of a site, without a network.

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use stoa::app::server::Site;
use stoa::core::error::{Error, Result};
use stoa::features::pictures;

/// A reply.
pub struct Reply {
    pub status: u16,
    pub bytes: usize,
    pub text: String,
}

/// A client that keeps its cookies.
#[derive(Default)]
pub struct Browser {
    cookies: Vec<(String, String)>,
}

impl Browser {
    /// Sends a call. Sends it again while the server is busy with password hashes.
    pub async fn call(
        &mut self,
        site: &Site,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<Reply> {
        loop {
            let reply = self.send(site, method, path, body).await?;
            if reply.status != StatusCode::SERVICE_UNAVAILABLE {
                return Ok(reply);
            }
        }
    }

    async fn send(
        &mut self,
        site: &Site,
        method: &str,
        path: &str,
        body: Option<&str>,
    ) -> Result<Reply> {
        let cookies: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost");
        if !cookies.is_empty() {
            request = request.header(header::COOKIE, cookies.join("; "));
        }
        let is_file = path == pictures::UPLOAD;
        if body.is_some() {
            let kind = if is_file {
                "image/png"
            } else {
                "application/json"
            };
            request = request.header(header::CONTENT_TYPE, kind);
        }
        let body = body.unwrap_or_default();
        let body = if is_file {
            Body::from(BASE64_STANDARD.decode(body).map_err(Error::internal)?)
        } else {
            Body::from(body.to_owned())
        };
        let request = request.body(body).map_err(Error::internal)?;
        let peer = std::net::SocketAddr::from(([127, 0, 0, 1], 40_000));
        let (parts, body) = site.respond(peer, request).await.into_parts();
        for cookie in parts.headers.get_all(header::SET_COOKIE) {
            let pair = cookie.to_str().ok().and_then(|text| text.split(';').next());
            if let Some((name, value)) = pair.and_then(|pair| pair.split_once('=')) {
                self.cookies.retain(|(other, _)| other != name);
                if !value.is_empty() {
                    self.cookies.push((name.to_owned(), value.to_owned()));
                }
            }
        }
        let body = to_bytes(body, usize::MAX).await.map_err(Error::internal)?;
        Ok(Reply {
            status: parts.status.as_u16(),
            bytes: body.len(),
            text: String::from_utf8_lossy(&body).into_owned(),
        })
    }
}
