//! Slow clients: they send a request or read a response one byte at a time.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpSocket;
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::error::{Result, failed};
use crate::harness::{Harness, run_scenario};

/// Phase of a request that is slow.
#[derive(Clone, Copy)]
pub enum SlowKind {
    Headers,
    Bodies,
    Reads,
}

impl SlowKind {
    pub const ALL: [SlowKind; 3] = [SlowKind::Headers, SlowKind::Bodies, SlowKind::Reads];

    fn scenario_name(self) -> &'static str {
        match self {
            Self::Headers => "pressure, slow headers",
            Self::Bodies => "pressure, slow bodies",
            Self::Reads => "pressure, slow reads",
        }
    }
}

/// Parameters of [`slow_clients`].
pub struct SlowLoad {
    pub connections: usize,
    /// Duration of each round.
    pub time: Duration,
    pub rounds: usize,
    pub allow_slowhttptest: bool,
}

/// Opens slow connections with slowhttptest, or with [`send_slowly`] if it is not installed or not
/// allowed.
pub async fn slow_clients(stoa: &Path, kind: SlowKind, load: &SlowLoad) -> Result<bool> {
    let (connections, time) = (load.connections, load.time);
    let has_slowhttptest = load.allow_slowhttptest
        && Command::new("slowhttptest")
            .arg("-h")
            .output()
            .await
            .is_ok();
    run_scenario(kind.scenario_name(), stoa, "", async |harness| {
        harness.report.metric("connections", connections);
        harness.report.metric(
            "client",
            if has_slowhttptest {
                "slowhttptest"
            } else {
                "built-in"
            },
        );
        let min_opened = AtomicUsize::new(connections);
        let result = harness.repeat(load.rounds, async |harness| {
            let address = harness.address();
            let opened = if has_slowhttptest {
                slowhttptest(kind, harness, connections, time).await?
            } else {
                send_slowly(kind, address, connections, time).await?
            };
            min_opened.fetch_min(opened, Ordering::Relaxed);
            Ok(())
        });
        result.await?;
        let min_opened = min_opened.into_inner();
        harness.report.metric("opened", min_opened);
        if min_opened < connections {
            harness.report.violation(format!(
                "only {min_opened} of {connections} connections were opened"
            ));
        }
        Ok(())
    })
    .await
}

/// Runs slowhttptest. Returns the number of connections that it opened.
async fn slowhttptest(
    kind: SlowKind,
    harness: &Harness<'_>,
    connections: usize,
    time: Duration,
) -> Result<usize> {
    let (address, figures) = (
        harness.address(),
        harness.site.dir.path().join("slowhttptest"),
    );
    let (connections, seconds) = (connections.to_string(), time.as_secs().to_string());
    let kind_arguments = match kind {
        SlowKind::Headers => "-H -i 5 -x 24 -u /",
        SlowKind::Bodies => "-B -i 5 -x 24 -s 8192 -t POST -f application/json -u /user/login",
        SlowKind::Reads => "-X -n 5 -z 16 -w 256 -y 512 -k 3 -u /openapi.json",
    };
    let mut command = Command::new("slowhttptest");
    command
        .args([
            "-c",
            &connections,
            "-r",
            "1000",
            "-l",
            &seconds,
            "-p",
            "3",
            "-v",
            "0",
            "-g",
            "-o",
        ])
        .arg(&figures)
        .kill_on_drop(true);
    for argument in kind_arguments.split(' ') {
        if argument.starts_with('/') {
            command.arg(format!("http://{address}{argument}"))
        } else {
            command.arg(argument)
        };
    }
    let ended = tokio::time::timeout(time * 3 + Duration::from_secs(30), command.output()).await;
    let output = ended.map_err(|_| failed("slowhttptest does not exit"))??;
    if !output.status.success() {
        return Err(failed(format_args!(
            "slowhttptest exited with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stdout)
        )));
    }
    // It exits with 0 even if nothing listens. Its CSV has one line per second: seconds, closed,
    // pending, connected, available.
    let figures = std::fs::read_to_string(figures.with_extension("csv"))?;
    let opened = figures.lines().skip(1).filter_map(|line| {
        let figures: Vec<usize> = line
            .split(',')
            .filter_map(|metric| metric.trim().parse().ok())
            .collect();
        Some(figures.get(1)? + figures.get(3)?)
    });
    Ok(opened.max().unwrap_or_default())
}

/// Sends or reads one byte every half second on each connection. Returns the number of opened
/// connections.
async fn send_slowly(
    kind: SlowKind,
    address: SocketAddr,
    connections: usize,
    time: Duration,
) -> Result<usize> {
    let first_bytes: &[u8] = match kind {
        SlowKind::Headers => b"GET / HTTP/1.1\r\nHost: x\r\nX: ",
        SlowKind::Bodies => b"POST /user/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 8192\r\n\r\n",
        SlowKind::Reads => b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n",
    };
    let (end, mut clients) = (Instant::now() + time, JoinSet::new());
    let opened = Arc::new(AtomicUsize::new(0));
    for _ in 0..connections {
        let opened = opened.clone();
        clients.spawn(async move {
            let socket = TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(1_024)?;
            let mut stream = socket.connect(address).await?;
            stream.write_all(first_bytes).await?;
            opened.fetch_add(1, Ordering::Relaxed);
            while Instant::now() < end {
                tokio::time::sleep(Duration::from_millis(500)).await;
                match kind {
                    SlowKind::Headers | SlowKind::Bodies => stream.write_all(b"x").await?,
                    SlowKind::Reads => drop(stream.read(&mut [0]).await?),
                }
            }
            std::io::Result::Ok(())
        });
    }
    // The server is expected to close the connections.
    while clients.join_next().await.is_some() {}
    Ok(opened.load(Ordering::Relaxed))
}
