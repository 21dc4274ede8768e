//! Mail host (RFC 5321) that keeps the mails it accepts, and can be killed.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::error::Result;

/// Longest time between keeping a mail and telling so. A host that is killed meanwhile gets it again.
const ACCEPT_DELAY_MS: u64 = 10;

/// Mail that the host has accepted.
pub struct Mail {
    /// `Message-ID` header.
    pub id: String,
    pub received: Instant,
}

/// Mails that survive a kill.
pub type Mailbox = Arc<Mutex<Vec<Mail>>>;

/// Running mail host. It is killed when the value is dropped.
pub struct MailHost {
    task: JoinHandle<()>,
}

impl MailHost {
    /// Binds a free port.
    pub async fn bind() -> Result<SocketAddr> {
        Ok(TcpListener::bind("127.0.0.1:0").await?.local_addr()?)
    }

    pub async fn start(address: SocketAddr, mailbox: &Mailbox) -> Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let mailbox = mailbox.clone();
        let task = tokio::spawn(async move {
            let mut conversations = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                conversations.spawn(converse(stream, mailbox.clone()));
            }
        });
        Ok(Self { task })
    }

    /// Ends the host and all its conversations, wherever they are.
    pub async fn kill(mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }
}

impl Drop for MailHost {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn converse(stream: TcpStream, mailbox: Mailbox) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 host\r\n").await?;
    while let Some(command) = lines.next_line().await? {
        let verb = command.split(' ').next().unwrap_or_default();
        let reply = match verb.to_ascii_uppercase().as_str() {
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut id = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    if let Some(value) = line.strip_prefix("Message-ID: ").filter(|_| id.is_empty())
                    {
                        id = value.to_owned();
                    }
                }
                let received = Instant::now();
                mailbox
                    .lock()
                    .expect("the lock is not poisoned")
                    .push(Mail { id, received });
                let delay = rand::random_range(0..ACCEPT_DELAY_MS);
                tokio::time::sleep(Duration::from_millis(delay)).await;
                "250 kept\r\n"
            }
            "QUIT" => "221 bye\r\n",
            _ => "250 ok\r\n",
        };
        write.write_all(reply.as_bytes()).await?;
    }
    Ok(())
}
