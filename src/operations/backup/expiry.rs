//! Removal of expired backups.

use std::path::{Path, PathBuf};

use super::error::Result;
use super::list::list;
use super::media::{self, PrunedFiles};
use super::retention::{Candidates, Retention, Withheld, all, candidates};
use crate::core::clock::Timestamp;
use crate::core::config::Config;

/// How expired backups are removed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pruning {
    /// Removes nothing.
    pub dry_run: bool,
    /// Removes backups of other sites and fuller backups too.
    pub force: bool,
}

/// The result of [`Retention::prune`].
#[derive(Debug)]
pub struct Pruned {
    pub removed: Vec<PathBuf>,
    pub withheld: Withheld,
    /// The files of pictures that no remaining archive names.
    pub files: PrunedFiles,
}

impl Retention {
    /// Returns the retention of the configuration.
    pub fn of(config: &Config) -> Self {
        let backup = &config.backup;
        let [last, daily, weekly, monthly] = [
            backup.keep_last,
            backup.keep_daily,
            backup.keep_weekly,
            backup.keep_monthly,
        ]
        .map(|count| count as usize);
        Self {
            last,
            daily,
            weekly,
            monthly,
        }
    }

    /// Removes expired backups in a directory, and the files of pictures that no other one names; a
    /// dry run only lists them. Which of them may expire is up to [`candidates`], or to the caller if
    /// they use `force`.
    pub fn prune(
        &self,
        directory: &Path,
        now: Timestamp,
        Pruning { dry_run, force }: Pruning,
    ) -> Result<Pruned> {
        let listed = list(directory)?;
        let Candidates { dated, withheld } = if force {
            all(&listed, now)
        } else {
            candidates(&listed, now)
        };
        let times: Vec<jiff::Timestamp> = dated.iter().map(|(time, _)| *time).collect();
        let mut removed = Vec::new();
        for index in self.expired(&times) {
            let path = &dated[index].1.path;
            if !dry_run {
                std::fs::remove_file(path)?;
            }
            removed.push(path.clone());
        }
        Ok(Pruned {
            files: media::prune(directory, now, &removed, dry_run)?,
            removed,
            withheld,
        })
    }
}
