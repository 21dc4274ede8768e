//! A dump that a test writes.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use tempfile::TempDir;

/// A dump that a test writes.
#[derive(Clone)]
pub(crate) struct Dump(BTreeMap<&'static str, String>);

impl Dump {
    pub fn new(files: &[&'static str]) -> Self {
        Self(files.iter().map(|file| (*file, String::new())).collect())
    }

    /// Adds a row. Attribute values are given without XML escapes.
    pub fn row(mut self, file: &'static str, attributes: &[(&str, &str)]) -> Self {
        let rows = self.0.entry(file).or_default();
        rows.push_str("  <row");
        for (name, value) in attributes {
            let value = value
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;")
                .replace('\n', "&#xA;");
            let _ = write!(rows, " {name}=\"{value}\"");
        }
        rows.push_str(" />\r\n");
        self
    }

    pub fn write(&self) -> TempDir {
        let directory = TempDir::new().expect("a temporary directory");
        for (file, rows) in &self.0 {
            let root = file.trim_end_matches(".xml").to_lowercase();
            let text = format!(
                "\u{feff}<?xml version=\"1.0\" encoding=\"utf-8\"?>\r\n<{root}>\r\n{rows}</{root}>"
            );
            std::fs::write(directory.path().join(file), text).expect("the file is written");
        }
        directory
    }

    /// Returns a small dump with an example of each peculiarity of real dumps.
    pub fn sample() -> Self {
        let long_title = format!("How {}?", "long ".repeat(20));
        Self::new(&["Badges.xml"])
            .row("Users.xml", &[("Id", "-1"), ("CreationDate", "2010-01-01T00:00:00.000"), ("DisplayName", "Community")])
            .row("Users.xml", &[("Id", "1"), ("CreationDate", "2010-01-02T00:00:00.000"), ("DisplayName", "Ada Lovelace"), ("AboutMe", "<p>I <b>compute</b>.</p>")])
            .row("Users.xml", &[("Id", "2"), ("CreationDate", "2010-01-03T00:00:00.000"), ("DisplayName", "ada lovelace"), ("Reputation", "7")])
            .row("Users.xml", &[("Id", "3"), ("CreationDate", "2010-01-04T00:00:00.000"), ("DisplayName", "田中")])
            .row("Posts.xml", &[("Id", "2"), ("PostTypeId", "2"), ("ParentId", "1"), ("CreationDate", "2019-01-02T00:00:00.000"), ("Score", "-2"), ("Body", "<p>See <a href=\"/questions/4/how\">that</a> and <a href=\"https://things.example.com/a/2\">this</a>.</p><pre class=\"lang-rs\"><code>fn main() {}\n</code></pre>"), ("OwnerDisplayName", "user99"), ("ContentLicense", "CC BY-SA 4.0")])
            .row("Posts.xml", &[("Id", "1"), ("PostTypeId", "1"), ("AcceptedAnswerId", "2"), ("CreationDate", "2019-01-01T00:00:00.000"), ("Score", "5"), ("ViewCount", "120"), ("Body", "<p>Is $T_c < \\hbar$?</p>"), ("OwnerUserId", "1"), ("LastEditDate", "2019-02-01T00:00:00.500"), ("Title", "What & \"why\"?"), ("Tags", "<physics><math>"), ("ContentLicense", "CC BY-SA 4.0"), ("Unheard", "of")])
            .row("Posts.xml", &[("Id", "3"), ("PostTypeId", "2"), ("ParentId", "1"), ("CreationDate", "2019-01-03T00:00:00.000"), ("Score", "1"), ("Body", "<p>No.</p>"), ("OwnerUserId", "2"), ("ContentLicense", "CC BY-SA 4.0")])
            .row("Posts.xml", &[("Id", "4"), ("PostTypeId", "1"), ("CreationDate", "2011-01-01T00:00:00.000"), ("Body", "<p><a href=\"http://a.example\">old</a></p>"), ("OwnerUserId", "77"), ("Title", &long_title), ("Tags", "|math|a-tag-of-remarkable-length|")])
            .row("Posts.xml", &[("Id", "5"), ("PostTypeId", "4"), ("CreationDate", "2019-01-01T00:00:00.000"), ("Body", "About numbers & <signs>.")])
            .row("Posts.xml", &[("Id", "6"), ("PostTypeId", "5"), ("CreationDate", "2019-01-01T00:00:00.000"), ("Body", "A wiki.")])
            .row("Posts.xml", &[("Id", "7"), ("PostTypeId", "2"), ("ParentId", "99"), ("CreationDate", "2019-01-01T00:00:00.000"), ("Body", "Lost.")])
            .row("Tags.xml", &[("Id", "1"), ("TagName", "math"), ("ExcerptPostId", "5"), ("WikiPostId", "6")])
            .row("Tags.xml", &[("Id", "2"), ("TagName", "unused")])
            .row("Comments.xml", &[("Id", "1"), ("PostId", "1"), ("Text", "*Nice*, see [this](/q/4)"), ("CreationDate", "2019-01-05T00:00:00.000"), ("UserId", "3"), ("ContentLicense", "CC BY-SA 4.0")])
            .row("Comments.xml", &[("Id", "2"), ("PostId", "2"), ("Text", "Gone"), ("CreationDate", "2015-01-06T00:00:00.000"), ("UserDisplayName", "user99")])
            .row("Comments.xml", &[("Id", "3"), ("PostId", "6"), ("Text", "On a wiki"), ("CreationDate", "2019-01-06T00:00:00.000"), ("UserId", "3")])
            .row("Votes.xml", &[("Id", "1"), ("PostId", "1"), ("VoteTypeId", "2"), ("CreationDate", "2019-01-01T00:00:00.000")])
            .row("Votes.xml", &[("Id", "2"), ("PostId", "2"), ("VoteTypeId", "3"), ("CreationDate", "2019-01-01T00:00:00.000")])
            .row("Votes.xml", &[("Id", "3"), ("PostId", "99"), ("VoteTypeId", "2"), ("CreationDate", "2019-01-01T00:00:00.000")])
            .row("Votes.xml", &[("Id", "4"), ("PostId", "1"), ("VoteTypeId", "5"), ("UserId", "2"), ("CreationDate", "2019-01-01T00:00:00.000")])
            .row("Badges.xml", &[("Id", "1"), ("UserId", "1"), ("Name", "Student")])
    }

    /// Adds a history for one question and one answer.
    pub fn with_history(self) -> Self {
        let edit = |kind, post, guid, date, user, text| {
            [
                ("PostHistoryTypeId", kind),
                ("PostId", post),
                ("RevisionGUID", guid),
                ("CreationDate", date),
                ("UserId", user),
                ("Text", text),
            ]
        };
        let rows = [
            edit(
                "2",
                "1",
                "a",
                "2019-01-01T00:00:00.000",
                "1",
                "Is `$T_c$`\r\n[so](/a/3)?",
            ),
            edit("1", "1", "a", "2019-01-01T00:00:00.000", "1", "What?"),
            edit("3", "1", "a", "2019-01-01T00:00:00.000", "1", "<math>"),
            edit(
                "2",
                "3",
                "b",
                "2019-01-03T00:00:00.000",
                "2",
                "<kbd>No</kbd>",
            ),
            edit(
                "5",
                "1",
                "c",
                "2019-01-04T00:00:00.000",
                "2",
                "Is $T_c < \\hbar$\r\n[so](/a/3)?",
            ),
            edit("10", "1", "d", "2019-01-05T00:00:00.000", "2", "closed"),
            edit(
                "4",
                "1",
                "e",
                "2019-02-01T00:00:00.000",
                "-1",
                "What & \"why\"?",
            ),
            edit(
                "6",
                "1",
                "e",
                "2019-02-01T00:00:00.000",
                "-1",
                "|physics|math|",
            ),
            edit("5", "6", "f", "2019-02-01T00:00:00.000", "-1", "of a wiki"),
        ];
        rows.iter().enumerate().fold(self, |dump, (number, row)| {
            let number = (number + 1).to_string();
            let row: Vec<_> = std::iter::once(("Id", number.as_str()))
                .chain(row.iter().copied())
                .collect();
            dump.row("PostHistory.xml", &row)
        })
    }

    pub fn without(mut self, file: &str) -> Self {
        self.0.remove(file);
        self
    }
}
