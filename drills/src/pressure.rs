//! More than a server can take: connections, sockets, messages, with few descriptors and with little memory.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use crate::client::Client;
use crate::load::Load;
use crate::logins::{expect_done, log_in_at_once};
use crate::probe::Probe;
use crate::process::megabytes;
use crate::scene::{FEW, Scene, ask, play, sign_up, write};
use crate::slow::{Slow, slow};
use crate::sockets::Socket;
use crate::verify::PASSWORD;
use crate::{Result, failed};

/// The server takes so many of one session's sockets, and so many sessions of one user.
const SOCKETS_OF_SESSION: usize = 30;
const SESSIONS_OF_USER: usize = 20;
/// For somebody who takes nothing the server waits a little less.
const UNREAD: Duration = Duration::from_secs(18);
/// What the server has in the drill of few, and how many of them it may leave unused.
const DESCRIPTORS: usize = 256;
const SPARE: usize = 16;
/// Sockets that say more than anybody can hear.
const FLOODERS: usize = 50;
/// Within which somebody's write is done then whose connection is there already.
const WRITE: Duration = Duration::from_secs(2);
/// Within which everybody is back after a restart.
const BACK: Duration = Duration::from_secs(10);

#[derive(Args, Clone)]
pub struct Pressure {
    /// Slow connections
    #[arg(long, default_value_t = 5_000)]
    pub connections: usize,
    /// Sockets that are there when the server is restarted
    #[arg(long, default_value_t = 2_000)]
    pub sockets: usize,
    /// How long each kind lasts, each time
    #[arg(long, default_value_t = 40)]
    pub seconds: u64,
    /// How many times: what stays in memory is told by comparing the first half of them with the second
    #[arg(long, default_value_t = 2)]
    pub times: usize,
    /// Without slowhttptest, even where it is installed
    #[arg(long)]
    pub alone: bool,
    /// Only these
    #[arg(long, value_enum, value_delimiter = ',')]
    pub only: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Connections that send or read a little at a time
    Slow,
    /// Sockets that never read
    Deaf,
    /// Sockets that say more than anybody can hear
    Floods,
    /// Sockets that lose the server, and look for it all at once
    Storm,
    /// More connections than the server has descriptors
    Descriptors,
    /// Everything at once, in 256 MB
    Memory,
}

impl Pressure {
    pub fn time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }
}

pub async fn pressure(stoa: &Path, options: &Pressure) -> Result<bool> {
    raise_descriptors()?;
    let time = options.time();
    let wanted = |kind| options.only.is_empty() || options.only.contains(&kind);
    let mut all_fine = true;
    for kind in Slow::ALL.into_iter().filter(|_| wanted(Kind::Slow)) {
        all_fine &= slow(stoa, kind, options).await?;
    }
    if wanted(Kind::Deaf) {
        all_fine &= deaf(stoa, options).await?;
    }
    if wanted(Kind::Floods) {
        all_fine &= floods(stoa, options).await?;
    }
    if wanted(Kind::Storm) {
        all_fine &= storm(stoa, options.sockets).await?;
    }
    if wanted(Kind::Descriptors) {
        all_fine &= few_descriptors(stoa, time.min(Duration::from_secs(20))).await?;
    }
    if wanted(Kind::Memory) {
        all_fine &= little_memory(stoa, options.sockets / 2, time).await?;
    }
    Ok(all_fine)
}

/// As many as the system lets us have.
fn raise_descriptors() -> Result<()> {
    let most = getrlimit(Resource::Nofile).maximum;
    Ok(setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most })?)
}

/// Sockets that never read, while everybody is told long questions.
async fn deaf(stoa: &Path, options: &Pressure) -> Result<bool> {
    play("sockets that never read", stoa, "", async |scene| deaf_in(scene, options).await).await
}

async fn deaf_in(scene: &mut Scene<'_>, options: &Pressure) -> Result<()> {
    let (sockets, time) = ((options.sockets / 8).max(20), options.time());
    scene.report.figure("sockets", sockets);
    let (told, left) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let sessions = sessions(scene.address(), sockets).await?;
    let deafen = async |scene: &Scene<'_>| {
        let (address, before) = (scene.address(), scene.usage()?.descriptors);
        let _deaf = open(address, &sessions, sockets, Some(2_048)).await?;
        let mut hearing = Socket::open(address, &scene.token, None).await?;
        let (end, client) = (Instant::now() + time, Client::new(address));
        while Instant::now() < end {
            ask(&client, &scene.token, 30_000).await?;
            while !hearing.hear().await.ok_or_else(|| failed("who reads is closed too"))?.contains("questionUpdate") {}
            told.fetch_add(1, Ordering::Relaxed);
        }
        if time > UNREAD {
            // Those whose last bytes the system has only just stopped taking.
            let patience = Instant::now() + UNREAD;
            while scene.usage()?.descriptors > before + FEW && Instant::now() < patience {
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
            left.fetch_add(scene.usage()?.descriptors.saturating_sub(before + FEW), Ordering::Relaxed);
        }
        Ok(())
    };
    scene.repeat(options.times, deafen).await?;
    let (told, left) = (told.into_inner(), left.into_inner());
    scene.report.figure("told_of", told);
    if told == 0 {
        scene.report.violation("nobody was told of anything");
    }
    if time > UNREAD {
        scene.report.figure("still_held", left);
    } else {
        scene.report.figure("still_held", format!("not looked for: that takes more than {} seconds", UNREAD.as_secs()));
    }
    if left > 0 {
        scene.report.violation(format!("{left} sockets that never read were not closed"));
    }
    Ok(())
}

/// Sockets that say more than anybody can hear, and come back when they are closed for it.
async fn floods(stoa: &Path, options: &Pressure) -> Result<bool> {
    play("floods of joins and messages", stoa, "", async |scene| floods_in(scene, options).await).await
}

async fn floods_in(scene: &mut Scene<'_>, options: &Pressure) -> Result<()> {
    let (sockets, time) = (FLOODERS, options.time());
    scene.report.figure("sockets", sockets);
    let (said, closed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let sessions = sessions(scene.address(), sockets).await?;
    let flood = async |scene: &Scene<'_>| {
        let (address, end) = (scene.address(), Instant::now() + time);
        let game = Client::new(address).call("POST", "/games/create", Some(&scene.token), Some(&json!({"gameType": "Nim"}))).await;
        let game = game.map_err(|_| failed("no game"))?.body;
        let what = [
            format!(r#"42["joinGame",{game}]"#),
            format!(r#"42["leaveGame",{game}]"#),
            format!(r#"42["makeMove",{{"gameID":{game},"move":{{"playerID":"ann","move":{{"numObjects":1}}}}}}]"#),
            r#"42["requestLeaderboardUpdate",[]]"#.to_owned(),
            r#"42["joinChat","0000000000001"]"#.to_owned(),
        ];
        let speakers = (0..sockets).map(async |number| {
            while Instant::now() < end {
                // Many at once: some are refused, and try again.
                let Ok(mut socket) = Socket::open(address, &sessions[number % sessions.len()], None).await else {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                    continue;
                };
                for text in what.iter().cycle() {
                    if Instant::now() >= end || socket.say(text).await.is_err() {
                        break;
                    }
                    said.fetch_add(1, Ordering::Relaxed);
                }
                closed.fetch_add(1, Ordering::Relaxed);
            }
        });
        futures_util::future::join_all(speakers).await;
        Ok(())
    };
    scene.repeat(options.times, flood).await?;
    let said = said.into_inner();
    scene.report.figure("said", said);
    scene.report.figure("closed_and_back", closed.into_inner());
    if said == 0 {
        scene.report.violation("no socket said anything");
    }
    Ok(())
}

/// All browsers lose the server at once, and look for it at once: after a crash, and after a stop.
async fn storm(stoa: &Path, sockets: usize) -> Result<bool> {
    play("a reconnect storm", stoa, "", async |scene| storm_in(scene, sockets).await).await
}

async fn storm_in(scene: &mut Scene<'_>, sockets: usize) -> Result<()> {
    scene.report.figure("sockets", sockets);
    let sessions = sessions(scene.address(), sockets).await?;
    let idle = scene.usage()?.memory;
    let mut there = open(scene.address(), &sessions, sockets, None).await?;
    let each = scene.usage()?.memory.saturating_sub(idle) / sockets as u64;
    scene.report.figure("kb_each_socket", each / 1024);
    let (mut back, mut memory) = (Vec::new(), Vec::new());
    for is_crash in [true, false, true] {
        let lost = there.drain(..).map(async |mut socket| while socket.hear().await.is_some() {});
        let (restarted, _) = tokio::join!(scene.restart(is_crash), futures_util::future::join_all(lost));
        restarted?;
        let began = Instant::now();
        there = open(scene.address(), &sessions, sockets, None).await?;
        back.push((began.elapsed().as_secs_f64() * 10.0).round() / 10.0);
        if began.elapsed() > BACK {
            scene.report.violation(format!("{sockets} sockets were back only after {:?}", began.elapsed()));
        }
        memory.push(megabytes(scene.usage()?.memory));
        // All of them hear what happens then.
        ask(&Client::new(scene.address()), &scene.token, 1).await?;
        let hearing = there.iter_mut().map(async |socket| {
            while let Some(text) = socket.hear().await {
                if text.contains("questionUpdate") {
                    return true;
                }
            }
            false
        });
        let hearing = tokio::time::timeout(BACK, futures_util::future::join_all(hearing)).await;
        let heard = hearing.map_or(0, |heard| heard.into_iter().filter(|heard| *heard).count());
        if heard < sockets {
            scene.report.violation(format!("{} of {sockets} sockets did not hear what happened", sockets - heard));
        }
    }
    scene.report.figure("back_after_s", back);
    scene.report.figure("memory_mb", memory);
    drop(there);
    scene.recover().await
}

/// More connections than the server has descriptors.
async fn few_descriptors(stoa: &Path, time: Duration) -> Result<bool> {
    play("256 descriptors", stoa, &format!("ulimit -n {DESCRIPTORS}"), async |scene| few_descriptors_in(scene, time).await).await
}

async fn few_descriptors_in(scene: &mut Scene<'_>, time: Duration) -> Result<()> {
    const CONNECTIONS: usize = 600;
    scene.report.figure("connections", CONNECTIONS);
    let address = scene.address();
    let (client, mut written, mut longest) = (Client::new(address), 0, Duration::ZERO);
    for _ in 0..2 {
        write(&client, &scene.token).await?;
        // At once, and without waiting for them: a connection that says nothing for ten seconds is closed, ours too.
        let mut held = JoinSet::new();
        (0..CONNECTIONS).for_each(|_| drop(held.spawn(TcpStream::connect(address))));
        let end = Instant::now() + time;
        let mut most = 0;
        while Instant::now() < end {
            // Over the connection that was there before.
            let began = Instant::now();
            match write(&client, &scene.token).await {
                Ok(()) => written += 1,
                Err(error) => scene.report.violation(format!("who was there already: {error}")),
            }
            longest = longest.max(began.elapsed());
            most = most.max(scene.usage()?.descriptors);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        scene.report.figure("most_descriptors", most);
        if most < DESCRIPTORS - SPARE {
            scene.report.violation(format!("only {most} of {DESCRIPTORS} descriptors were used"));
        }
        drop(held);
        scene.recover().await?;
    }
    scene.report.figure("written_meanwhile", written);
    scene.report.figure("longest_write_ms", longest.as_millis() as u64);
    if written == 0 {
        scene.report.violation("who was there already has written nothing");
    }
    if longest > WRITE {
        scene.report.violation(format!("who was there already waited {longest:?}"));
    }
    Ok(())
}

/// Everything at once, in 256 MB.
async fn little_memory(stoa: &Path, sockets: usize, time: Duration) -> Result<bool> {
    const MEMORY: u64 = 256 << 20;
    let group = PathBuf::from(format!("/sys/fs/cgroup/memory/stoa-drill-{}", std::process::id()));
    let is_group = std::fs::create_dir(&group).is_ok() && std::fs::write(group.join("memory.limit_in_bytes"), MEMORY.to_string()).is_ok();
    // Without a group: what the process may ask for, shared or not yet used memory included.
    let limits = if is_group { format!("echo $$ > {}/cgroup.procs", group.display()) } else { format!("ulimit -d {}", MEMORY >> 10) };
    let done = play("256 MB", stoa, &limits, async |scene| {
        scene.report.figure("limited_by", if is_group { "a memory cgroup" } else { "RLIMIT_DATA" });
        little_memory_in(scene, sockets, time).await?;
        if is_group {
            let read = |name: &str| std::fs::read_to_string(group.join(name)).unwrap_or_default();
            scene.report.figure("most_mb", megabytes(read("memory.max_usage_in_bytes").trim().parse().unwrap_or_default()));
            let killed = read("memory.oom_control").lines().any(|line| line.starts_with("oom_kill ") && !line.ends_with(" 0"));
            if killed {
                scene.report.violation("the system killed for lack of memory");
            }
        }
        Ok(())
    });
    let is_fine = done.await;
    let _ = std::fs::remove_dir(&group);
    is_fine
}

async fn little_memory_in(scene: &mut Scene<'_>, sockets: usize, time: Duration) -> Result<()> {
    scene.report.figure("sockets", sockets);
    let address = scene.address();
    let sessions = sessions(address, sockets).await?;
    let mut load = Load::new(address, &scene.site.ledger, 8).await?;
    let mut logins = BTreeMap::new();
    for _ in 0..2 {
        let probe = Probe::start(address, &scene.token);
        let all = async {
            let there = open(address, &sessions, sockets, None).await?;
            let reading = there.into_iter().map(async |mut socket| while socket.hear().await.is_some() {});
            let reading = tokio::time::timeout(time, futures_util::future::join_all(reading));
            let logging_in = async {
                let (mut answers, end) = (BTreeMap::new(), Instant::now() + time);
                while Instant::now() < end {
                    for (answer, count) in log_in_at_once(address, 300).await {
                        *answers.entry(answer).or_insert(0) += count;
                    }
                }
                answers
            };
            let silent = async {
                let mut held = JoinSet::new();
                (0..1_000).for_each(|_| drop(held.spawn(TcpStream::connect(address))));
                let held: Vec<_> = held.join_all().await;
                tokio::time::sleep(time).await;
                drop(held);
            };
            let (_, answers, _) = tokio::join!(reading, logging_in, silent);
            Ok::<_, crate::Error>(answers)
        };
        let (answers, counts) = load.run(address, all).await?;
        for (answer, count) in answers? {
            *logins.entry(answer).or_insert(0) += count;
        }
        counts.unfounded().chain(counts.unanswered()).for_each(|violation| scene.report.violation(violation));
        scene.report.load(counts);
        // With so little memory others may wait.
        probe.stop().await?.note(scene.report, f64::INFINITY);
        scene.recover().await?;
    }
    expect_done(&logins, scene);
    scene.report.figure("logins", logins);
    scene.look().await
}

/// Enough sessions for so many sockets.
async fn sessions(address: SocketAddr, sockets: usize) -> Result<Vec<String>> {
    let (client, mut sessions) = (Client::new(address), Vec::new());
    for number in 0..sockets.div_ceil(SOCKETS_OF_SESSION) {
        let name = format!("listener{}", number / SESSIONS_OF_USER);
        sessions.push(if number % SESSIONS_OF_USER == 0 {
            sign_up(&client, &name).await?
        } else {
            let body = json!({"username": name, "password": PASSWORD});
            let reply = client.call("POST", "/user/login", None, Some(&body)).await.map_err(|_| failed("no login"))?;
            reply.token.ok_or_else(|| failed(format_args!("a login: {}", reply.body)))?
        });
    }
    Ok(sessions)
}

/// Opens so many sockets at once; whoever is refused tries again, as browsers do.
async fn open(address: SocketAddr, sessions: &[String], sockets: usize, room: Option<u32>) -> Result<Vec<Socket>> {
    let mut opening = JoinSet::new();
    for number in 0..sockets {
        let token = sessions[number % sessions.len()].clone();
        opening.spawn(async move {
            for _ in 0..50 {
                if let Ok(socket) = Socket::open(address, &token, room).await {
                    return Ok(socket);
                }
                tokio::time::sleep(Duration::from_millis(rand::random_range(50..200))).await;
            }
            Err(failed("a socket could not be opened"))
        });
    }
    opening.join_all().await.into_iter().collect()
}
