//! Clients that take their time: they say what they want a byte at a time, or take the answer so.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::scene::Scene;
use crate::{Result, failed};

/// What they are slow at.
#[derive(Clone, Copy)]
pub enum Slow {
    Heads,
    Bodies,
    Reads,
}

impl Slow {
    pub const ALL: [Slow; 3] = [Slow::Heads, Slow::Bodies, Slow::Reads];

    fn drill(self) -> &'static str {
        match self {
            Self::Heads => "slow heads",
            Self::Bodies => "slow bodies",
            Self::Reads => "slow reads",
        }
    }
}

/// So many of them for so long; with slowhttptest where it is installed and `by_others` is wanted.
pub async fn slow(stoa: &Path, slow: Slow, connections: usize, time: Duration, by_others: bool) -> Result<bool> {
    let mut scene = Scene::begin(slow.drill(), stoa, "").await?;
    let has_slowhttptest = by_others && Command::new("slowhttptest").arg("-h").output().await.is_ok();
    scene.report.figure("connections", connections);
    scene.report.figure("by", if has_slowhttptest { "slowhttptest" } else { "drills" });
    scene
        .twice(async |scene| {
            let address = scene.address();
            if has_slowhttptest {
                slowhttptest(slow, address, connections, time).await
            } else {
                drip(slow, address, connections, time).await
            }
        })
        .await
}

async fn slowhttptest(slow: Slow, address: SocketAddr, connections: usize, time: Duration) -> Result<()> {
    let (connections, seconds) = (connections.to_string(), time.as_secs().to_string());
    let of_kind = match slow {
        Slow::Heads => "-H -i 5 -x 24 -u /",
        Slow::Bodies => "-B -i 5 -x 24 -s 8192 -t POST -f application/json -u /user/login",
        Slow::Reads => "-X -n 5 -z 16 -w 256 -y 512 -k 3 -u /openapi.json",
    };
    let mut command = Command::new("slowhttptest");
    command.args(["-c", &connections, "-r", "1000", "-l", &seconds, "-p", "3", "-v", "0"]).kill_on_drop(true);
    for argument in of_kind.split(' ') {
        if argument.starts_with('/') {
            command.arg(format!("http://{address}{argument}"))
        } else {
            command.arg(argument)
        };
    }
    let ended = tokio::time::timeout(time * 3 + Duration::from_secs(30), command.output()).await;
    ended.map_err(|_| failed("slowhttptest does not end"))??;
    Ok(())
}

/// The same by ourselves: a byte each half second.
async fn drip(slow: Slow, address: SocketAddr, connections: usize, time: Duration) -> Result<()> {
    let beginning: &[u8] = match slow {
        Slow::Heads => b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
        Slow::Bodies => b"POST /user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n",
        Slow::Reads => b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    let (end, mut clients) = (Instant::now() + time, JoinSet::new());
    for _ in 0..connections {
        clients.spawn(async move {
            let socket = TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(1_024)?;
            let mut stream = socket.connect(address).await?;
            stream.write_all(beginning).await?;
            while Instant::now() < end {
                tokio::time::sleep(Duration::from_millis(500)).await;
                match slow {
                    Slow::Heads | Slow::Bodies => stream.write_all(b"x").await?,
                    Slow::Reads => drop(stream.read(&mut [0]).await?),
                }
            }
            std::io::Result::Ok(())
        });
    }
    // That the server closes them is what should happen.
    while clients.join_next().await.is_some() {}
    Ok(())
}
