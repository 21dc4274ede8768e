//! Clients that take their time: they say what they want a byte at a time, or take the answer so.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::pressure::Pressure;
use crate::scene::{Scene, play};
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

/// With slowhttptest, where it is installed and wanted.
pub async fn slow(stoa: &Path, slow: Slow, options: &Pressure) -> Result<bool> {
    let (connections, time) = (options.connections, options.time());
    let has_slowhttptest = !options.alone && Command::new("slowhttptest").arg("-h").output().await.is_ok();
    play(slow.drill(), stoa, "", async |scene| {
        scene.report.figure("connections", connections);
        scene.report.figure("by", if has_slowhttptest { "slowhttptest" } else { "drills" });
        let fewest = AtomicUsize::new(connections);
        let done = scene.repeat(options.times, async |scene| {
            let address = scene.address();
            let opened = if has_slowhttptest {
                slowhttptest(slow, scene, connections, time).await?
            } else {
                drip(slow, address, connections, time).await?
            };
            fewest.fetch_min(opened, Ordering::Relaxed);
            Ok(())
        });
        done.await?;
        let fewest = fewest.into_inner();
        scene.report.figure("opened", fewest);
        if fewest < connections {
            scene.report.violation(format!("only {fewest} of {connections} connections were opened"));
        }
        Ok(())
    })
    .await
}

/// Returns how many connections were ever opened, as its figures tell.
async fn slowhttptest(slow: Slow, scene: &Scene<'_>, connections: usize, time: Duration) -> Result<usize> {
    let (address, figures) = (scene.address(), scene.site.place.path().join("slowhttptest"));
    let (connections, seconds) = (connections.to_string(), time.as_secs().to_string());
    let of_kind = match slow {
        Slow::Heads => "-H -i 5 -x 24 -u /",
        Slow::Bodies => "-B -i 5 -x 24 -s 8192 -t POST -f application/json -u /user/login",
        Slow::Reads => "-X -n 5 -z 16 -w 256 -y 512 -k 3 -u /openapi.json",
    };
    let mut command = Command::new("slowhttptest");
    command.args(["-c", &connections, "-r", "1000", "-l", &seconds, "-p", "3", "-v", "0", "-g", "-o"]).arg(&figures).kill_on_drop(true);
    for argument in of_kind.split(' ') {
        if argument.starts_with('/') {
            command.arg(format!("http://{address}{argument}"))
        } else {
            command.arg(argument)
        };
    }
    let ended = tokio::time::timeout(time * 3 + Duration::from_secs(30), command.output()).await;
    let output = ended.map_err(|_| failed("slowhttptest does not end"))??;
    if !output.status.success() {
        return Err(failed(format_args!("slowhttptest ended with {}: {}", output.status, String::from_utf8_lossy(&output.stdout))));
    }
    // It ends with 0 also when nobody listens. A line a second: seconds, closed, pending, connected, available.
    let figures = std::fs::read_to_string(figures.with_extension("csv"))?;
    let opened = figures.lines().skip(1).filter_map(|line| {
        let figures: Vec<usize> = line.split(',').filter_map(|figure| figure.trim().parse().ok()).collect();
        Some(figures.get(1)? + figures.get(3)?)
    });
    Ok(opened.max().unwrap_or_default())
}

/// The same by ourselves: a byte each half second. Returns how many connections were opened.
async fn drip(slow: Slow, address: SocketAddr, connections: usize, time: Duration) -> Result<usize> {
    let beginning: &[u8] = match slow {
        Slow::Heads => b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
        Slow::Bodies => b"POST /user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n",
        Slow::Reads => b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    let (end, mut clients) = (Instant::now() + time, JoinSet::new());
    let opened = Arc::new(AtomicUsize::new(0));
    for _ in 0..connections {
        let opened = opened.clone();
        clients.spawn(async move {
            let socket = TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(1_024)?;
            let mut stream = socket.connect(address).await?;
            stream.write_all(beginning).await?;
            opened.fetch_add(1, Ordering::Relaxed);
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
    // That the server closes them then is what should happen.
    while clients.join_next().await.is_some() {}
    Ok(opened.load(Ordering::Relaxed))
}
