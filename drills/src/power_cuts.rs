//! The power goes. All that the server asks of its disk is noted while it is written to, restarted, killed, and while a sync fails;
//! then the power is cut at random places of that log, and what the disk may hold then is looked at.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tempfile::TempDir;

use crate::disk::Disk;
use crate::image::{Expectations, examine};
use crate::load::Load;
use crate::oplog::{self, Marks, Name, Operation};
use crate::report::Report;
use crate::server::Options;
use crate::shim::{self, Failure, Order, Place, Shim, Syncs, Then};
use crate::site::{Site, doctor};
use crate::{Result, failed};

const WRITERS: usize = 16;
/// For the server to stop, or to end by itself.
const PATIENCE: Duration = Duration::from_secs(15);
/// `stoa doctor`, which also knows what belongs together, looks at every so many images.
const EXAMINED_BY_DOCTOR: usize = 50;

/// So many of the cuts are just before a sync, where whoever was answered too early has most to lose.
const AT_SYNC: f64 = 0.3;
/// So many of the others are around rare operations, and so far around.
const AT_RARE: f64 = 0.5;
const AROUND: usize = 60;

#[derive(Args, Clone)]
pub struct PowerCuts {
    /// How many images of the disk are looked at
    #[arg(long, default_value_t = 2_000)]
    pub images: usize,
    /// How long each of the servers is written to
    #[arg(long, default_value_t = 2.0)]
    pub seconds: f64,
    /// When a sync is done of which the disk says that it is: unless in time, losses must be found, or this drill finds nothing
    #[arg(long, value_enum, default_value_t = Syncs::InTime)]
    pub syncs: Syncs,
    /// Of the random choices of cuts
    #[arg(long)]
    pub seed: Option<u64>,
}

/// How a server ends whose operations are noted.
#[derive(Clone, Copy)]
enum End {
    Stopped,
    /// The disk ends it.
    Struck(Order),
}

/// One server after the other: killed in a write, after a sync that failed, and stopped. What comes next begins with what they left.
fn ends() -> Vec<End> {
    let order = |operation, place, nth, failure| End::Struck(Order { operation, place, nth, failure, then: Then::All });
    vec![
        order(shim::Operation::Write, Place::Anywhere, 2_000, Failure::End),
        order(shim::Operation::Sync, Place::Anywhere, 20, Failure::Broken),
        End::Stopped,
        order(shim::Operation::Write, Place::Database, 50, Failure::End),
        order(shim::Operation::Sync, Place::Database, 1, Failure::Broken),
        order(shim::Operation::Write, Place::Anywhere, 300, Failure::End),
        order(shim::Operation::Sync, Place::Anywhere, 7, Failure::Broken),
        End::Stopped,
    ]
}

impl PowerCuts {
    /// Whether it is well if something is lost: on a disk that lies.
    fn is_control(&self) -> bool {
        self.syncs != Syncs::InTime
    }
}

/// Cuts the power at random moments.
pub async fn power_cuts(stoa: &Path, options: &PowerCuts) -> Result<bool> {
    let name = match options.syncs {
        Syncs::InTime => "power-cuts",
        Syncs::Late => "power-cuts, late syncs",
        Syncs::Never => "power-cuts, no syncs",
    };
    let (mut report, site) = (Report::new(name), Site::new(stoa)?);
    let done = cuts(&site, options, &mut report).await;
    Ok(report.end(done, site.place))
}

async fn cuts(site: &Site, options: &PowerCuts, report: &mut Report) -> Result<()> {
    let base = record(site, options, report).await?;
    let log = fs::read(site.place.path().join("operations"))?;
    let operations = oplog::read(&log)?;
    let found = explore(site, options, base, &operations, report).await?;
    if options.is_control() && found.lost == 0 {
        report.violation("nothing was lost on a disk that lies: this drill would not notice a loss");
    }
    Ok(())
}

/// What is on the disk at the beginning.
type Base = Vec<(Name, Vec<u8>)>;

/// Lets servers be written to, and notes what they ask of their disk. Returns the database before that.
async fn record(site: &Site, options: &PowerCuts, report: &mut Report) -> Result<Base> {
    let mut shim = Shim::build(site).await?;
    site.ledger.mark(Marks::open(shim.log())?)?;
    let server = site.start().await?;
    let mut load = Load::new(server.address(), &site.ledger, WRITERS).await?;
    server.stop(PATIENCE).await?;
    let mut base = vec![(Name::Database, fs::read(site.options.data_dir.join("stoa.db"))?)];
    base.extend(fs::read(site.options.data_dir.join("stoa.db-wal")).map(|wal| (Name::Wal, wal)));
    let ends = if options.is_control() { vec![End::Stopped] } else { ends() };
    for end in ends {
        let mut server = shim.start(site, true, options.syncs).await?;
        if !options.is_control() {
            // Whatever the last server left without an answer is settled, before anybody builds on it.
            site.look(&server, false, report).await?;
        }
        let time = tokio::time::sleep(Duration::from_secs_f64(options.seconds));
        let ((), counts) = load.run(server.address(), time).await?;
        counts.unfounded().chain(counts.unanswered()).for_each(|violation| report.violation(violation));
        report.load(counts);
        match end {
            End::Stopped => drop(server.stop(PATIENCE).await?),
            End::Struck(order) => {
                shim.order(&order)?;
                let (ended, counts) = load.run(server.address(), server.ended(PATIENCE)).await?;
                counts.unfounded().for_each(|violation| report.violation(violation));
                report.load(counts);
                if ended?.is_none() {
                    report.violation(format!("the server goes on after {order}"));
                    server.kill().await?;
                }
                shim.withdraw()?;
            }
        }
    }
    Ok(base)
}

/// What was found in all images.
#[derive(Default)]
struct Found {
    lost: usize,
    damaged: usize,
}

async fn explore(site: &Site, options: &PowerCuts, base: Base, operations: &[Operation<'_>], report: &mut Report) -> Result<Found> {
    let seed = options.seed.unwrap_or_else(rand::random);
    let mut rng = StdRng::seed_from_u64(seed);
    let expected = Expectations::of(operations)?;
    let begun = operations.iter().position(|operation| !matches!(operation, Operation::Noted { .. }));
    let begun = begun.ok_or_else(|| failed("nothing was asked of the disk: is the program linked statically?"))?;
    let moments = moments(operations, begun, options.images, &mut rng);
    let (mut disk, mut done, mut found, mut acknowledged) = (Disk::new(base), 0, Found::default(), 0);
    for (number, moment) in moments.into_iter().enumerate() {
        operations[done..moment].iter().for_each(|operation| disk.apply(operation));
        done = moment;
        let image = disk.after_cut(&mut rng);
        let directory = tempfile::Builder::new().prefix("image-").tempdir_in(site.place.path())?;
        let mut examined = examine(&image, directory.path(), &expected, moment)?;
        acknowledged += examined.acknowledged;
        if number % EXAMINED_BY_DOCTOR == 0 && !options.is_control() {
            let mut opinion = Report::new("doctor");
            doctor(&Options::new(&site.options.stoa, directory.path()), &mut opinion).await?;
            examined.damage.extend(opinion.into_violations());
        }
        found.lost += usize::from(!examined.lost.is_empty());
        found.damaged += usize::from(!examined.damage.is_empty());
        let problems: Vec<String> = examined.damage.into_iter().chain(examined.lost).collect();
        if !options.is_control()
            && let Some(first) = problems.first()
        {
            let kept = keep(directory, &image)?;
            report.violation(format!("cut before operation {moment}, {} problems, in {kept}: {first}", problems.len()));
        }
    }
    report.figure("seed", seed);
    report.figure("operations", operations.len() - begun);
    let syncs = operations.iter().filter(|operation| matches!(operation, Operation::Sync { .. })).count();
    report.figure("syncs", syncs);
    report.figure("checkpoints", checkpoints(operations));
    report.figure("images", options.images);
    report.figure("acknowledgements_looked_for", acknowledged);
    report.figure("images_with_losses", found.lost);
    report.figure("images_damaged", found.damaged);
    Ok(found)
}

/// Places of the log, ascending: some are where syncs are, or checkpoints, failures and restarts, which are few among the writes.
fn moments(operations: &[Operation<'_>], begun: usize, images: usize, rng: &mut StdRng) -> Vec<usize> {
    let is_rare = |operation: &Operation<'_>| match operation {
        Operation::Write { .. } | Operation::Noted { .. } => false,
        Operation::Sync { file } => *file != Name::Wal,
        Operation::Truncate { .. } | Operation::FailedSync { .. } | Operation::Unlink { .. } => true,
    };
    let is_sync = |operation: &Operation<'_>| matches!(operation, Operation::Sync { .. } | Operation::FailedSync { .. });
    let places = |is_such: &dyn Fn(&Operation<'_>) -> bool| -> Vec<usize> {
        (begun..operations.len()).filter(|place| is_such(&operations[*place])).collect()
    };
    let (syncs, rare) = (places(&is_sync), places(&is_rare));
    let mut moments: Vec<usize> = (0..images)
        .map(|_| match (syncs.choose(rng), rare.choose(rng)) {
            (Some(place), _) if rng.random_bool(AT_SYNC) => *place,
            (_, Some(place)) if rng.random_bool(AT_RARE) => (place + rng.random_range(0..AROUND)).saturating_sub(AROUND / 2),
            _ => rng.random_range(begun..=operations.len()),
        })
        .map(|moment| moment.clamp(begun, operations.len()))
        .collect();
    moments.sort_unstable();
    moments
}

/// How often the database itself was synced.
fn checkpoints(operations: &[Operation<'_>]) -> usize {
    operations.iter().filter(|operation| matches!(operation, Operation::Sync { file: Name::Database })).count()
}

/// Keeps an image as it was before it was opened, for whoever looks into it.
fn keep(directory: TempDir, image: &HashMap<Name, Vec<u8>>) -> Result<String> {
    let path = directory.keep();
    for (name, bytes) in image {
        fs::write(path.join(format!("as-it-was-{name:?}")), bytes)?;
    }
    Ok(path.display().to_string())
}
