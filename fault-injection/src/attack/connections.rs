//! Connections without a login from one address: handshakes of the live connection, uploads that
//! stop, silent connections, and calls of the setup page.

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::attacker::{Target, get, home, send};
use crate::error::Result;

const HANDSHAKES: usize = 32;
const UPLOADS: usize = 200;
const SILENT: usize = 1_000;
/// Bytes of an upload, and those that are sent.
const LENGTH: usize = 250_000;
const SENT: usize = 240_000;
const PAUSE: Duration = Duration::from_millis(200);

pub async fn attack(target: Target) -> Result<()> {
    let stranger = Arc::new(target.stranger(home()));
    let mut attack = JoinSet::new();
    for _ in 0..HANDSHAKES {
        stranger.repeat(&mut attack, "handshake", |_| {
            get("/socket.io/?EIO=4&transport=polling")
        });
    }
    for _ in 0..4 {
        stranger.repeat(&mut attack, "setup", |_| {
            let setup =
                json!({"token": "none", "username": "first", "password": "not the right one"});
            send("POST", "/user/setup", setup)
        });
        stranger.repeat(&mut attack, "page", |_| get("/setup"));
    }
    for _ in 0..UPLOADS {
        let target = target.clone();
        attack.spawn(async move {
            let head = format!(
                "POST /user/login HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\nContent-Type: application/json\r\nContent-Length: {LENGTH}\r\n\r\n",
                home()
            );
            let upload = [head.as_bytes(), &[b' '; SENT]].concat();
            loop {
                hold(&target, "upload", &upload).await;
            }
        });
    }
    for _ in 0..SILENT {
        let target = target.clone();
        attack.spawn(async move {
            loop {
                hold(&target, "silent", b"").await;
            }
        });
    }
    attack.join_all().await;
    Ok(())
}

/// Sends some bytes, and holds the connection until the server closes it.
async fn hold(target: &Target, name: &str, bytes: &[u8]) {
    let held = async {
        let mut stream = TcpStream::connect(target.address).await?;
        target.count(format!("{name} opened"));
        stream.write_all(bytes).await?;
        let mut reply = [0; 12];
        while stream.read(&mut reply).await? > 0 {}
        std::io::Result::Ok(())
    };
    if held.await.is_ok() {
        target.count(format!("{name} closed"));
    }
    tokio::time::sleep(PAUSE).await;
}
