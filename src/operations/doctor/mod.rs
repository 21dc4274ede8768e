//! `stoa doctor`: finds problems of a site, also while a server runs, and repairs some of them.

mod context;
mod database;
mod files;
mod finding;
pub mod maintenance;
pub mod ownership;
mod pictures;
mod repair;
pub(crate) mod store;

use crate::core::error::Result;
use crate::operations::invariants::{DERIVED, INDEXES, ORPHANS};
use database::{integrity, invariants};

pub use context::DoctorContext;
pub use finding::{Finding, Status};
pub use ownership::LOCK;
pub use pictures::RepairedFiles;
pub use repair::RepairOutcome;

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
        id: "storage",
        about: "there is room for new texts and pictures",
        run: database::storage,
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
        id: "log",
        about: "the write-ahead log belongs to the database",
        run: database::log,
    },
    Check {
        id: "objects",
        about: "the tables, indexes and triggers are those of this program",
        run: |doctor| doctor.check_current_database(database::objects),
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
        about: "everything derived, such as counts and who may read a question, is right",
        run: |doctor| {
            doctor.check_current_database(|read| {
                invariants(read, &DERIVED.concat(), "some derived values are wrong")
            })
        },
    },
    Check {
        id: "conflicts",
        about: "no two sources contradict each other",
        run: |doctor| doctor.check_current_database(database::conflicts),
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
        id: "pictures",
        about: "every picture has its files, intact, and every file has a picture",
        run: pictures::pictures,
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
        id: "passkeys",
        about: "every passkey works at server.base_url",
        run: database::passkeys,
    },
    Check {
        id: "mail",
        about: "no mail waits for more than an hour",
        run: database::mail,
    },
    Check {
        id: "push",
        about: "no push message waits for more than an hour",
        run: database::push,
    },
    Check {
        id: "clock",
        about: "no row is dated after the clock of this computer",
        run: database::clock,
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
}
