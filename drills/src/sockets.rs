//! Live connections: Socket.IO over a websocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::{Result, failed};

/// For each step of a handshake.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connection that is open and greeted.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens one with a session. `room` is how many bytes the system may take in for it before they are read.
    pub async fn open(address: SocketAddr, token: &str, room: Option<u32>) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = room {
            socket.set_recv_buffer_size(bytes)?;
        }
        let opening = async {
            let stream = socket.connect(address).await?;
            let mut request = format!("ws://{address}/socket.io/?EIO=4&transport=websocket").into_client_request()?;
            request.headers_mut().insert("cookie", format!("stoa_session={token}").parse()?);
            let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
            let mut socket = Self(stream);
            socket.hear().await.filter(|text| text.starts_with('0')).ok_or_else(|| failed("no greeting of Engine.IO's"))?;
            socket.say("40").await?;
            socket.hear().await.filter(|text| text.starts_with("40")).ok_or_else(|| failed("no greeting of Socket.IO's"))?;
            Ok(socket)
        };
        tokio::time::timeout(PATIENCE, opening).await.map_err(|_| failed("a handshake took too long"))?
    }

    pub async fn say(&mut self, text: &str) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// The next text; none when the connection is over. Answers the server's pings.
    pub async fn hear(&mut self) -> Option<String> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) if text == "2" => self.say("3").await.ok()?,
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
