//! Live connections that only listen: Socket.IO over WebSocket, as browsers speak it.

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
use crate::error::{Error, Result};

/// Sockets that the server allows one session.
pub const PER_SESSION: usize = 32;
/// For an event to reach every socket.
const PATIENCE: Duration = Duration::from_secs(20);
/// File descriptors for everything but the sockets.
const OTHER_FILES: u64 = 200;

type WebSocket = WebSocketStream<TcpStream>;

/// Says how to get more file descriptors, if there are too few for so many sockets.
pub fn check_limit(sockets: usize) -> Result<()> {
    let (needed, limit) = (sockets as u64 + OTHER_FILES, getrlimit(Resource::Nofile).current);
    match limit {
        Some(limit) if limit < needed => Err(Error::internal(format_args!(
            "{sockets} sockets need {needed} open files and {limit} are allowed; run `ulimit -n {needed}` before, or choose fewer with --sockets"
        ))),
        _ => Ok(()),
    }
}

/// Open sockets. They close when this is dropped.
pub struct Sockets {
    heard: mpsc::UnboundedReceiver<Instant>,
    running: JoinSet<()>,
}

impl Sockets {
    /// Opens `count` sockets, [`PER_SESSION`] with each cookie.
    pub async fn open(address: SocketAddr, cookies: &[String], count: usize) -> Result<Self> {
        let (hear, heard) = mpsc::unbounded_channel();
        let mut running = JoinSet::new();
        for cookie in cookies.iter().flat_map(|cookie| std::iter::repeat_n(cookie, PER_SESSION)).take(count) {
            let socket = connect(address, cookie)
                .await
                .map_err(|error| Error::internal(format_args!("socket {} did not open: {error}", running.len() + 1)))?;
            running.spawn(listen(socket, hear.clone()));
        }
        Ok(Self { heard, running })
    }

    /// Sends a request that is told to every socket; after how long each of them has heard of it.
    pub async fn fan_out(&mut self, connection: &mut Connection, request: &[u8]) -> Result<Vec<Duration>> {
        let count = self.running.len();
        let sent = Instant::now();
        connection.send(request).await?;
        let mut after = Vec::with_capacity(count);
        while after.len() < count {
            match tokio::time::timeout(PATIENCE, self.heard.recv()).await {
                Ok(Some(at)) => after.push(at.duration_since(sent)),
                _ => return Err(Error::internal(format_args!("only {} of {count} sockets heard of an event", after.len()))),
            }
        }
        Ok(after)
    }
}

async fn connect(address: SocketAddr, cookie: &str) -> tungstenite::Result<WebSocket> {
    let mut request = format!("ws://{address}/socket.io/?EIO=4&transport=websocket").into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    // Thousands of the default buffers would fill the memory of the machine that is measured.
    let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
    let stream = TcpStream::connect(address).await?;
    let (mut socket, _) = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
    // Engine.IO's handshake, then Socket.IO's.
    expect(&mut socket, "0").await?;
    socket.send(Message::text("40")).await?;
    expect(&mut socket, "40").await?;
    Ok(socket)
}

/// Waits for a packet that begins so, and answers pings meanwhile.
async fn expect(socket: &mut WebSocket, beginning: &str) -> tungstenite::Result<()> {
    while let Some(message) = socket.next().await {
        match message? {
            Message::Text(text) if text.starts_with(beginning) => return Ok(()),
            message => answer_ping(socket, &message).await?,
        }
    }
    Err(tungstenite::Error::ConnectionClosed)
}

/// Engine.IO's heartbeat.
async fn answer_ping(socket: &mut WebSocket, message: &Message) -> tungstenite::Result<()> {
    if matches!(message, Message::Text(text) if text.as_str() == "2") { socket.send(Message::text("3")).await } else { Ok(()) }
}

/// Tells when an event came, until the socket closes.
async fn listen(mut socket: WebSocket, hear: mpsc::UnboundedSender<Instant>) {
    while let Some(Ok(message)) = socket.next().await {
        let is_event = matches!(&message, Message::Text(text) if text.starts_with("42"));
        if is_event {
            let _ = hear.send(Instant::now());
        } else if answer_ping(&mut socket, &message).await.is_err() {
            break;
        }
    }
}
