//! Backups that the server makes by itself: when they are due, and after one what is not to be kept any more.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::retention::Retention;
use super::{Created, Result, Turn, create, directory, last, list};
use crate::clock::{Clock, Day, Timestamp};
use crate::config::{Config, Schedule};

/// The clock is looked at so often: it may be set, or the machine may sleep.
const LOOK: Duration = Duration::from_secs(30);
/// What has failed is tried again after so long.
const RETRY: Duration = Duration::from_secs(600);
const DAY: Duration = Duration::from_secs(86_400);

/// When the backup after the one made at `last` is due; what was never backed up is due at once.
fn due(schedule: Schedule, last: Option<Timestamp>) -> Timestamp {
    let Some(last) = last else { return Timestamp::from_millis(i64::MIN) };
    match schedule {
        Schedule::Every(interval) => last.plus(interval),
        Schedule::Daily(time) => {
            let today = Day::since_1970(last.millis().div_euclid(Day::MILLIS));
            let due = today.begin().plus(time);
            if due > last { due } else { today.end().plus(time) }
        }
    }
}

/// What the task is to do.
#[derive(Clone)]
struct Plan {
    schedule: Option<Schedule>,
    retention: Retention,
    data_dir: PathBuf,
    directory: PathBuf,
    clock: Clock,
    turn: Turn,
}

/// Starts the task that backs the site in `data_dir` up when it is due, and when the process receives SIGUSR1. It lives as long
/// as the runtime; a backup that fails is an error in the log.
pub fn start(config: &Config, data_dir: &Path, clock: Clock, turn: Turn) {
    let plan = Plan {
        schedule: Schedule::parse(&config.backup.schedule),
        retention: Retention::of(config),
        data_dir: data_dir.to_owned(),
        directory: directory(config),
        clock,
        turn,
    };
    match signal(SignalKind::user_defined1()) {
        Ok(asked) => drop(tokio::spawn(run(plan, asked))),
        Err(error) => tracing::error!(%error, "cannot listen for SIGUSR1: no backups are made"),
    }
}

async fn run(plan: Plan, mut asked: tokio::signal::unix::Signal) {
    // First of all what is there is looked at.
    let (mut is_wanted, mut next) = (false, plan.schedule.map(|_| plan.clock.now()));
    loop {
        if !next.is_some_and(|next| plan.has_come(next)) {
            tokio::select! {
                () = tokio::time::sleep(LOOK) => continue,
                _ = asked.recv() => is_wanted = true,
            }
        }
        // One after the other: this waits for it, without holding up the end of the server.
        let (done, ended) = oneshot::channel();
        let this = plan.clone();
        let started = std::thread::Builder::new().name("backup".to_owned()).spawn(move || done.send(this.look(is_wanted)));
        let retry = (is_wanted, plan.schedule.map(|_| plan.clock.now().plus(RETRY)));
        (is_wanted, next) = if started.is_ok() { ended.await.unwrap_or(retry) } else { retry };
        if let Some(next) = next {
            tracing::info!(at = %next, "the next backup is due");
        }
    }
}

impl Plan {
    /// Whether it is that time, or the clock was set back since it was worked out: so far ahead nothing is ever due.
    fn has_come(&self, next: Timestamp) -> bool {
        let longest = match self.schedule {
            Some(Schedule::Every(interval)) => interval.max(RETRY),
            Some(Schedule::Daily(_)) | None => DAY,
        };
        let wait = next.since(self.clock.now());
        wait.is_zero() || wait > longest
    }

    /// Makes a backup if it is wanted, or if one is due, whoever made the last one. Returns whether it is still wanted, since it
    /// has failed, and when the next one is due.
    fn look(&self, is_wanted: bool) -> (bool, Option<Timestamp>) {
        let _turn = self.turn.blocking_lock();
        let now = self.clock.now();
        let next = |last| self.schedule.map(|schedule| due(schedule, last));
        if !is_wanted {
            let next = next(list(&self.directory).ok().and_then(|listed| last(&listed, now)));
            if next.is_none_or(|next| next > now) {
                return (false, next);
            }
        }
        let succeeded = self.back_up(now);
        (!succeeded, if succeeded { next(Some(now)) } else { self.schedule.map(|_| now.plus(RETRY)) })
    }

    /// Makes a backup, which checks it, and removes those that are not to be kept. Tells the log, and whether there is one.
    fn back_up(&self, now: Timestamp) -> bool {
        let began = Instant::now();
        match create(&self.data_dir, &self.directory, now) {
            Ok(Created { path, archive_bytes, .. }) => {
                let milliseconds = began.elapsed().as_millis() as u64;
                tracing::info!(path = %path.display(), bytes = archive_bytes, milliseconds, "backed up and checked");
                match self.retention.prune(&self.directory, now, false) {
                    Ok(removed) => removed.iter().for_each(|path| tracing::info!(path = %path.display(), "removed an old backup")),
                    Err(error) => tracing::error!(%error, "cannot remove old backups"),
                }
                true
            }
            Err(error) => {
                tracing::error!(%error, directory = %self.directory.display(), "the backup failed; it is tried again in ten minutes");
                false
            }
        }
    }
}

impl Retention {
    /// What the configuration says.
    pub fn of(config: &Config) -> Self {
        let backup = &config.backup;
        let [last, daily, weekly, monthly] =
            [backup.keep_last, backup.keep_daily, backup.keep_weekly, backup.keep_monthly].map(|count| count as usize);
        Self { last, daily, weekly, monthly }
    }

    /// Removes the backups in a directory that are not to be kept, or only says which they are. What cannot be read, or was made
    /// while a clock was ahead, is nobody's to remove.
    pub fn prune(&self, directory: &Path, now: Timestamp, dry_run: bool) -> Result<Vec<PathBuf>> {
        let mut listed = list(directory)?;
        listed.retain(|backup| backup.time().is_some_and(|time| time <= now));
        let mut dated: Vec<(jiff::Timestamp, &Path)> =
            listed.iter().filter_map(|backup| Some((backup.manifest.as_ref()?.created_at.parse().ok()?, backup.path.as_path()))).collect();
        dated.sort();
        let times: Vec<jiff::Timestamp> = dated.iter().map(|(time, _)| *time).collect();
        let superfluous = self.superfluous(&times).into_iter().map(|index| dated[index].1.to_owned());
        superfluous.map(|path| if dry_run { Ok(path) } else { std::fs::remove_file(&path).map(|()| path).map_err(Into::into) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{NOW, backed_up, content};
    use super::*;

    fn at(text: &str) -> Timestamp {
        let time: jiff::Timestamp = format!("{text}:00Z").parse().expect("a time");
        Timestamp::from_millis(time.as_millisecond())
    }

    #[test]
    fn a_backup_is_due_at_its_time_or_after_its_interval() {
        let schedule = |text: &str| Schedule::parse(text).expect("a schedule");
        let due = |text: &str, last: &str| super::due(schedule(text), Some(at(last)));
        assert_eq!(due("03:30", "2026-11-20T03:31"), at("2026-11-21T03:30"));
        assert_eq!(due("03:30", "2026-11-20T03:30"), at("2026-11-21T03:30"));
        // By hand, shortly before.
        assert_eq!(due("03:30", "2026-11-20T03:29"), at("2026-11-20T03:30"));
        assert_eq!(due("00:00", "2026-12-31T23:59"), at("2027-01-01T00:00"));
        assert_eq!(due("6h", "2026-11-20T22:00"), at("2026-11-21T04:00"));
        assert_eq!(due("30m", "2026-11-20T22:00"), at("2026-11-20T22:30"));
        // What was missed, or never made, is due.
        assert!(due("03:30", "2026-01-01T03:30") < at("2026-11-21T00:00"));
        assert!(super::due(schedule("03:30"), None) < at("1970-01-01T00:00"));
        for never in ["", "0h", "25:00", "12:60", "3:30", "3:030", "h", "6", "6w", "-1h", "é"] {
            assert_eq!(Schedule::parse(never), None, "{never}");
        }
    }

    fn hours(count: u64) -> Timestamp {
        NOW.plus(Duration::from_secs(count * 3_600))
    }

    fn plan(site: &Path, schedule: &str, retention: Retention, now: Timestamp) -> Plan {
        let (data_dir, directory, clock) = (site.to_owned(), site.join("backups"), Clock::standing_at(now));
        Plan { schedule: Schedule::parse(schedule), retention, data_dir, directory, clock, turn: Turn::default() }
    }

    #[test]
    fn a_backup_is_made_when_it_is_due_or_asked_for() {
        let (site, _) = backed_up(1);
        let (count, keep_all) = (|| content(&site.path().join("backups")).len(), Retention::default());
        let look = |schedule: &str, hour: u64, is_wanted: bool| plan(site.path(), schedule, keep_all, hours(hour)).look(is_wanted);
        assert_eq!((look("6h", 5, false), count()), ((false, Some(hours(6))), 1));
        assert_eq!((look("6h", 7, false), count()), ((false, Some(hours(13))), 2));
        assert_eq!((look("", 8, true), count()), ((false, None), 3));
        // What has failed is tried again: this name is taken.
        assert_eq!((look("6h", 8, true), count()), ((true, Some(hours(8).plus(RETRY))), 3));
    }

    #[test]
    fn a_clock_that_was_wrong_stops_no_backups() {
        let (site, first) = backed_up(1);
        let retention = Retention { last: 1, ..Retention::default() };
        let at = |hour: u64| plan(site.path(), "6h", retention, hours(hour));
        // Before the server began: of the time that has been there is only the first backup.
        assert!(plan(site.path(), "", Retention::default(), hours(9_000)).back_up(hours(9_000)));
        assert_eq!(at(1).look(false), (false, Some(hours(6))));
        assert_eq!(at(7).look(false), (false, Some(hours(13))));
        assert!(!first.exists());
        assert_eq!(content(&site.path().join("backups")).len(), 2, "nor does it take the new one's place");
        // While the server runs.
        assert_eq!([at(6), at(7), at(13)].map(|plan| plan.has_come(hours(13))), [true, false, true]);
        assert!(!plan(site.path(), "1m", retention, hours(7)).has_come(hours(7).plus(RETRY)));
        assert!(!plan(site.path(), "07:00", retention, hours(7)).has_come(hours(31)));
    }

    #[test]
    fn what_is_not_to_be_kept_goes_after_a_backup_and_what_fails_says_so() {
        let (site, first) = backed_up(1);
        let directory = site.path().join("backups");
        std::fs::write(directory.join("mine.tar.zst"), "unreadable").expect("a file");
        let plan = plan(site.path(), "", Retention { last: 1, ..Retention::default() }, NOW);
        assert!(plan.back_up(NOW.plus(Duration::from_secs(60))));
        assert!(!first.exists());
        assert_eq!(content(&directory), ["mine.tar.zst", "stoa-2026-11-21T00-01-00.000Z.tar.zst"]);
        // The name is taken, and what is there stays.
        assert!(!plan.back_up(NOW.plus(Duration::from_secs(60))));
        assert_eq!(content(&directory).len(), 2);
    }
}
