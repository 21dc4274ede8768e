//! Imports a Stack Exchange data dump: a directory with one XML file per table. Databases of Apache Answer, Askbot, Discourse, NodeBB
//! and Question2Answer, and a file with a record for each post, are read as if they were one.
//!
//! The order follows the references between rows. A first pass over the posts assigns their ids,
//! because texts can link to later posts. Users, tags, questions, answers, their history, their
//! comments and the links between questions follow. Counters and the search index are computed once, at the end.
//!
//! Dumps do not say who voted, so votes become `imported_score`, and views become `imported_views`.
//! The summary counts and names whatever is left out.

mod answer;
mod askbot;
mod comments;
mod dialect;
mod discourse;
mod dump;
mod flat_file;
mod history;
mod skipped;
mod links;
mod model;
mod nodebb;
mod pictures;
mod post_links;
mod posts;
mod question2answer;
mod session;
mod tables;
mod users;

use super::options::Progress;
use super::summary::Summary;
use super::transaction::run_in_transaction;
use crate::core::error::{Error, Result};
use crate::features::questions::counters;
use crate::features::search;
use crate::platform::db::Db;
#[cfg(any(test, fuzzing))]
pub use discourse::markdown as markdown_of_discourse;
pub use dump::Dump;
#[cfg(any(test, fuzzing))]
pub use flat_file::{Format, read as read_records};
pub use links::{Link, links};
pub use question2answer::Details;
#[cfg(any(test, fuzzing))]
pub use question2answer::html_of_plain;
use session::Import;

/// Imports a dump. After an error or a dry run, the database is unchanged. After an error, files of
/// pictures can be left that no row names.
pub fn import(
    db: &Db,
    mut dump: Dump,
    progress: impl FnMut(Progress) + Send + 'static,
) -> Result<Summary> {
    dump.progress = Box::new(progress);
    let dry_run = dump.options.dry_run;
    let summary = run_in_transaction(db, dry_run, move |tx| {
        let mut summary = Import::new(tx, dump)?.run()?;
        if summary.new_rows() > 0 {
            counters::recompute(tx)?;
        }
        summary.dry_run = dry_run;
        Ok(summary)
    })?;
    search::finish_rebuild(db)?;
    Ok(summary)
}

impl Import<'_, '_> {
    /// Runs all steps.
    fn run(mut self) -> Result<Summary> {
        self.plan_posts()?;
        self.import_users()?;
        self.import_tags()?;
        self.import_questions()?;
        self.import_answers()?;
        self.import_history()?;
        self.finish_pictures()?;
        self.import_comments()?;
        self.import_links()?;
        self.import_biographies()?;
        self.report_pending();
        self.count_votes()?;
        self.skip_file("Badges.xml", "badges: this site does not have them")?;
        match &self.tables {
            Some(tables) => {
                for (what, count) in tables.left_out()? {
                    self.summary.skip_all(what, count);
                }
            }
            None => {
                for file in self.dump.unknown_files().map_err(Error::internal)? {
                    self.summary
                        .skip(format!("file that Stoa does not know: {file}"));
                }
            }
        }
        self.dump.advance("counters, search", 0);
        Ok(self.summary)
    }
}
