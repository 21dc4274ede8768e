//! Scheduled backups in the server.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::oneshot;

use super::create::{Created, Place, create};
use super::error::BackupError;
use super::expiry::{Pruned, Pruning};
use super::list::{last, list};
use super::retention::{Retention, WITHHELD_ADVICE};
use super::{BackupLock, directory};
use crate::core::clock::{Clock, Day, Timestamp};
use crate::core::config::{Config, Schedule};
use crate::core::metrics::Metrics;
use crate::features::pictures::files::FileHash;
use crate::features::users;
use crate::platform::db;

/// How often the clock is polled: it may be set, or the machine may sleep.
const POLL_INTERVAL: Duration = Duration::from_secs(30);
/// The delay before a failed backup is retried.
const RETRY: Duration = Duration::from_secs(600);
const DAY: Duration = Duration::from_secs(86_400);

/// Returns when the backup after the one at `last` is due. Without a backup, it is due at once.
fn due(schedule: Schedule, last: Option<Timestamp>) -> Timestamp {
    let Some(last) = last else {
        return Timestamp::from_millis(i64::MIN);
    };
    match schedule {
        Schedule::Every(interval) => last.plus(interval),
        Schedule::Daily(time) => {
            let today = Day::since_1970(last.millis().div_euclid(Day::MILLIS));
            let due = today.begin().plus(time);
            if due > last {
                due
            } else {
                today.end().plus(time)
            }
        }
    }
}

/// The configuration and state of the backup task.
#[derive(Clone)]
struct BackupScheduler {
    schedule: Option<Schedule>,
    retention: Retention,
    data_dir: PathBuf,
    directory: PathBuf,
    /// Whether the schedule is the default, which begins with the first administrator.
    waits_for_administrator: bool,
    /// Whether the directory must exist, because the configuration names it.
    is_configured: bool,
    clock: Clock,
    lock: BackupLock,
    metrics: Metrics,
}

/// Starts the task that backs up the site in `data_dir` on schedule and when the process receives
/// SIGUSR1. The task runs as long as the runtime. It logs a failed backup as an error.
pub fn start(config: &Config, data_dir: &Path, clock: Clock, lock: BackupLock, metrics: Metrics) {
    let scheduler = BackupScheduler {
        schedule: Schedule::parse(&config.backup.schedule),
        waits_for_administrator: !config.sources.contains_key("backup.schedule"),
        retention: Retention::of(config),
        data_dir: data_dir.to_owned(),
        directory: directory(config),
        is_configured: !config.backup.dir.as_os_str().is_empty(),
        clock,
        lock,
        metrics,
    };
    match signal(SignalKind::user_defined1()) {
        Ok(requests) => drop(tokio::spawn(run(scheduler, requests))),
        Err(error) => {
            tracing::error!(%error, "cannot listen for SIGUSR1: the server makes no backups");
        }
    }
}

async fn run(scheduler: BackupScheduler, mut requests: tokio::signal::unix::Signal) {
    // The first iteration runs at once and finds the newest backup.
    let (mut is_requested, mut next) = (false, scheduler.schedule.map(|_| scheduler.clock.now()));
    loop {
        if !next.is_some_and(|next| scheduler.is_due(next)) {
            tokio::select! {
                () = tokio::time::sleep(POLL_INTERVAL) => continue,
                _ = requests.recv() => is_requested = true,
            }
        }
        // A thread of its own, because a blocking task would delay the shutdown of the server.
        let (finished, result) = oneshot::channel();
        let this = scheduler.clone();
        let started = std::thread::Builder::new()
            .name("backup".to_owned())
            .spawn(move || finished.send(this.run_if_due(is_requested)));
        let retry = (
            is_requested,
            scheduler
                .schedule
                .map(|_| scheduler.clock.now().plus(RETRY)),
        );
        (is_requested, next) = if started.is_ok() {
            result.await.unwrap_or(retry)
        } else {
            retry
        };
        if let Some(next) = next {
            tracing::info!(at = %next, "the next backup is due");
        }
    }
}

impl BackupScheduler {
    /// Returns whether `next` has passed, or lies further ahead than any schedule allows because
    /// the clock was set back.
    fn is_due(&self, next: Timestamp) -> bool {
        let longest = match self.schedule {
            Some(Schedule::Every(interval)) => interval.max(RETRY),
            Some(Schedule::Daily(_)) | None => DAY,
        };
        let wait = next.since(self.clock.now());
        wait.is_zero() || wait > longest
    }

    /// Makes a backup if it is requested or due. Counts every backup in the directory, also those
    /// made by other programs. Returns whether a request is still open because the backup failed,
    /// and when the next backup is due.
    fn run_if_due(&self, is_requested: bool) -> (bool, Option<Timestamp>) {
        let _guard = self.lock.blocking_lock();
        let now = self.clock.now();
        let next = |last| self.schedule.map(|schedule| due(schedule, last));
        if !is_requested {
            if self.waits_for_administrator && !self.has_administrator() {
                return (false, Some(now.plus(RETRY)));
            }
            let next = next(
                list(&self.directory)
                    .ok()
                    .and_then(|listed| last(&listed, now)),
            );
            if next.is_none_or(|next| next > now) {
                return (false, next);
            }
        }
        let succeeded = self.back_up(now);
        (
            !succeeded,
            if succeeded {
                next(Some(now))
            } else {
                self.schedule.map(|_| now.plus(RETRY))
            },
        )
    }

    /// Returns whether the site has an administrator; before, there is nothing to lose. True if that cannot be read.
    fn has_administrator(&self) -> bool {
        db::inspect(
            &self.data_dir,
            self.clock.now(),
            users::store::has_administrator,
        )
        .unwrap_or(true)
    }

    /// Logs and counts what was removed and what was kept out of caution.
    fn report(&self, pruned: &Pruned) {
        for path in &pruned.removed {
            tracing::info!(path = %path.display(), "removed an expired backup");
        }
        if pruned.files.removed > 0 {
            tracing::info!(
                files = pruned.files.removed,
                "removed files of pictures that no backup names"
            );
        }
        if let Some(path) = &pruned.files.kept_for {
            tracing::warn!(path = %path.display(), "this file is not a backup that can be read: because of it, all files of pictures are kept");
        }
        let withheld = pruned.withheld;
        self.metrics
            .set("stoa_backups_withheld", &[], withheld.count() as f64);
        if withheld.count() > 0 {
            tracing::warn!(directory = %self.directory.display(), "{withheld}; {WITHHELD_ADVICE}");
        }
    }

    /// Makes a verified backup and removes expired ones. Logs the result, and returns whether the
    /// backup succeeded.
    fn back_up(&self, now: Timestamp) -> bool {
        let started = Instant::now();
        let created = if self.is_configured && !self.directory.is_dir() {
            Err(BackupError::NoDirectory(self.directory.clone()))
        } else {
            create(&self.data_dir, Place::Directory(&self.directory), now)
        };
        match created {
            Ok(Created {
                path,
                archive_bytes,
                rebuilt,
                lost,
                ..
            }) => {
                log_lost(&lost);
                if let Some(damage) = rebuilt {
                    tracing::error!(
                        "the database is damaged ({damage}), but its rows are sound: the backup was made from them and is complete; repair the site with stoa doctor --fix"
                    );
                }
                self.metrics
                    .count("stoa_backups_total", &[("result", "ok")]);
                let milliseconds = started.elapsed().as_millis() as u64;
                tracing::info!(path = %path.display(), bytes = archive_bytes, milliseconds, "backed up and checked");
                match self
                    .retention
                    .prune(&self.directory, now, Pruning::default())
                {
                    Ok(pruned) => self.report(&pruned),
                    Err(error) => tracing::error!(%error, "cannot remove expired backups"),
                }
                true
            }
            Err(error) => {
                note_failure(&self.metrics, now);
                tracing::error!(%error, directory = %self.directory.display(), "the backup failed; the next attempt is in ten minutes");
                false
            }
        }
    }
}

/// Logs the files of pictures that a site has lost, if there are any.
pub fn log_lost(lost: &[FileHash]) {
    if !lost.is_empty() {
        tracing::error!(
            files = lost.len(),
            "files of pictures are missing or damaged, and not in the backup, which is complete otherwise: stoa doctor names them"
        );
    }
}

/// Counts a failed backup.
pub fn note_failure(metrics: &Metrics, now: Timestamp) {
    metrics.count("stoa_backups_total", &[("result", "failed")]);
    let seconds = now.millis() as f64 / 1_000.0;
    metrics.set("stoa_backup_last_failure_timestamp_seconds", &[], seconds);
}

#[cfg(test)]
mod tests {
    use super::super::retention::candidates;
    use rusqlite::Connection;

    use super::super::tests::{NOW, file_names, site_with_backup};
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
        // After a manual backup shortly before.
        assert_eq!(due("03:30", "2026-11-20T03:29"), at("2026-11-20T03:30"));
        assert_eq!(due("00:00", "2026-12-31T23:59"), at("2027-01-01T00:00"));
        assert_eq!(due("6h", "2026-11-20T22:00"), at("2026-11-21T04:00"));
        assert_eq!(due("30m", "2026-11-20T22:00"), at("2026-11-20T22:30"));
        // A missed backup is due, and so is the first.
        assert!(due("03:30", "2026-01-01T03:30") < at("2026-11-21T00:00"));
        assert!(super::due(schedule("03:30"), None) < at("1970-01-01T00:00"));
        for invalid in [
            "", "0h", "25:00", "12:60", "3:30", "3:030", "h", "6", "6w", "-1h", "é",
        ] {
            assert_eq!(Schedule::parse(invalid), None, "{invalid}");
        }
    }

    fn hours(count: u64) -> Timestamp {
        NOW.plus(Duration::from_secs(count * 3_600))
    }

    fn scheduler(
        site: &Path,
        schedule: &str,
        retention: Retention,
        now: Timestamp,
    ) -> BackupScheduler {
        let (data_dir, directory, clock) =
            (site.to_owned(), site.join("backups"), Clock::fixed_at(now));
        BackupScheduler {
            schedule: Schedule::parse(schedule),
            waits_for_administrator: false,
            retention,
            data_dir,
            directory,
            is_configured: false,
            clock,
            lock: BackupLock::default(),
            metrics: Metrics::default(),
        }
    }

    #[test]
    fn a_backup_is_made_when_due_or_requested() {
        let (site, _) = site_with_backup(1);
        let (count, retain_all) = (
            || file_names(&site.path().join("backups")).len(),
            Retention::default(),
        );
        let run = |schedule: &str, hour: u64, is_requested: bool| {
            scheduler(site.path(), schedule, retain_all, hours(hour)).run_if_due(is_requested)
        };
        assert_eq!((run("6h", 5, false), count()), ((false, Some(hours(6))), 1));
        assert_eq!(
            (run("6h", 7, false), count()),
            ((false, Some(hours(13))), 2)
        );
        assert_eq!((run("", 8, true), count()), ((false, None), 3));
        // This backup fails because the name exists. It is retried.
        assert_eq!(
            (run("6h", 8, true), count()),
            ((true, Some(hours(8).plus(RETRY))), 3)
        );
    }

    #[test]
    fn the_default_schedule_begins_with_the_first_administrator() {
        let (site, _) = site_with_backup(1);
        let run = || {
            BackupScheduler {
                waits_for_administrator: true,
                ..scheduler(site.path(), "6h", Retention::default(), hours(7))
            }
            .run_if_due(false)
        };
        assert_eq!(run(), (false, Some(hours(7).plus(RETRY))));
        let connection = Connection::open(site.path().join(db::FILE)).expect("the database");
        let administrator =
            "INSERT INTO users (id, username, name_key, password_hash, role, created_at)
                             VALUES (9, 'root', 'root', 'x', 'administrator', 0)";
        connection
            .execute(administrator, [])
            .expect("an administrator");
        assert_eq!(run(), (false, Some(hours(13))));
    }

    #[test]
    fn a_wrong_clock_does_not_stop_backups() {
        let (site, first) = site_with_backup(1);
        let retention = Retention {
            last: 1,
            ..Retention::default()
        };
        let at = |hour: u64| scheduler(site.path(), "6h", retention, hours(hour));
        // The clock was ahead before the server started: that backup does not count.
        assert!(
            scheduler(site.path(), "", Retention::default(), hours(9_000)).back_up(hours(9_000))
        );
        assert_eq!(at(1).run_if_due(false), (false, Some(hours(6))));
        assert_eq!(at(7).run_if_due(false), (false, Some(hours(13))));
        assert!(!first.exists());
        assert_eq!(
            file_names(&site.path().join("backups")).len(),
            2,
            "the backup from the future does not count as retained"
        );
        // The clock is set back while the server runs.
        assert_eq!(
            [at(6), at(7), at(13)].map(|scheduler| scheduler.is_due(hours(13))),
            [true, false, true]
        );
        assert!(!scheduler(site.path(), "1m", retention, hours(7)).is_due(hours(7).plus(RETRY)));
        assert!(!scheduler(site.path(), "07:00", retention, hours(7)).is_due(hours(31)));
    }

    /// Runs SQL on the site, and backs it up with a retention of one backup.
    fn change_and_back_up(site: &Path, sql: &str, hour: u64) -> usize {
        let connection = rusqlite::Connection::open(site.join(crate::platform::db::FILE));
        connection
            .and_then(|connection| connection.execute_batch(sql))
            .expect("a change");
        let retention = Retention {
            last: 1,
            ..Retention::default()
        };
        assert!(scheduler(site, "", retention, hours(hour)).back_up(hours(hour)));
        file_names(&site.join("backups")).len()
    }

    /// SQL that adds ten users, of whom the first has this id.
    fn users(first: usize) -> String {
        (first..first + 10)
            .map(|id| {
                format!(
                    "INSERT INTO users (id, username, name_key, created_at) VALUES ({id}, 'user{id}', 'user{id}', 0);"
                )
            })
            .collect()
    }

    #[test]
    fn an_emptier_backup_displaces_no_fuller_one() {
        let (site, _) = site_with_backup(1);
        let run = |sql: &str, hour| change_and_back_up(site.path(), sql, hour);
        assert_eq!(run(&users(1), 1), 1, "the site has grown");
        assert_eq!(run("DELETE FROM users WHERE id > 5", 2), 1, "half is left");
        assert_eq!(
            run("DELETE FROM users WHERE id > 2", 3),
            2,
            "less than half is left"
        );
        assert_eq!(run(&users(11), 4), 1, "the content is back");
    }

    /// The disk of the old site was not mounted, and a new site took its place.
    #[test]
    fn a_new_site_displaces_no_backup_of_the_old_one() {
        let (old, archive) = site_with_backup(1);
        let (new, _) = site_with_backup(1);
        let other = new.path().join("backups").join("stoa-old.tar.zst");
        std::fs::rename(&archive, &other).expect("moved");
        assert_eq!(change_and_back_up(new.path(), &users(1), 1), 2);
        assert_eq!(change_and_back_up(new.path(), "", 2), 2);
        assert!(other.exists());
        let listed = list(&new.path().join("backups")).expect("a list");
        let found = candidates(&listed, hours(3)).withheld;
        assert_eq!((found.of_other_sites, found.fuller), (1, 0));
        let forced = Pruning {
            force: true,
            ..Pruning::default()
        };
        let retention = Retention {
            last: 1,
            ..Retention::default()
        };
        let directory = new.path().join("backups");
        let pruned = retention
            .prune(&directory, hours(3), forced)
            .expect("pruned");
        assert_eq!(pruned.removed, [other]);
        drop(old);
    }

    #[test]
    fn expired_backups_are_removed_after_a_backup_and_failures_are_reported() {
        let (site, first) = site_with_backup(1);
        let directory = site.path().join("backups");
        std::fs::write(directory.join("mine.tar.zst"), "unreadable").expect("a file");
        let scheduler = scheduler(
            site.path(),
            "",
            Retention {
                last: 1,
                ..Retention::default()
            },
            NOW,
        );
        assert!(scheduler.back_up(NOW.plus(Duration::from_secs(60))));
        assert!(!first.exists());
        assert_eq!(
            file_names(&directory),
            ["mine.tar.zst", "stoa-2026-11-21T00-01-00.000Z.tar.zst"]
        );
        // The name exists: the backup fails and the existing file stays.
        assert!(!scheduler.back_up(NOW.plus(Duration::from_secs(60))));
        assert_eq!(file_names(&directory).len(), 2);
    }
}
