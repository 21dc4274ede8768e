//! Scenario in which one account or address takes as much as its limits allow, beside bystanders
//! who must not notice it. The server has 512 MB of memory, as in its package.

mod attacker;
mod bystander;
mod connections;
mod events;
mod fixture;
mod prefixes;
mod reads;
mod replies;
mod writes;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueEnum};

use self::attacker::Target;
use self::bystander::Bystanders;
use self::fixture::{Fixture, Scale};
use crate::error::{Result, failed};
use crate::memory_group::MemoryGroup;
use crate::pressure::raise_descriptor_limit;
use crate::report::Report;
use crate::resource_usage::{ResourceUsage, megabytes};
use crate::site::{Site, copy_directory, doctor};

/// Memory of the server's cgroup in bytes, and how much of it the server may use.
const MEMORY: u64 = 512 << 20;
const MEMORY_GOAL: u64 = 300 << 20;
/// Time without an attack, in which bystanders are measured for comparison.
const QUIET_TIME: Duration = Duration::from_millis(500);
/// Time until the server stops.
const STOP_TIMEOUT: Duration = Duration::from_secs(30);
/// How much the attackers' threads yield to the server and to the bystanders, which share the
/// machine with them.
const NICENESS: i32 = 10;

#[derive(Args, Clone)]
pub struct Attack {
    /// Duration of each attack in seconds
    #[arg(long, default_value_t = 30)]
    pub seconds: u64,
    /// Use a small site, and allow bystanders to wait, as on a busy machine
    #[arg(long)]
    pub relaxed: bool,
    /// Attacks to run, separated by commas [default: all]
    #[arg(long, value_name = "KIND", value_enum, value_delimiter = ',')]
    pub only: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// The heaviest writes of one account
    Writes,
    /// The longest posts of ten accounts behind one address, all at once
    Accounts,
    /// The heaviest reads of one account
    Reads,
    /// 30 slow readers of whole questions
    Replies,
    /// 120 slow readers of whole questions in the networks of an IPv6 /48
    RepliesOfPrefix,
    /// Sockets that never read while large questions change
    Events,
    /// Handshakes, uploads, silent connections and setup calls of one address
    Connections,
    /// Logins, handshakes and requests from the networks of an IPv6 /48
    Prefixes,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Writes,
        Self::Accounts,
        Self::Reads,
        Self::Replies,
        Self::RepliesOfPrefix,
        Self::Events,
        Self::Connections,
        Self::Prefixes,
    ];

    fn scenario(self) -> &'static str {
        match self {
            Self::Writes => "attack, writes",
            Self::Accounts => "attack, accounts",
            Self::Reads => "attack, reads",
            Self::Replies => "attack, replies",
            Self::RepliesOfPrefix => "attack, replies-of-prefix",
            Self::Events => "attack, events",
            Self::Connections => "attack, connections",
            Self::Prefixes => "attack, prefixes",
        }
    }

    /// Attacks until the future is dropped.
    async fn attack(self, target: Target) -> Result<()> {
        match self {
            Self::Writes => writes::attack(target).await,
            Self::Accounts => writes::attack_of_accounts(target).await,
            Self::Reads => reads::attack(target).await,
            Self::Replies => replies::attack(target).await,
            Self::RepliesOfPrefix => replies::attack_from_prefix(target).await,
            Self::Events => events::attack(target).await,
            Self::Connections => connections::attack(target).await,
            Self::Prefixes => prefixes::attack(target).await,
        }
    }
}

pub async fn attack(stoa: &Path, options: &Attack) -> Result<bool> {
    raise_descriptor_limit()?;
    let directory = tempfile::Builder::new().prefix("stoa-fault-").tempdir()?;
    let scale = if options.relaxed {
        Scale::SMALL
    } else {
        Scale::FULL
    };
    let fixture = Arc::new(Fixture::create(stoa, directory.path(), scale).await?);
    let mut all_passed = true;
    for kind in Kind::ALL {
        if options.only.is_empty() || options.only.contains(&kind) {
            all_passed &= run(stoa, kind, &fixture, options).await?;
        }
    }
    Ok(all_passed)
}

/// Runs one attack on a copy of the site.
async fn run(stoa: &Path, kind: Kind, fixture: &Arc<Fixture>, options: &Attack) -> Result<bool> {
    let group = MemoryGroup::create(MEMORY);
    let (mut report, mut site) = (Report::new(kind.scenario()), Site::new(stoa)?);
    let result = run_on(&mut site, &group, kind, fixture, options, &mut report).await;
    if group.has_killed() {
        report.violation("the kernel killed the server for lack of memory");
    }
    Ok(report.finish(result, site.dir))
}

async fn run_on(
    site: &mut Site,
    group: &MemoryGroup,
    kind: Kind,
    fixture: &Arc<Fixture>,
    options: &Attack,
    report: &mut Report,
) -> Result<()> {
    copy_directory(&fixture.site.data_dir, &site.instance.data_dir)?;
    site.limit(&group.limits())?;
    for (name, value) in [
        ("STOA_LIMITS_ENABLED", "true"),
        ("STOA_SERVER_TRUSTED_PROXIES", "local"),
    ] {
        let variable = (name.to_owned(), value.to_owned());
        site.instance.env.push(variable);
    }
    report.metric("limited_by", group.kind());
    let server = site.start().await?;
    let address = server.address();
    let bystanders = Bystanders::start(address, fixture).await?;
    tokio::time::sleep(QUIET_TIME).await;
    bystanders.expect_attack();
    let target = Target::new(address, fixture);
    let attacked = attack_for(Duration::from_secs(options.seconds), kind, target.clone()).await;
    report.metric("attack", target.counts());
    bystanders
        .finish(address, report, !options.relaxed)
        .await
        .and(attacked)?;
    let peak = ResourceUsage::of(server.pid(), &site.instance.data_dir)?.peak;
    report.metric("peak_mb", megabytes(peak));
    if let Some(peak) = group.peak() {
        report.metric("peak_with_file_cache_mb", megabytes(peak));
    }
    if peak > MEMORY_GOAL {
        report.violation(format!(
            "the server used {} MB, more than {}",
            megabytes(peak),
            megabytes(MEMORY_GOAL)
        ));
    }
    server.stop(STOP_TIMEOUT).await?;
    // It takes longer than a relaxed attack.
    if kind == Kind::Writes || !options.relaxed {
        doctor(&site.instance, report).await?;
    }
    Ok(())
}

/// Attacks for some time, with threads that yield to all others.
async fn attack_for(time: Duration, kind: Kind, target: Target) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .on_thread_start(|| {
            let _ = rustix::process::nice(NICENESS);
        })
        .build()?;
    let attack =
        runtime.spawn(async move { tokio::time::timeout(time, kind.attack(target)).await });
    let ended = attack.await;
    runtime.shutdown_background();
    match ended? {
        Err(_) => Ok(()),
        Ok(result) => result.and(Err(failed("the attack ended early"))),
    }
}
