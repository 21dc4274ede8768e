//! Socket.IO client over WebSocket.

use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::error::{Result, failed};

/// Timeout of the handshakes.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Connected Socket.IO client.
pub struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Opens a connection with a session. `receive_buffer` is the size of the socket's receive
    /// buffer in bytes.
    pub async fn open(
        address: SocketAddr,
        token: &str,
        receive_buffer: Option<u32>,
    ) -> Result<Self> {
        Self::open_for(address, token, receive_buffer, None).await
    }

    /// Does the same as a proxy that forwards for a client, if there is one.
    pub async fn open_for(
        address: SocketAddr,
        token: &str,
        receive_buffer: Option<u32>,
        client: Option<IpAddr>,
    ) -> Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receive_buffer {
            socket.set_recv_buffer_size(bytes)?;
        }
        let opening = async {
            let stream = socket.connect(address).await?;
            let mut request = format!("ws://{address}/socket.io/?EIO=4&transport=websocket")
                .into_client_request()?;
            request
                .headers_mut()
                .insert("cookie", format!("stoa_session={token}").parse()?);
            if let Some(client) = client {
                request
                    .headers_mut()
                    .insert("x-forwarded-for", client.to_string().parse()?);
            }
            let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
            let mut socket = Self(stream);
            socket
                .recv()
                .await
                .filter(|text| text.starts_with('0'))
                .ok_or_else(|| failed("no Engine.IO handshake"))?;
            socket.send("40").await?;
            socket
                .recv()
                .await
                .filter(|text| text.starts_with("40"))
                .ok_or_else(|| failed("no Socket.IO handshake"))?;
            Ok(socket)
        };
        tokio::time::timeout(TIMEOUT, opening)
            .await
            .map_err(|_| failed("the Socket.IO handshake timed out"))?
    }

    pub async fn send(&mut self, text: &str) -> Result<()> {
        Ok(self.0.send(Message::text(text)).await?)
    }

    /// Receives the next text, or `None` when the connection is closed. Answers the server's pings.
    pub async fn recv(&mut self) -> Option<String> {
        loop {
            match self.0.next().await? {
                Ok(Message::Text(text)) if text == "2" => self.send("3").await.ok()?,
                Ok(Message::Text(text)) => return Some(text.to_string()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }
}
