//! A disk that fails: the n-th write or sync is refused while the server is written to. A broken disk must end the process, and the
//! next one finds everything that was acknowledged; a full one must be said, and forgotten when there is space again.

use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use futures_util::future::try_join_all;

use crate::load::{Counts, Load};
use crate::report::Report;
use crate::server::Server;
use crate::shim::{Failure, Operation, Order, Place, Shim, Syncs, Then};
use crate::site::Site;
use crate::{Result, failed};

/// For as many operations as an order counts, and for the process to end after one has failed.
const PATIENCE: Duration = Duration::from_secs(60);
const END: Duration = Duration::from_secs(10);
const STEP: Duration = Duration::from_millis(5);
/// How long a full disk stays full, and how long is written after it.
const FULL: Duration = Duration::from_millis(150);
/// Space is used again by then.
const RECOVERY: Duration = Duration::from_secs(10);
/// What is said when the disk is full.
const REFUSAL: &str = "503 The site's disk is full: it can be read, but nothing new can be stored at the moment";
/// What the log says when it is broken.
const LAST_WORDS: &str = "the disk failed";
/// Everything is looked for, and not only what is new, at every so many points.
const ALL: usize = 25;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A write fails with EIO
    Write,
    /// A sync fails with EIO
    Sync,
    /// A write fails with ENOSPC
    Full,
    /// A write and all after it fail with EDQUOT, to whatever file of the site
    Quota,
}

#[derive(Args, Clone)]
pub struct IoErrors {
    /// How many points of each kind: the first write or sync after the order, the second, ...
    #[arg(long, default_value_t = 300)]
    pub points: usize,
    /// This kind only
    #[arg(long, value_enum)]
    pub kind: Option<Kind>,
    #[arg(long, default_value_t = 4)]
    pub writers: usize,
}

/// Lets one operation after the other fail: of each kind on a site of its own, all at once, because a full disk is mostly waited for.
pub async fn io_errors(stoa: &Path, options: &IoErrors) -> Result<bool> {
    let kinds = Kind::value_variants().iter().filter(|kind| options.kind.is_none_or(|only| only == **kind));
    let done = try_join_all(kinds.map(|kind| fail(stoa, *kind, options))).await?;
    Ok(done.into_iter().all(|is_fine| is_fine))
}

async fn fail(stoa: &Path, kind: Kind, options: &IoErrors) -> Result<bool> {
    let name = match kind {
        Kind::Write => "io-errors, write",
        Kind::Sync => "io-errors, sync",
        Kind::Full => "io-errors, full",
        Kind::Quota => "io-errors, quota",
    };
    let site = Site::new(stoa)?;
    let mut drill = Drill { shim: Shim::build(&site).await?, site, report: Report::new(name) };
    let done = drill.points(kind, options).await;
    Ok(drill.report.end(done, drill.site.place))
}

struct Drill {
    site: Site,
    shim: Shim,
    report: Report,
}

impl Drill {
    async fn points(&mut self, kind: Kind, options: &IoErrors) -> Result<()> {
        let mut server = self.start().await?;
        let mut load = Load::new(server.address(), &self.site.ledger, options.writers).await?;
        for point in 1..=options.points {
            let order = order(kind, point);
            server = match kind {
                Kind::Full | Kind::Quota => self.fill(server, &mut load, &order).await?,
                Kind::Write | Kind::Sync => self.break_down(server, &mut load, point, &order).await?,
            };
            self.report.count("points", 1);
            if point % ALL == 0 {
                self.site.look(&server, true, &mut self.report).await?;
            } else {
                self.site.compare(&server, false, &mut self.report).await?;
            }
            if self.report.has_violations() {
                self.report.violation(format!("that was point {point}: {order}"));
                break;
            }
        }
        self.site.look(&server, true, &mut self.report).await?;
        self.stopped(server).await
    }

    async fn start(&self) -> Result<Server> {
        self.shim.start(&self.site, false, Syncs::InTime).await
    }

    /// The disk breaks while it is used; now and then already at the next start, or when the server is told to stop.
    async fn break_down(&mut self, mut server: Server, load: &mut Load, point: usize, order: &Order) -> Result<Server> {
        let address = server.address();
        if point % 10 == 9 {
            // What a stop has left to write is little.
            let ((), counts) = load.run(address, tokio::time::sleep(FULL)).await?;
            counts.unanswered().for_each(|violation| self.report.violation(violation));
            self.took(counts);
            self.shim.order(&Order { nth: 1 + point / 10 % 4, place: Place::Anywhere, ..*order })?;
            let status = server.stop(PATIENCE).await?;
            if self.shim.has_struck() {
                self.report.count("struck_at_the_stop", 1);
                if status.success() {
                    self.report.violation("the disk failed when the server stopped, and it ended as if all were well");
                }
            }
        } else {
            let words = self.last_words()?;
            self.shim.order(order)?;
            let shim = &self.shim;
            let (ended, counts) = load.run(address, ended_after(&mut server, shim)).await?;
            self.took(counts);
            match ended? {
                Some(status) if status.code() == Some(1) => {}
                Some(status) => self.report.violation(format!("the server ended with {status}")),
                None => {
                    self.report.violation("the server goes on though its disk has failed");
                    server.kill().await?;
                }
            }
            if self.last_words()? <= words {
                self.report.violation("the log does not say why the server ended");
            }
        }
        if point % 10 == 4 {
            self.shim.order(&Order { nth: 1 + point / 10 % 6, place: Place::Anywhere, ..*order })?;
            let started = self.start().await;
            let has_struck = self.shim.has_struck();
            self.shim.withdraw()?;
            self.report.count("struck_at_the_start", usize::from(has_struck));
            match started {
                // A disk that fails once may still be used.
                Ok(server) => return Ok(server),
                Err(_) if has_struck => {}
                Err(error) => return Err(error),
            }
        }
        self.shim.withdraw()?;
        self.start().await
    }

    /// How often servers have said why they ended.
    fn last_words(&self) -> Result<usize> {
        Ok(std::fs::read_to_string(self.site.options.log())?.matches(LAST_WORDS).count())
    }

    /// The disk is full, and then it has space again.
    async fn fill(&mut self, mut server: Server, load: &mut Load, order: &Order) -> Result<Server> {
        self.shim.order(order)?;
        let address = server.address();
        let shim = &self.shim;
        let full = async {
            wait_for(PATIENCE, || shim.has_struck()).await?;
            tokio::time::sleep(FULL).await;
            shim.withdraw()
        };
        let (done, while_full) = load.run(address, full).await?;
        if let Some(status) = server.ended(Duration::ZERO).await? {
            return Err(failed(format_args!("the server ended with {status} when its disk was full: {order}")));
        }
        done?;
        for (sentence, count) in &while_full.refused {
            if sentence != REFUSAL {
                self.report.violation(format!("on a full disk {count} requests were told: {sentence}"));
            }
        }
        self.took_all("on a full disk", &while_full);
        self.report.load(while_full);
        let began = Instant::now();
        loop {
            let ((), after) = load.run(address, tokio::time::sleep(FULL)).await?;
            self.took_all("with space again", &after);
            let is_well = after.acknowledged > 0 && after.refused.is_empty();
            self.report.load(after);
            // A round with requests that wait may itself take too long.
            let is_late = began.elapsed() > RECOVERY;
            if is_late {
                self.report.violation(format!("there is space again, and the server has not used it within {RECOVERY:?}"));
            }
            if is_well || is_late {
                return Ok(server);
            }
        }
    }

    /// On a disk that is not full nothing is refused.
    fn took(&mut self, counts: Counts) {
        counts.unfounded().for_each(|violation| self.report.violation(violation));
        self.report.load(counts);
    }

    fn took_all(&mut self, when: &str, counts: &Counts) {
        counts.faults().chain(counts.unanswered()).for_each(|violation| self.report.violation(format!("{violation}, {when}")));
    }

    async fn stopped(&mut self, server: Server) -> Result<()> {
        let status = server.stop(PATIENCE).await?;
        if !status.success() {
            self.report.violation(format!("the stopped server ended with {status}"));
        }
        Ok(())
    }
}

/// Which operation fails at a point: at every other one in the database itself, which only checkpoints write to, and not often sync.
fn order(kind: Kind, point: usize) -> Order {
    let place = if point.is_multiple_of(2) { Place::Database } else { Place::Anywhere };
    let (operation, failure) = match kind {
        Kind::Write => (Operation::Write, Failure::Broken),
        Kind::Sync => (Operation::Sync, Failure::Broken),
        Kind::Full => (Operation::Write, Failure::Full),
        Kind::Quota => (Operation::Write, Failure::Quota),
    };
    let then = match kind {
        Kind::Quota => Then::Everywhere,
        _ if point.is_multiple_of(3) => Then::All,
        _ => Then::Nothing,
    };
    let nth = if kind == Kind::Sync && place == Place::Database { 1 + point / 2 % 3 } else { point };
    Order { operation, place, nth, failure, then }
}

/// How the server ended after its disk has failed, if it did so in time.
async fn ended_after(server: &mut Server, shim: &Shim) -> Result<Option<std::process::ExitStatus>> {
    wait_for(PATIENCE, || shim.has_struck()).await?;
    server.ended(END).await
}

async fn wait_for(patience: Duration, is_so: impl Fn() -> bool) -> Result<()> {
    let began = Instant::now();
    while !is_so() {
        if began.elapsed() > patience {
            return Err(failed("the disk was not asked for enough to fail"));
        }
        tokio::time::sleep(STEP).await;
    }
    Ok(())
}
