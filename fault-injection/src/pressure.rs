//! Scenarios that exceed the server's capacity: connections, sockets, messages, file descriptors
//! and memory.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::client::{Client, PASSWORD};
use crate::error::{Result, failed};
use crate::harness::{DESCRIPTOR_SLACK, Harness, ask, run_scenario, sign_up, write};
use crate::latency_probe::LatencyProbe;
use crate::load::Load;
use crate::logins::{concurrent_logins, require_processed_logins};
use crate::memory_group::MemoryGroup;
use crate::resource_usage::megabytes;
use crate::slow_clients::{SlowKind, SlowLoad, slow_clients};
use crate::sockets::Socket;

/// Limits of the server: sockets per session, and sessions per user (rounded down).
const SOCKETS_PER_SESSION: usize = 30;
const SESSIONS_PER_USER: usize = 20;
/// Time after which the server has closed a socket that does not read.
const STALLED_TIMEOUT: Duration = Duration::from_secs(18);
/// Descriptor limit of the `descriptors` scenario, and how many of them may remain unused.
const DESCRIPTORS: usize = 256;
const MAX_UNUSED_DESCRIPTORS: usize = 16;
/// Number of sockets that flood the server.
const FLOODING_SOCKETS: usize = 50;
/// Maximum duration of a write over an established connection while descriptors are exhausted.
const MAX_WRITE_TIME: Duration = Duration::from_secs(2);
/// Maximum time until all sockets are reconnected after a restart.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct Pressure {
    /// Number of slow connections
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    pub connections: usize,
    /// Number of connected sockets for reconnect-storm; stalled uses 1/8 of it, memory 1/2
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub sockets: usize,
    /// Duration of each round in seconds
    #[arg(long, default_value_t = 40)]
    pub seconds: u64,
    /// Number of rounds; memory growth is measured from the first to the second half
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub times: usize,
    /// Use the built-in slow clients even if slowhttptest is installed
    #[arg(long)]
    pub no_slowhttptest: bool,
    /// Scenarios to run, separated by commas [default: all]
    #[arg(long, value_name = "KIND", value_enum, value_delimiter = ',')]
    pub only: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Clients that send requests or read responses very slowly
    Slow,
    /// Sockets that never read
    Stalled,
    /// Sockets that send messages faster than the server accepts them
    Flood,
    /// Sockets that all reconnect at once after a restart
    ReconnectStorm,
    /// More connections than file descriptors
    Descriptors,
    /// Logins, sockets, idle connections and writes with 256 MB of memory
    Memory,
}

impl Pressure {
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

pub async fn pressure(stoa: &Path, options: &Pressure) -> Result<bool> {
    raise_descriptor_limit()?;
    let time = options.time();
    let selected = |kind| options.only.is_empty() || options.only.contains(&kind);
    let mut all_passed = true;
    if selected(Kind::Slow) {
        let load = SlowLoad {
            connections: options.connections,
            time,
            rounds: options.times,
            allow_slowhttptest: !options.no_slowhttptest,
        };
        for kind in SlowKind::ALL {
            all_passed &= slow_clients(stoa, kind, &load).await?;
        }
    }
    if selected(Kind::Stalled) {
        all_passed &= stalled(stoa, options).await?;
    }
    if selected(Kind::Flood) {
        all_passed &= flood_sockets(stoa, options).await?;
    }
    if selected(Kind::ReconnectStorm) {
        all_passed &= reconnect_storm(stoa, options.sockets).await?;
    }
    if selected(Kind::Descriptors) {
        all_passed &= few_descriptors(stoa, time.min(Duration::from_secs(20))).await?;
    }
    if selected(Kind::Memory) {
        all_passed &= little_memory(stoa, options.sockets / 2, time).await?;
    }
    Ok(all_passed)
}

/// Raises the descriptor limit of this process to the maximum.
pub fn raise_descriptor_limit() -> Result<()> {
    let max_descriptors = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(
        Resource::Nofile,
        Rlimit {
            current: max_descriptors,
            maximum: max_descriptors,
        },
    )?)
}

/// Opens sockets that never read while long questions are broadcast.
async fn stalled(stoa: &Path, options: &Pressure) -> Result<bool> {
    run_scenario("pressure, stalled", stoa, "", async |harness| {
        run_stalled(harness, options).await
    })
    .await
}

async fn run_stalled(harness: &mut Harness<'_>, options: &Pressure) -> Result<()> {
    let (sockets, time) = ((options.sockets / 8).max(20), options.time());
    harness.report.metric("sockets", sockets);
    let (updates_sent, still_open) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let sessions = open_sessions(harness.address(), sockets).await?;
    let round = async |harness: &Harness<'_>| {
        let (address, before) = (harness.address(), harness.usage()?.descriptors);
        let _stalled = open_sockets(address, &sessions, sockets, Some(2_048)).await?;
        let mut reader = Socket::open(address, &harness.token, None).await?;
        let (end, client) = (Instant::now() + time, Client::new(address));
        while Instant::now() < end {
            ask(&client, &harness.token, 30_000).await?;
            while !reader
                .recv()
                .await
                .ok_or_else(|| failed("the server closed a socket that reads"))?
                .contains("questionUpdate")
            {}
            updates_sent.fetch_add(1, Ordering::Relaxed);
        }
        if time > STALLED_TIMEOUT {
            // Wait for sockets whose receive buffers filled up only at the end of the round.
            let timeout = Instant::now() + STALLED_TIMEOUT;
            while harness.usage()?.descriptors > before + DESCRIPTOR_SLACK
                && Instant::now() < timeout
            {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            still_open.fetch_add(
                harness
                    .usage()?
                    .descriptors
                    .saturating_sub(before + DESCRIPTOR_SLACK),
                Ordering::Relaxed,
            );
        }
        Ok(())
    };
    harness.repeat(options.times, round).await?;
    let (updates_sent, still_open) = (updates_sent.into_inner(), still_open.into_inner());
    harness.report.metric("updates_sent", updates_sent);
    if updates_sent == 0 {
        harness.report.violation("no update was broadcast");
    }
    if time > STALLED_TIMEOUT {
        harness.report.metric("still_open", still_open);
    } else {
        harness.report.metric(
            "still_open",
            format!(
                "not measured: requires more than {} seconds per round",
                STALLED_TIMEOUT.as_secs()
            ),
        );
    }
    if still_open > 0 {
        harness.report.violation(format!(
            "{still_open} sockets that never read were not closed"
        ));
    }
    Ok(())
}

/// Floods the server with messages over sockets that reconnect when they are closed.
async fn flood_sockets(stoa: &Path, options: &Pressure) -> Result<bool> {
    run_scenario("pressure, flood", stoa, "", async |harness| {
        run_flood(harness, options).await
    })
    .await
}

async fn run_flood(harness: &mut Harness<'_>, options: &Pressure) -> Result<()> {
    let (sockets, time) = (FLOODING_SOCKETS, options.time());
    harness.report.metric("sockets", sockets);
    let (messages_sent, reconnects) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let sessions = open_sessions(harness.address(), sockets).await?;
    let flood = async |harness: &Harness<'_>| {
        let (address, end) = (harness.address(), Instant::now() + time);
        let game = Client::new(address)
            .call(
                "POST",
                "/games/create",
                Some(&harness.token),
                Some(&json!({"gameType": "Nim"})),
            )
            .await;
        let game = game.map_err(|_| failed("cannot create a game"))?.body;
        let messages = [
            format!(r#"42["joinGame",{game}]"#),
            format!(r#"42["leaveGame",{game}]"#),
            format!(
                r#"42["makeMove",{{"gameID":{game},"move":{{"playerID":"ann","move":{{"numObjects":1}}}}}}]"#
            ),
            r#"42["requestLeaderboardUpdate",[]]"#.to_owned(),
            r#"42["joinChat","0000000000001"]"#.to_owned(),
        ];
        let senders = (0..sockets).map(async |number| {
            while Instant::now() < end {
                // The server may reject some of the concurrent handshakes; retry those.
                let Ok(mut socket) =
                    Socket::open(address, &sessions[number % sessions.len()], None).await
                else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                for text in messages.iter().cycle() {
                    if Instant::now() >= end || socket.send(text).await.is_err() {
                        break;
                    }
                    messages_sent.fetch_add(1, Ordering::Relaxed);
                }
                reconnects.fetch_add(1, Ordering::Relaxed);
            }
        });
        futures_util::future::join_all(senders).await;
        Ok(())
    };
    harness.repeat(options.times, flood).await?;
    let messages_sent = messages_sent.into_inner();
    harness.report.metric("messages_sent", messages_sent);
    harness.report.metric("reconnects", reconnects.into_inner());
    if messages_sent == 0 {
        harness.report.violation("no message was sent");
    }
    Ok(())
}

/// Disconnects all sockets at once by a crash or a stop, and measures how fast they reconnect.
async fn reconnect_storm(stoa: &Path, sockets: usize) -> Result<bool> {
    run_scenario("pressure, reconnect-storm", stoa, "", async |harness| {
        run_reconnect_storm(harness, sockets).await
    })
    .await
}

async fn run_reconnect_storm(harness: &mut Harness<'_>, sockets: usize) -> Result<()> {
    harness.report.metric("sockets", sockets);
    let sessions = open_sessions(harness.address(), sockets).await?;
    let idle = harness.usage()?.memory;
    let mut connected = open_sockets(harness.address(), &sessions, sockets, None).await?;
    let bytes_per_socket = harness.usage()?.memory.saturating_sub(idle) / sockets as u64;
    harness
        .report
        .metric("kb_per_socket", bytes_per_socket / 1024);
    let (mut reconnect_times, mut memory) = (Vec::new(), Vec::new());
    for crash in [true, false, true] {
        let lost = connected
            .drain(..)
            .map(async |mut socket| while socket.recv().await.is_some() {});
        let (restarted, _) =
            tokio::join!(harness.restart(crash), futures_util::future::join_all(lost));
        restarted?;
        let began = Instant::now();
        connected = open_sockets(harness.address(), &sessions, sockets, None).await?;
        reconnect_times.push((began.elapsed().as_secs_f64() * 10.0).round() / 10.0);
        if began.elapsed() > RECONNECT_TIMEOUT {
            harness.report.violation(format!(
                "{sockets} sockets needed {:?} to reconnect",
                began.elapsed()
            ));
        }
        memory.push(megabytes(harness.usage()?.memory));
        // Every socket must receive a new event.
        ask(&Client::new(harness.address()), &harness.token, 1).await?;
        let events = connected.iter_mut().map(async |socket| {
            while let Some(text) = socket.recv().await {
                if text.contains("questionUpdate") {
                    return true;
                }
            }
            false
        });
        let received =
            tokio::time::timeout(RECONNECT_TIMEOUT, futures_util::future::join_all(events)).await;
        let receivers = received.map_or(0, |received| {
            received.into_iter().filter(|received| *received).count()
        });
        if receivers < sockets {
            harness.report.violation(format!(
                "{} of {sockets} sockets did not receive the event",
                sockets - receivers
            ));
        }
    }
    harness.report.metric("reconnect_s", reconnect_times);
    harness.report.metric("memory_mb", memory);
    drop(connected);
    harness.recover().await
}

/// Opens more connections than the server has file descriptors.
async fn few_descriptors(stoa: &Path, time: Duration) -> Result<bool> {
    run_scenario(
        "pressure, descriptors",
        stoa,
        &format!("ulimit -n {DESCRIPTORS}"),
        async |harness| run_few_descriptors(harness, time).await,
    )
    .await
}

async fn run_few_descriptors(harness: &mut Harness<'_>, time: Duration) -> Result<()> {
    const CONNECTIONS: usize = 600;
    harness.report.metric("connections", CONNECTIONS);
    let address = harness.address();
    let (client, mut writes, mut longest) = (Client::new(address), 0, Duration::ZERO);
    for _ in 0..2 {
        write(&client, &harness.token).await?;
        // Do not wait for the connections: the server closes a silent one after ten seconds.
        let mut held = JoinSet::new();
        (0..CONNECTIONS).for_each(|_| drop(held.spawn(TcpStream::connect(address))));
        let end = Instant::now() + time;
        let mut max_descriptors = 0;
        while Instant::now() < end {
            // Write over the connection that was established before.
            let began = Instant::now();
            match write(&client, &harness.token).await {
                Ok(()) => writes += 1,
                Err(error) => harness
                    .report
                    .violation(format!("over an established connection: {error}")),
            }
            longest = longest.max(began.elapsed());
            max_descriptors = max_descriptors.max(harness.usage()?.descriptors);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        harness.report.metric("max_descriptors", max_descriptors);
        if max_descriptors < DESCRIPTORS - MAX_UNUSED_DESCRIPTORS {
            harness.report.violation(format!(
                "only {max_descriptors} of {DESCRIPTORS} descriptors were used"
            ));
        }
        drop(held);
        harness.recover().await?;
    }
    harness.report.metric("writes", writes);
    harness
        .report
        .metric("longest_write_ms", longest.as_millis() as u64);
    if writes == 0 {
        harness
            .report
            .violation("no write succeeded over an established connection");
    }
    if longest > MAX_WRITE_TIME {
        harness.report.violation(format!(
            "a write over an established connection took {longest:?}"
        ));
    }
    Ok(())
}

/// Combines all kinds of load with 256 MB of memory.
async fn little_memory(stoa: &Path, sockets: usize, time: Duration) -> Result<bool> {
    let group = MemoryGroup::create(256 << 20);
    run_scenario("pressure, memory", stoa, &group.limits(), async |harness| {
        harness.report.metric("limited_by", group.kind());
        run_little_memory(harness, sockets, time).await?;
        if let Some(peak) = group.peak() {
            harness.report.metric("max_mb", megabytes(peak));
        }
        if group.has_killed() {
            harness
                .report
                .violation("the kernel killed a process for lack of memory");
        }
        Ok(())
    })
    .await
}

async fn run_little_memory(
    harness: &mut Harness<'_>,
    sockets: usize,
    time: Duration,
) -> Result<()> {
    harness.report.metric("sockets", sockets);
    let address = harness.address();
    let sessions = open_sessions(address, sockets).await?;
    let mut load = Load::new(address, &harness.site.ledger, 8).await?;
    let mut logins = BTreeMap::new();
    for _ in 0..2 {
        let probe = LatencyProbe::start(address, &harness.token);
        let all = async {
            let connected = open_sockets(address, &sessions, sockets, None).await?;
            let reading = connected
                .into_iter()
                .map(async |mut socket| while socket.recv().await.is_some() {});
            let reading = tokio::time::timeout(time, futures_util::future::join_all(reading));
            let logging_in = async {
                let (mut answers, end) = (BTreeMap::new(), Instant::now() + time);
                while Instant::now() < end {
                    for (answer, count) in concurrent_logins(address, 300).await {
                        *answers.entry(answer).or_insert(0) += count;
                    }
                }
                answers
            };
            let idle_connections = async {
                let mut held = JoinSet::new();
                (0..1_000).for_each(|_| drop(held.spawn(TcpStream::connect(address))));
                let held: Vec<_> = held.join_all().await;
                tokio::time::sleep(time).await;
                drop(held);
            };
            let (_, answers, _) = tokio::join!(reading, logging_in, idle_connections);
            Ok::<_, crate::error::Error>(answers)
        };
        let (answers, counts) = load.run(address, all).await?;
        for (answer, count) in answers? {
            *logins.entry(answer).or_insert(0) += count;
        }
        counts
            .unexpected_rejections()
            .chain(counts.missing_responses())
            .for_each(|violation| harness.report.violation(violation));
        harness.report.add_counts(counts);
        // Latency is not limited with so little memory.
        probe.stop().await?.report_to(harness.report, f64::INFINITY);
        harness.recover().await?;
    }
    require_processed_logins(&logins, harness);
    harness.report.metric("logins", logins);
    harness.verify().await
}

/// Opens enough sessions for this number of sockets.
async fn open_sessions(address: SocketAddr, sockets: usize) -> Result<Vec<String>> {
    let (client, mut sessions) = (Client::new(address), Vec::new());
    for number in 0..sockets.div_ceil(SOCKETS_PER_SESSION) {
        let name = format!("listener{}", number / SESSIONS_PER_USER);
        sessions.push(if number % SESSIONS_PER_USER == 0 {
            sign_up(&client, &name).await?
        } else {
            let body = json!({"username": name, "password": PASSWORD});
            let response = client
                .call("POST", "/user/login", None, Some(&body))
                .await
                .map_err(|_| failed("a login got no response"))?;
            response
                .token
                .ok_or_else(|| failed(format_args!("a login failed: {}", response.body)))?
        });
    }
    Ok(sessions)
}

/// Opens sockets concurrently. Rejected ones retry, as browsers do.
async fn open_sockets(
    address: SocketAddr,
    sessions: &[String],
    sockets: usize,
    receive_buffer: Option<u32>,
) -> Result<Vec<Socket>> {
    let mut opening = JoinSet::new();
    for number in 0..sockets {
        let token = sessions[number % sessions.len()].clone();
        opening.spawn(async move {
            for _ in 0..50 {
                if let Ok(socket) = Socket::open(address, &token, receive_buffer).await {
                    return Ok(socket);
                }
                tokio::time::sleep(Duration::from_millis(rand::random_range(50..200))).await;
            }
            Err(failed("cannot open a socket"))
        });
    }
    opening.join_all().await.into_iter().collect()
}
