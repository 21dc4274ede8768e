//! The load generator: HTTP/1.1 over keep-alive connections, each with one request in flight.
//!
//! It is written directly on TCP sockets instead of an HTTP client, because it shares the cores of
//! the machine with the measured server. Requests are encoded before the measurement, and only the
//! status and the length of a response are parsed.

use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use stoa::core::error::{Error, Result};

/// Initial size of the receive buffer, in bytes: large enough for most responses.
const BUFFER_SIZE: usize = 64 * 1024;

/// Returns an encoded request: a POST if there is a JSON body, else a GET.
pub fn request(path: &str, cookie: &str, body: Option<&str>) -> Vec<u8> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let mut head =
        format!("{method} {path} HTTP/1.1\r\nhost: localhost\r\naccept: application/json\r\n");
    if !cookie.is_empty() {
        let _ = write!(head, "cookie: {cookie}\r\n");
    }
    if let Some(body) = body {
        let _ = write!(
            head,
            "content-type: application/json\r\ncontent-length: {}\r\n",
            body.len()
        );
    }
    (head + "\r\n" + body.unwrap_or_default()).into_bytes()
}

/// Returns the bytes of a request for a page, as a browser or a cache sends it.
pub fn page_request(path: &str, cookie: &str, is_kept: bool) -> Vec<u8> {
    let mut head = format!(
        "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\naccept-encoding: gzip, br\r\n"
    );
    if !cookie.is_empty() {
        let _ = write!(head, "cookie: {cookie}\r\n");
    }
    if is_kept {
        head += "if-none-match: *\r\n";
    }
    (head + "\r\n").into_bytes()
}

/// A response, borrowed from the buffer of its connection.
pub struct Response<'b> {
    pub head: &'b str,
    pub body: &'b [u8],
}

impl Response<'_> {
    /// Returns the values of all headers with this name.
    pub fn headers(&self, name: &str) -> impl Iterator<Item = &str> {
        headers(self.head, name)
    }
}

fn headers<'h>(head: &'h str, name: &str) -> impl Iterator<Item = &'h str> {
    let fields = head.split("\r\n").filter_map(|line| line.split_once(':'));
    fields
        .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
        .map(|(_, value)| value.trim())
}

/// A keep-alive connection.
pub struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub async fn open(address: SocketAddr) -> Result<Self> {
        let stream = TcpStream::connect(address)
            .await
            .map_err(connection_error)?;
        stream.set_nodelay(true).map_err(connection_error)?;
        Ok(Self {
            stream,
            buffer: Vec::with_capacity(BUFFER_SIZE),
        })
    }

    /// Sends a request and reads the whole response. Fails if the status is neither 200 nor 304.
    pub async fn send(&mut self, request: &[u8]) -> Result<Response<'_>> {
        self.stream
            .write_all(request)
            .await
            .map_err(connection_error)?;
        self.buffer.clear();
        let body = loop {
            self.receive().await?;
            if let Some(end) = self
                .buffer
                .windows(4)
                .position(|bytes| bytes == b"\r\n\r\n")
            {
                break end + 4;
            }
        };
        let head = utf8(&self.buffer[..body])?;
        let is_unchanged = head.starts_with("HTTP/1.1 304 ");
        let length: Option<usize> = headers(head, "content-length")
            .find_map(|value| value.parse().ok())
            .filter(|_| !is_unchanged)
            .or(is_unchanged.then_some(0));
        let end =
            body + length.ok_or_else(|| Error::internal("a response has no Content-Length"))?;
        while self.buffer.len() < end {
            self.receive().await?;
        }
        let response = Response {
            head: utf8(&self.buffer[..body])?,
            body: &self.buffer[body..end],
        };
        if is_unchanged || response.head.starts_with("HTTP/1.1 200 ") {
            return Ok(response);
        }
        let status = response.head.lines().next().unwrap_or_default();
        Err(Error::internal(format_args!(
            "the server answered {status}: {}",
            String::from_utf8_lossy(response.body)
        )))
    }

    async fn receive(&mut self) -> Result<()> {
        match self.stream.read_buf(&mut self.buffer).await {
            Ok(0) => Err(Error::internal("the server closed a connection")),
            Ok(_) => Ok(()),
            Err(error) => Err(connection_error(error)),
        }
    }
}

fn connection_error(error: std::io::Error) -> Error {
    Error::internal(format_args!(
        "the connection to the measured server broke: {error}"
    ))
}

fn utf8(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(Error::internal)
}

/// Requests in an endless cycle, shared by several connections.
pub struct RequestCycle {
    all: Vec<Vec<u8>>,
    next: AtomicUsize,
}

impl RequestCycle {
    /// `all` must not be empty.
    pub fn new(all: Vec<Vec<u8>>) -> Self {
        Self {
            all,
            next: AtomicUsize::new(0),
        }
    }

    pub fn next(&self) -> &[u8] {
        &self.all[self.next.fetch_add(1, Ordering::Relaxed) % self.all.len()]
    }
}

/// The latencies of completed requests and the time they took together.
#[derive(Default)]
pub struct LoadResult {
    /// In microseconds.
    latencies: Vec<u32>,
    time: Duration,
}

impl LoadResult {
    pub fn add(&mut self, other: LoadResult) {
        self.latencies.extend(other.latencies);
        self.time += other.time;
    }

    pub fn per_second(&self) -> f64 {
        self.latencies.len() as f64 / self.time.as_secs_f64()
    }

    /// Returns the quantiles of the latencies, in milliseconds.
    pub fn quantiles<const N: usize>(&mut self, fractions: [f64; N]) -> [f64; N] {
        self.latencies.sort_unstable();
        fractions.map(|fraction| {
            quantile(&self.latencies, fraction).map_or(0.0, |&micros| f64::from(micros) / 1_000.0)
        })
    }
}

/// Returns the smallest of the sorted values that is at least as large as `fraction` of them.
pub fn quantile<T>(sorted: &[T], fraction: f64) -> Option<&T> {
    let rank = (sorted.len() as f64 * fraction).ceil() as usize;
    sorted.get(rank.max(1) - 1)
}

/// Sends requests over this number of connections for this time. The connections share the cycles
/// of requests evenly.
pub async fn run_load(
    address: SocketAddr,
    connections: usize,
    time: Duration,
    requests: &[Arc<RequestCycle>],
) -> Result<LoadResult> {
    let mut open_connections = Vec::new();
    for _ in 0..connections {
        open_connections.push(Connection::open(address).await?);
    }
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for (mut connection, requests) in open_connections.into_iter().zip(requests.iter().cycle()) {
        let requests = requests.clone();
        tasks.spawn(async move {
            let mut latencies = Vec::new();
            while start.elapsed() < time {
                let sent = Instant::now();
                connection.send(requests.next()).await?;
                latencies.push(u32::try_from(sent.elapsed().as_micros()).unwrap_or(u32::MAX));
            }
            Ok::<_, Error>(latencies)
        });
    }
    let mut result = LoadResult::default();
    while let Some(latencies) = tasks.join_next().await {
        result
            .latencies
            .extend(latencies.map_err(Error::internal)??);
    }
    result.time = start.elapsed();
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_a_measured_value() {
        let hundred: Vec<u32> = (1..=100).collect();
        for (fraction, value) in [
            (0.0, 1),
            (0.01, 1),
            (0.5, 50),
            (0.99, 99),
            (0.991, 100),
            (1.0, 100),
        ] {
            assert_eq!(quantile(&hundred, fraction), Some(&value), "{fraction}");
        }
        assert_eq!(quantile(&[7], 0.5), Some(&7));
        assert_eq!(quantile::<u32>(&[], 0.5), None);
    }

    #[test]
    fn rate_and_quantiles_cover_all_slices() {
        let mut load = LoadResult {
            latencies: vec![3_000, 1_000],
            time: Duration::from_secs(1),
        };
        load.add(LoadResult {
            latencies: vec![2_000, 40_000],
            time: Duration::from_secs(3),
        });
        assert!((load.per_second() - 1.0).abs() < 1e-9);
        assert_eq!(load.quantiles([0.5, 0.99]), [2.0, 40.0]);
    }

    #[test]
    fn a_request_with_a_body_has_its_length() {
        let text = String::from_utf8(request("/x", "a=b", Some("{\"é\":1}"))).unwrap();
        assert!(text.starts_with("POST /x HTTP/1.1\r\n") && text.contains("\r\ncookie: a=b\r\n"));
        assert!(
            text.ends_with("content-length: 8\r\n\r\n{\"é\":1}"),
            "{text}"
        );
        let text = String::from_utf8(request("/x", "", None)).unwrap();
        assert!(
            text.starts_with("GET /x ") && !text.contains("cookie") && text.ends_with("\r\n\r\n")
        );
    }
}
