//! HTTP client for the public API.

use std::net::{IpAddr, SocketAddr};
use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::error::{Result, failed};

/// Timeout of a response: longer than the server's own limit for a request.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);
/// Password of every user that the scenarios create.
pub const PASSWORD: &str = "fault injection";
const COOKIE: &str = "stoa_session=";

/// Response of the server.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// JSON body; error messages are JSON strings.
    pub body: Value,
    /// Token of the session that the response opens.
    pub token: Option<String>,
    /// Path of the next page of a list.
    pub next: Option<String>,
}

/// Reason why there is no response.
#[derive(Debug)]
pub enum RequestError {
    /// The connection failed before anything was sent.
    NotSent,
    /// The request was or may have been sent, so its outcome is unknown.
    NoResponse,
}

/// HTTP client with a pool of persistent connections. Each request takes an idle connection or
/// opens a new one.
pub struct Client {
    address: SocketAddr,
    /// Address that the requests claim to come from, which a server believes a trusted proxy.
    forwarded_for: Option<IpAddr>,
    idle: Mutex<Vec<SendRequest<Full<Bytes>>>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self {
            address,
            forwarded_for: None,
            idle: Mutex::default(),
        }
    }

    /// Creates a client whose requests arrive like those that a proxy forwards for `client`.
    pub fn forwarded_for(address: SocketAddr, client: IpAddr) -> Self {
        Self {
            forwarded_for: Some(client),
            ..Self::new(address)
        }
    }

    /// Sends one request, authenticated by the session token if there is one.
    pub async fn call(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<Response, RequestError> {
        self.exchange(method, path, token, body.map(json), async |response| {
            let headers = response.headers();
            let cookies = headers
                .get_all(header::SET_COOKIE)
                .iter()
                .filter_map(|value| value.to_str().ok());
            let token = cookies
                .filter_map(|cookie| cookie.strip_prefix(COOKIE)?.split(';').next())
                .find(|value| !value.is_empty());
            let token = token.map(str::to_owned);
            let link = headers
                .get(header::LINK)
                .and_then(|value| value.to_str().ok());
            let next = link
                .and_then(|link| link.strip_prefix('<')?.split('>').next())
                .map(str::to_owned);
            let status = response.status().as_u16();
            let bytes = response.into_body().collect().await?.to_bytes();
            let body = serde_json::from_slice(&bytes)
                .unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned().into());
            Ok(Response {
                status,
                body,
                token,
                next,
            })
        })
        .await
    }

    /// Sends one request and reads the response without keeping it. Returns the status.
    pub async fn status(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<&Value>,
    ) -> Result<u16, RequestError> {
        self.exchange(method, path, token, body.map(json), async |response| {
            let status = response.status().as_u16();
            let mut body = response.into_body();
            while let Some(frame) = body.frame().await {
                frame?;
            }
            Ok(status)
        })
        .await
    }

    /// Uploads a picture. Returns the status and the body.
    pub async fn upload(&self, token: &str, file: Bytes) -> Result<(u16, Value), RequestError> {
        let body = Some(("application/octet-stream", file));
        let path = "/picture/upload";
        self.exchange("POST", path, Some(token), body, async |response| {
            let status = response.status().as_u16();
            let bytes = response.into_body().collect().await?.to_bytes();
            Ok((status, serde_json::from_slice(&bytes).unwrap_or_default()))
        })
        .await
    }

    /// Reads a file. Returns the status and the bytes.
    pub async fn file(&self, path: &str, token: &str) -> Result<(u16, Bytes), RequestError> {
        self.exchange("GET", path, Some(token), None, async |response| {
            let status = response.status().as_u16();
            Ok((status, response.into_body().collect().await?.to_bytes()))
        })
        .await
    }

    /// Sends one request and reads the response with `receive`.
    async fn exchange<T>(
        &self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Option<(&str, Bytes)>,
        receive: impl AsyncFnOnce(hyper::Response<Incoming>) -> hyper::Result<T>,
    ) -> Result<T, RequestError> {
        let mut connection = self.connection().await?;
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "localhost");
        request = request.header(header::ACCEPT, "application/json");
        if let Some(token) = token {
            request = request.header(header::COOKIE, format!("{COOKIE}{token}"));
        }
        if let Some(client) = self.forwarded_for {
            request = request.header("x-forwarded-for", client.to_string());
        }
        if let Some((kind, _)) = &body {
            request = request.header(header::CONTENT_TYPE, *kind);
        }
        let body = body.map_or_else(Bytes::new, |(_, bytes)| bytes);
        let request = request.body(Full::new(body)).expect("the request is valid");
        let exchange = async {
            let response = connection.send_request(request).await?;
            receive(response).await
        };
        let received = tokio::time::timeout(RESPONSE_TIMEOUT, exchange)
            .await
            .map_err(|_| RequestError::NoResponse)?
            .map_err(|_: hyper::Error| RequestError::NoResponse)?;
        self.idle
            .lock()
            .expect("the lock is not poisoned")
            .push(connection);
        Ok(received)
    }

    /// Sends a GET request and returns its body. Fails unless the status is 200.
    pub async fn get(&self, path: &str, token: &str) -> Result<Value> {
        Ok(self.page(path, token).await?.body)
    }

    /// Reads a list page by page while `has_more` returns true for the current page.
    pub async fn pages(
        &self,
        path: &str,
        token: &str,
        mut has_more: impl FnMut(&Value) -> bool,
    ) -> Result<()> {
        let mut next = Some(path.to_owned());
        while let Some(path) = next {
            let reply = self.page(&path, token).await?;
            let is_wanted = has_more(&reply.body);
            next = reply.next.filter(|_| is_wanted);
        }
        Ok(())
    }

    async fn page(&self, path: &str, token: &str) -> Result<Response> {
        match self.call("GET", path, Some(token), None).await {
            Ok(reply) if reply.status == 200 => Ok(reply),
            Ok(reply) => Err(failed(format_args!(
                "GET {path}: {} {}",
                reply.status, reply.body
            ))),
            Err(_) => Err(failed(format_args!("GET {path}: no response"))),
        }
    }

    async fn connection(&self) -> Result<SendRequest<Full<Bytes>>, RequestError> {
        let idle = self.idle.lock().expect("the lock is not poisoned").pop();
        if let Some(mut connection) = idle
            && connection.ready().await.is_ok()
        {
            return Ok(connection);
        }
        let stream = TcpStream::connect(self.address)
            .await
            .map_err(|_| RequestError::NotSent)?;
        let _ = stream.set_nodelay(true);
        let (send, connection) = handshake(TokioIo::new(stream))
            .await
            .map_err(|_| RequestError::NotSent)?;
        tokio::spawn(connection);
        Ok(send)
    }
}

fn json(body: &Value) -> (&'static str, Bytes) {
    ("application/json", body.to_string().into())
}
