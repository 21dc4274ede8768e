//! Calls of the public API, as any program makes them.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;

use crate::{Result, failed};

/// What a reply must come within: more than the server itself allows a call.
const PATIENCE: Duration = Duration::from_secs(30);
const COOKIE: &str = "stoa_session=";

/// What the server answered.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    /// What it says: JSON, or a sentence as a JSON string.
    pub body: Value,
    /// The session that it began.
    pub token: Option<String>,
    /// Where the list goes on.
    pub next: Option<String>,
}

/// Why there is no reply.
#[derive(Debug)]
pub enum NoReply {
    /// Nothing was sent: there is no server.
    NotSent,
    /// It was sent, or may have been: nobody knows whether it was done.
    Unknown,
}

/// Makes calls, over connections that stay open. Each call takes a free connection or opens one.
pub struct Client {
    address: SocketAddr,
    free: Mutex<Vec<SendRequest<Full<Bytes>>>>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, free: Mutex::default() }
    }

    /// Makes one call, as whoever holds the session's token.
    pub async fn call(&self, method: &str, path: &str, token: Option<&str>, body: Option<&Value>) -> Result<Reply, NoReply> {
        let mut connection = self.connection().await?;
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
        request = request.header(header::ACCEPT, "application/json");
        if let Some(token) = token {
            request = request.header(header::COOKIE, format!("{COOKIE}{token}"));
        }
        if body.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        let body = Full::new(body.map(|body| body.to_string().into()).unwrap_or_default());
        let request = request.body(body).expect("a request of ours is one");
        let exchange = async {
            let response = connection.send_request(request).await.map_err(|_| NoReply::Unknown)?;
            let status = response.status().as_u16();
            let cookies = response.headers().get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
            let token = cookies.filter_map(|cookie| cookie.strip_prefix(COOKIE)?.split(';').next()).find(|value| !value.is_empty());
            let token = token.map(str::to_owned);
            let link = response.headers().get(header::LINK).and_then(|value| value.to_str().ok());
            let next = link.and_then(|link| link.strip_prefix('<')?.split('>').next()).map(str::to_owned);
            let bytes = response.into_body().collect().await.map_err(|_| NoReply::Unknown)?.to_bytes();
            let body = serde_json::from_slice(&bytes).unwrap_or_else(|_| String::from_utf8_lossy(&bytes).into_owned().into());
            Ok(Reply { status, body, token, next })
        };
        let reply = tokio::time::timeout(PATIENCE, exchange).await.map_err(|_| NoReply::Unknown)??;
        self.free.lock().expect("no panic").push(connection);
        Ok(reply)
    }

    /// What a GET says that must succeed.
    pub async fn get(&self, path: &str, token: &str) -> Result<Value> {
        Ok(self.page(path, token).await?.body)
    }

    /// Reads a list page by page for as long as `more` says so.
    pub async fn pages(&self, path: &str, token: &str, mut more: impl FnMut(&Value) -> bool) -> Result<()> {
        let mut next = Some(path.to_owned());
        while let Some(path) = next {
            let reply = self.page(&path, token).await?;
            let is_wanted = more(&reply.body);
            next = reply.next.filter(|_| is_wanted);
        }
        Ok(())
    }

    async fn page(&self, path: &str, token: &str) -> Result<Reply> {
        match self.call("GET", path, Some(token), None).await {
            Ok(reply) if reply.status == 200 => Ok(reply),
            Ok(reply) => Err(failed(format_args!("GET {path}: {} {}", reply.status, reply.body))),
            Err(_) => Err(failed(format_args!("GET {path}: no answer"))),
        }
    }

    async fn connection(&self) -> Result<SendRequest<Full<Bytes>>, NoReply> {
        let free = self.free.lock().expect("no panic").pop();
        if let Some(mut connection) = free
            && connection.ready().await.is_ok()
        {
            return Ok(connection);
        }
        let stream = TcpStream::connect(self.address).await.map_err(|_| NoReply::NotSent)?;
        let _ = stream.set_nodelay(true);
        let (send, connection) = handshake(TokioIo::new(stream)).await.map_err(|_| NoReply::NotSent)?;
        tokio::spawn(connection);
        Ok(send)
    }
}
