//! Requests to addresses that have passed the guard.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::{BoxFuture, Either, select};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::header::{DATE, HOST, HeaderMap, HeaderValue, RETRY_AFTER};
use hyper::{Method, Request};
use hyper_util::rt::TokioIo;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::guard::Target;
use crate::core::clock::Timestamp;

/// The time limit of a connection to one IP address.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// The largest number of IP addresses that one request tries.
const TRIED_ADDRESSES: usize = 3;
/// The largest head of a response, in bytes, unless more of its body is read. It is the smallest that hyper allows.
const HEAD_SIZE: usize = 8 * 1_024;
/// The same for a response whose body is read.
const LARGE_HEAD_SIZE: usize = 32 * 1_024;
/// The part of a response's body that [`Client::post`] reads, in bytes.
const BODY_SIZE: usize = 1_024;
/// The longest wait that a response can ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(24 * 3_600);

/// The network below the guard. Tests replace it; no configuration does.
pub trait Network: Send + Sync {
    /// Returns the IP addresses of a name.
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>>;

    /// Connects to an IP address.
    fn connect(&self, address: SocketAddr) -> BoxFuture<'_, io::Result<TcpStream>>;
}

/// The network of this machine.
struct SystemNetwork;

impl Network for SystemNetwork {
    fn resolve<'a>(&'a self, host: &'a str) -> BoxFuture<'a, io::Result<Vec<IpAddr>>> {
        Box::pin(async move {
            let found = tokio::net::lookup_host((host, 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }

    fn connect(&self, address: SocketAddr) -> BoxFuture<'_, io::Result<TcpStream>> {
        Box::pin(TcpStream::connect(address))
    }
}

/// Why there is no response.
#[derive(Debug)]
pub enum RequestError {
    /// The guard refuses an IP address of the host. There was no connection.
    NotAllowed(IpAddr),
    /// The server cannot be reached, or has not responded in time.
    Unreachable(String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(address) => {
                write!(f, "{address} is not an address that may be contacted")
            }
            Self::Unreachable(cause) => f.write_str(cause),
        }
    }
}

impl RequestError {
    fn unreachable(error: impl fmt::Display) -> Self {
        Self::Unreachable(error.to_string())
    }
}

/// A response.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    /// How long the server asks to wait before another request.
    pub retry_after: Option<Duration>,
    /// The time of the server's clock, if it says it.
    pub date: Option<Timestamp>,
    /// The body, or its beginning.
    pub body: Vec<u8>,
    /// Whether `body` is all of it.
    pub is_complete: bool,
}

/// A client that contacts only the addresses that a [`Target`] allows.
pub struct Client {
    network: Box<dyn Network>,
    tls: TlsConnector,
    timeout: Duration,
}

impl Client {
    /// Creates a client that trusts the certificate authorities of the system. A request takes at most
    /// `timeout`.
    pub fn new(timeout: Duration) -> Self {
        let found = rustls_native_certs::load_native_certs();
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(found.certs);
        if roots.is_empty() {
            tracing::warn!("the system has no certificate authorities: install ca-certificates");
        }
        Self::with(Box::new(SystemNetwork), roots, timeout)
    }

    /// Creates a client of another network, for tests.
    #[cfg(test)]
    pub fn on(network: Box<dyn Network>, roots: RootCertStore, timeout: Duration) -> Self {
        Self::with(network, roots, timeout)
    }

    fn with(network: Box<dyn Network>, roots: RootCertStore, timeout: Duration) -> Self {
        let tls = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions that the provider supports")
            .with_root_certificates(roots)
            .with_no_client_auth();
        Self {
            network,
            tls: Arc::new(tls).into(),
            timeout,
        }
    }

    /// Sends a POST request and reads the first kilobyte of the response. Does not follow redirects.
    pub async fn post(
        &self,
        target: &Target,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<Response, RequestError> {
        self.send(target, Method::POST, headers, body, BODY_SIZE)
            .await
    }

    /// Sends a request and reads at most `limit` bytes of the body of the response. Does not follow redirects.
    pub async fn send(
        &self,
        target: &Target,
        method: Method,
        headers: HeaderMap,
        body: Vec<u8>,
        limit: usize,
    ) -> Result<Response, RequestError> {
        let mut request = Request::new(Full::new(Bytes::from(body)));
        *request.method_mut() = method;
        *request.headers_mut() = headers;
        let response = self.exchange(target, request, limit);
        match tokio::time::timeout(self.timeout, response).await {
            Ok(response) => response,
            Err(_) => Err(RequestError::Unreachable(format!(
                "no response within {} seconds",
                self.timeout.as_secs()
            ))),
        }
    }

    async fn exchange(
        &self,
        target: &Target,
        mut request: Request<Full<Bytes>>,
        limit: usize,
    ) -> Result<Response, RequestError> {
        *request.uri_mut() = target.path().parse().map_err(RequestError::unreachable)?;
        let host = HeaderValue::from_str(&target.authority()).map_err(RequestError::unreachable)?;
        request.headers_mut().insert(HOST, host);
        let stream = self.connect(target).await?;
        if !target.is_https() {
            return exchange_over(stream, request, limit).await;
        }
        let name = ServerName::try_from(target.host().to_owned());
        let name = name.map_err(RequestError::unreachable)?;
        let stream = self.tls.connect(name, stream).await;
        exchange_over(stream.map_err(RequestError::unreachable)?, request, limit).await
    }

    /// Connects to one of a host's IP addresses. All of them must be allowed.
    async fn connect(&self, target: &Target) -> Result<TcpStream, RequestError> {
        let addresses = self.network.resolve(target.host()).await;
        let addresses = addresses.map_err(RequestError::unreachable)?;
        if let Some(special) = addresses.iter().find(|address| !target.allows(**address)) {
            return Err(RequestError::NotAllowed(*special));
        }
        let mut problem = "the name has no address".to_owned();
        for address in addresses.into_iter().take(TRIED_ADDRESSES) {
            let connection = self
                .network
                .connect(SocketAddr::new(address, target.port()));
            match tokio::time::timeout(CONNECT_TIMEOUT, connection).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(error)) => problem = format!("cannot connect: {error}"),
                Err(_) => "cannot connect in time".clone_into(&mut problem),
            }
        }
        Err(RequestError::Unreachable(problem))
    }
}

async fn exchange_over(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    request: Request<Full<Bytes>>,
    limit: usize,
) -> Result<Response, RequestError> {
    let head_size = if limit > BODY_SIZE {
        LARGE_HEAD_SIZE
    } else {
        HEAD_SIZE
    };
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(head_size)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(RequestError::unreachable)?;
    let response = async move { read(sender.send_request(request).await?, limit).await };
    let response = match select(Box::pin(response), Box::pin(connection)).await {
        Either::Left((response, _)) => response,
        // What the connection has read before its end is still there.
        Either::Right((_, response)) => response.await,
    };
    response.map_err(RequestError::unreachable)
}

/// Reads a response, at most `limit` bytes of its body.
async fn read(response: hyper::Response<Incoming>, limit: usize) -> hyper::Result<Response> {
    let (head, mut incoming) = response.into_parts();
    let mut body = Vec::new();
    while body.len() <= limit
        && let Some(frame) = incoming.frame().await
    {
        body.extend_from_slice(frame?.data_ref().map_or(&[], |data| data));
    }
    let is_complete = body.len() <= limit;
    body.truncate(limit);
    let date = head.headers.get(DATE).and_then(|date| date.to_str().ok());
    Ok(Response {
        status: head.status.as_u16(),
        retry_after: retry_after(&head.headers),
        date: date.and_then(Timestamp::from_http_date),
        body,
        is_complete,
    })
}

/// Returns the wait that a response asks for in seconds. The other form, a date, is rare and ignored.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let seconds = headers.get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
}
