//! The summary of an import, as the command prints it.

use std::collections::BTreeMap;
use std::fmt;

/// The result for one kind of row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub imported: u64,
    /// Imported by an earlier run.
    pub present: u64,
}

impl Count {
    /// Counts a row.
    pub(super) fn add(&mut self, is_new: bool) {
        if is_new {
            self.imported += 1;
        } else {
            self.present += 1;
        }
    }
}

/// The result for votes. Dumps do not name the voters, so votes are only part of the scores.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    pub rows: u64,
    pub up: u64,
    pub down: u64,
    /// Up and down votes for posts of an earlier run.
    pub present: u64,
}

/// The result of an import or of a dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The host name of the dumped site.
    pub source: String,
    /// Whether this was a dry run.
    pub dry_run: bool,
    pub users: Count,
    /// Users added for authors that the dump does not list, one for each.
    pub placeholders: Count,
    /// Posts, comments, edits and links whose author the dump does not name. They share one user.
    pub unnamed: u64,
    pub tags: Count,
    pub questions: Count,
    pub answers: Count,
    pub accepted: u64,
    pub closed: u64,
    pub revisions: u64,
    pub comments: Count,
    /// Files of the dump that became pictures, counted for each owner.
    pub pictures: u64,
    /// Questions linked to their originals.
    pub duplicates: Count,
    /// Other links between questions.
    pub links: Count,
    pub votes: Votes,
    /// The number of posts and comments under each licence.
    pub licences: BTreeMap<String, u64>,
    /// The number of skipped rows, by reason.
    pub skipped: BTreeMap<String, u64>,
    /// The number of values of imported rows that are left out, by description.
    pub left_out: BTreeMap<String, u64>,
    /// The number of imported values that exceed the limits of this site, by description.
    pub remarks: BTreeMap<&'static str, u64>,
}

impl Summary {
    /// Returns the number of new rows.
    pub fn new_rows(&self) -> u64 {
        [
            self.users,
            self.placeholders,
            self.tags,
            self.questions,
            self.answers,
            self.comments,
            self.duplicates,
            self.links,
        ]
        .iter()
        .map(|count| count.imported)
        .sum()
    }

    /// Counts a skipped row.
    pub(super) fn skip(&mut self, reason: impl Into<String>) {
        *self.skipped.entry(reason.into()).or_default() += 1;
    }

    /// Counts skipped rows.
    pub(super) fn skip_all(&mut self, reason: &str, count: u64) {
        if count > 0 {
            *self.skipped.entry(reason.to_owned()).or_default() += count;
        }
    }

    /// Counts a value of an imported row that is left out.
    pub(super) fn leave_out(&mut self, description: impl Into<String>) {
        *self.left_out.entry(description.into()).or_default() += 1;
    }

    /// Counts imported values that exceed a limit.
    pub(super) fn remark(&mut self, remark: &'static str, count: usize) {
        if count > 0 {
            *self.remarks.entry(remark).or_default() += count as u64;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        match (self.dry_run, self.new_rows()) {
            (true, _) => writeln!(
                f,
                "Dry run: an import from {source} would have this result; nothing was kept."
            )?,
            (false, 0) => writeln!(
                f,
                "Nothing new from {source}: everything was imported before."
            )?,
            (false, _) => writeln!(f, "Imported from {source}:")?,
        }
        let counts = [
            ("users", self.users),
            (
                "placeholder users for authors without a user record",
                self.placeholders,
            ),
            ("tags", self.tags),
            ("questions", self.questions),
            ("answers", self.answers),
            ("comments", self.comments),
            ("links from duplicates to originals", self.duplicates),
            ("other links between questions", self.links),
        ];
        for (name, count) in counts {
            let before = if count.present > 0 {
                format!(" ({} imported before)", grouped(count.present))
            } else {
                String::new()
            };
            line(f, count.imported, format_args!("{name}{before}"))?;
        }
        line(
            f,
            self.unnamed,
            "texts and links without an author, by one placeholder user",
        )?;
        if self.pictures > 0 {
            line(f, self.pictures, "pictures")?;
        }
        line(f, self.accepted, "accepted answers")?;
        line(f, self.closed, "closed questions")?;
        line(f, self.revisions, "revisions")?;
        line(f, self.votes.up, "up votes, in the scores")?;
        line(f, self.votes.down, "down votes, in the scores")?;
        section(f, "Skipped:", self.skipped.iter())?;
        section(f, "Left out of imported rows:", self.left_out.iter())?;
        section(f, "Notes on what was imported:", self.remarks.iter())?;
        section(f, "Licenses of posts and comments:", self.licences.iter())
    }
}

/// Writes a title and its lines, if there are any.
fn section<N: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    title: &str,
    lines: impl ExactSizeIterator<Item = (N, impl std::borrow::Borrow<u64>)>,
) -> fmt::Result {
    if lines.len() > 0 {
        writeln!(f, "{title}")?;
    }
    for (name, count) in lines {
        line(f, *count.borrow(), name)?;
    }
    Ok(())
}

/// Writes a count and what it counts.
fn line(f: &mut fmt::Formatter<'_>, count: u64, name: impl fmt::Display) -> fmt::Result {
    writeln!(f, "{:>12}  {name}", grouped(count))
}

/// Formats a number with a comma after every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345_678, "12,345,678"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
