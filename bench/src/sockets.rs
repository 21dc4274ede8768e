//! Listening clients: Socket.IO over WebSocket, with the same protocol as browsers.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use rustix::process::{Resource, getrlimit};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message};

use super::client::Connection;
use stoa::core::error::{Error, Result};

/// Sockets that the server allows per session.
pub const PER_SESSION: usize = 32;
/// Time limit between two arrivals of the same event.
const EVENT_TIMEOUT: Duration = Duration::from_secs(20);
/// File descriptors needed in addition to those of the sockets.
const OTHER_DESCRIPTORS: u64 = 200;

type WebSocket = WebSocketStream<TcpStream>;

/// Fails if the limit of open files is too low for this number of sockets.
pub fn check_limit(sockets: usize) -> Result<()> {
    let (needed, limit) = (
        sockets as u64 + OTHER_DESCRIPTORS,
        getrlimit(Resource::Nofile).current,
    );
    match limit {
        Some(limit) if limit < needed => Err(Error::internal(format_args!(
            "{sockets} sockets need {needed} open files and {limit} are allowed; run `ulimit -n {needed}` first, or choose fewer with --sockets"
        ))),
        _ => Ok(()),
    }
}

/// Open sockets. Dropping this closes them.
pub struct Sockets {
    arrivals: mpsc::UnboundedReceiver<Instant>,
    listeners: JoinSet<()>,
}

impl Sockets {
    /// Opens `count` sockets, [`PER_SESSION`] with each cookie.
    pub async fn open(address: SocketAddr, cookies: &[String], count: usize) -> Result<Self> {
        let (arrival_sender, arrivals) = mpsc::unbounded_channel();
        let mut listeners = JoinSet::new();
        for cookie in cookies
            .iter()
            .flat_map(|cookie| std::iter::repeat_n(cookie, PER_SESSION))
            .take(count)
        {
            let socket = connect(address, cookie).await.map_err(|error| {
                Error::internal(format_args!(
                    "socket {} did not open: {error}",
                    listeners.len() + 1
                ))
            })?;
            listeners.spawn(listen(socket, arrival_sender.clone()));
        }
        Ok(Self {
            arrivals,
            listeners,
        })
    }

    /// Sends a request that causes an event for every socket. Returns the latency of each arrival.
    pub async fn fan_out(
        &mut self,
        connection: &mut Connection,
        request: &[u8],
    ) -> Result<Vec<Duration>> {
        let count = self.listeners.len();
        let sent = Instant::now();
        connection.send(request).await?;
        let mut latencies = Vec::with_capacity(count);
        while latencies.len() < count {
            match tokio::time::timeout(EVENT_TIMEOUT, self.arrivals.recv()).await {
                Ok(Some(arrival)) => latencies.push(arrival.duration_since(sent)),
                _ => {
                    return Err(Error::internal(format_args!(
                        "only {} of {count} sockets received an event",
                        latencies.len()
                    )));
                }
            }
        }
        Ok(latencies)
    }
}

async fn connect(address: SocketAddr, cookie: &str) -> tungstenite::Result<WebSocket> {
    let mut request =
        format!("ws://{address}/socket.io/?EIO=4&transport=websocket").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    // Thousands of buffers of the default size would fill the memory of the measured machine.
    let config = WebSocketConfig::default()
        .read_buffer_size(4 * 1024)
        .write_buffer_size(0);
    let stream = TcpStream::connect(address).await?;
    let (mut socket, _) =
        tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    // The handshake of Engine.IO, then that of Socket.IO.
    expect(&mut socket, "0").await?;
    socket.send(Message::text("40")).await?;
    expect(&mut socket, "40").await?;
    Ok(socket)
}

/// Waits for a packet with this prefix and answers pings in the meantime.
async fn expect(socket: &mut WebSocket, prefix: &str) -> tungstenite::Result<()> {
    while let Some(message) = socket.next().await {
        match message? {
            Message::Text(text) if text.starts_with(prefix) => return Ok(()),
            message => answer_ping(socket, &message).await?,
        }
    }
    Err(tungstenite::Error::ConnectionClosed)
}

/// Answers a heartbeat of Engine.IO. Ignores all other messages.
async fn answer_ping(socket: &mut WebSocket, message: &Message) -> tungstenite::Result<()> {
    if matches!(message, Message::Text(text) if text.as_str() == "2") {
        socket.send(Message::text("3")).await
    } else {
        Ok(())
    }
}

/// Sends the arrival time of each event to `arrivals` until the socket closes.
async fn listen(mut socket: WebSocket, arrivals: mpsc::UnboundedSender<Instant>) {
    while let Some(Ok(message)) = socket.next().await {
        let is_event = matches!(&message, Message::Text(text) if text.starts_with("42"));
        if is_event {
            let _ = arrivals.send(Instant::now());
        } else if answer_ping(&mut socket, &message).await.is_err() {
            break;
        }
    }
}
