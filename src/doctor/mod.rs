//! `stoa doctor`: finds problems of a site, also while a server runs, and repairs some of them.

mod context;
mod database;
mod files;
mod finding;
pub mod maintenance;
pub mod ownership;
pub(crate) mod store;

use crate::clock::Clock;
use crate::db::{self, Db};
use crate::error::Result;
use crate::invariants::{CONFLICTS, DERIVED, INDEXES, ORPHANS};
use crate::realtime::Hub;
use database::{NOT_SERVED, integrity, invariants};

pub use context::DoctorContext;
pub use finding::{Finding, Status};
pub use ownership::LOCK;

/// A check of the site.
pub struct Check {
    pub id: &'static str,
    /// The condition that the check verifies.
    pub about: &'static str,
    run: fn(&DoctorContext<'_>) -> Result<Finding>,
}

/// All checks, in their order.
pub const CHECKS: &[Check] = &[
    Check {
        id: "base-url",
        about: "the address of the site is encrypted or local",
        run: files::base_url,
    },
    Check {
        id: "data-dir",
        about: "the data directory belongs to this user, is writable and private",
        run: files::data_dir,
    },
    Check {
        id: "disk-space",
        about: "the disk has free space for twice the database",
        run: files::disk_space,
    },
    Check {
        id: "file-system",
        about: "SQLite is safe on the file system of the data",
        run: files::file_system,
    },
    Check {
        id: "lock",
        about: "which process uses the data directory",
        run: files::lock,
    },
    Check {
        id: "schema",
        about: "the database opens and has the schema of this program",
        run: database::schema_version,
    },
    Check {
        id: "integrity",
        about: "SQLite finds no damaged page or index",
        run: |doctor| doctor.check_database(|read| integrity(read, false)),
    },
    Check {
        id: "foreign-keys",
        about: "every reference leads to an existing row",
        run: |doctor| doctor.check_current_database(database::foreign_keys),
    },
    Check {
        id: "orphans",
        about: "every row has its owner",
        run: |doctor| {
            doctor.check_current_database(|read| {
                invariants(read, &ORPHANS.concat(), "some rows have no owner")
            })
        },
    },
    Check {
        id: "counters",
        about: "every stored count is right",
        run: |doctor| {
            doctor.check_current_database(|read| {
                invariants(read, &DERIVED.concat(), "some counts are wrong")
            })
        },
    },
    Check {
        id: "name-indexes",
        about: "the name indexes contain all users and communities",
        run: |doctor| {
            doctor.check_current_database(|read| {
                invariants(read, &INDEXES.concat(), "some name indexes are wrong")
            })
        },
    },
    Check {
        id: "search-index",
        about: "the search index contains the words of all questions",
        run: database::search_index,
    },
    Check {
        id: "wal-size",
        about: "the write-ahead log is small",
        run: files::wal_size,
    },
    Check {
        id: "last-backup",
        about: "there is a recent backup",
        run: files::last_backup,
    },
    Check {
        id: "administrator",
        about: "the site has an administrator",
        run: |doctor| doctor.check_current_database(database::administrator),
    },
];

impl DoctorContext<'_> {
    /// Runs the checks with these ids, or all if `only` is empty.
    pub fn inspect(&self, only: &[String]) -> Vec<Finding> {
        let selected = CHECKS
            .iter()
            .filter(|check| only.is_empty() || only.iter().any(|id| id == check.id));
        let findings = selected.map(|check| {
            let found = (check.run)(self);
            let found = found.unwrap_or_else(|error| {
                Finding::error(
                    format!("this check failed: {error}"),
                    "solve the problems of the other checks first",
                )
            });
            Finding {
                id: check.id,
                ..found
            }
        });
        findings.collect()
    }

    /// Repairs what it can of the findings, each in one transaction. Changes nothing in a damaged
    /// database or one with another schema. The caller holds the lock of the data directory, and
    /// runs the checks again afterwards.
    pub fn repair(&self, findings: &[Finding]) -> Result<()> {
        let is_wrong = |id: &str| {
            findings
                .iter()
                .any(|finding| finding.id == id && finding.status == Status::Error)
        };
        let is_sound = || {
            db::inspect(&self.data_dir, self.now, |read| integrity(read, false))
                .is_ok_and(|found| found.status == Status::Ok)
        };
        if !self.has_current_schema() || !is_sound() {
            return Ok(());
        }
        let db = Db::open(&self.data_dir, Clock::system(), Hub::default())?;
        // The order matters: first remove orphans, so that they are not counted, and add missing
        // rows, so that there is a row for each count.
        for (id, invariants) in [
            ("orphans", ORPHANS.concat()),
            ("counters", DERIVED.concat()),
            ("name-indexes", INDEXES.concat()),
        ] {
            if is_wrong(id) {
                db.write_blocking(move |tx| {
                    tx.without_event(NOT_SERVED);
                    invariants
                        .iter()
                        .try_for_each(|invariant| invariant.repair(tx).map(drop))
                })?;
            }
        }
        if is_wrong("search-index") {
            database::reindex(&db)?;
        }
        Ok(())
    }
}
