//! Imports revisions, and the original Markdown of posts.
//!
//! A dump contains the texts of posts as HTML, and their history, if any, as Markdown. An edit
//! consists of several rows with the same GUID: one each for the title, the tags and the text.

use std::collections::HashSet;

use super::model::{Edit, NewestText, Post, tag_names};
use super::session::Import;
use super::skipped;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::operations::import::html;
use crate::operations::import::rows::Row;
use crate::operations::import::store::{self, Version};

/// Describes a row that is no edit, for the report of skipped rows. What it says of a question today,
/// such as that it is closed, is imported with the question.
fn event(kind: u16) -> String {
    let name = match kind {
        10 => "closed",
        11 => "reopened",
        12 => "deleted",
        13 => "undeleted",
        14 => "locked",
        15 => "unlocked",
        16 => "made a community wiki",
        17 | 35 | 36 => "migrated",
        18 | 37 | 38 => "merged",
        19 => "protected",
        20 => "unprotected",
        22 => "unmerged",
        24 => "suggested edit approved",
        25 => "posted to social media",
        31 => "comments moved to chat",
        33 => "notice added",
        34 => "notice removed",
        50 => "bumped",
        52 => "listed as a hot question",
        53 => "no longer listed as a hot question",
        _ => "unknown",
    };
    format!("history events of type {kind}: {name}")
}

/// Returns whether readers of one text see no word that a reader of the other sees.
fn lacks_words(markdown: &str, other: &str) -> bool {
    let (seen, other) = (text::plain_text(markdown), text::plain_text(other));
    let seen: HashSet<&str> = words(&seen).collect();
    words(&other).any(|word| !seen.contains(word))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}

impl Import<'_, '_> {
    /// Imports the revisions of the new posts. A post without revisions gets one from its current
    /// text.
    pub fn import_history(&mut self) -> Result<()> {
        self.for_each_row("PostHistory.xml", Self::collect_edit)?;
        self.finish_edit()?;
        let newest = std::mem::take(&mut self.history.newest);
        let mut posts: Vec<(i64, Post)> = self
            .posts
            .iter()
            .filter(|(_, post)| post.is_new)
            .map(|(&number, &post)| (number, post))
            .collect();
        posts.sort_unstable_by_key(|&(number, _)| number);
        for (number, post) in posts {
            match newest.get(&number) {
                // The site shows HTML tags as text, so keep the Markdown converted from HTML.
                Some(newest) => match self.reason_for_html(post.id, newest.revision)? {
                    Some(reason) => {
                        self.summary.remark(reason, 1);
                        store::copy_text_to_revisions(self.tx, post.id, newest.revision)?;
                    }
                    None => store::copy_text_from_revision(self.tx, post.id, newest.revision)?,
                },
                None => {
                    store::insert_first_revision(self.tx, post.id)?;
                    self.summary.revisions += 1;
                }
            }
        }
        store::deduplicate_texts(self.tx)
    }

    /// Returns why the text converted from HTML is better than the Markdown of a revision, if it is.
    fn reason_for_html(&self, post: Id, revision: Id) -> Result<Option<&'static str>> {
        let markdown = store::revision_text(self.tx, revision)?;
        Ok(if html::contains_html(&markdown) {
            Some("posts with HTML in their Markdown, converted to plain Markdown")
        } else if lacks_words(&markdown, &store::text(self.tx, post)?) {
            Some("posts whose Markdown lacks words of their HTML here, converted from HTML")
        } else {
            None
        })
    }

    /// Adds a row to the current edit, or finishes that edit and starts another.
    fn collect_edit(&mut self, row: &Row<'_>) -> Result<()> {
        let kind: u16 = row.required_number("PostHistoryTypeId")?;
        if !(1..=9).contains(&kind) {
            self.summary.skip(event(kind));
            return Ok(());
        }
        let post = row.required_number("PostId")?;
        match self.posts.get(&post) {
            Some(post) if post.is_new => {}
            Some(_) => {
                self.summary
                    .skip("edits of posts that an earlier run imported");
                return Ok(());
            }
            None => {
                self.summary.skip("edits of posts that are not imported");
                return Ok(());
            }
        }
        self.report_skipped(&skipped::HISTORY, row);
        let guid = row.required("RevisionGUID")?;
        if self
            .history
            .edit
            .as_ref()
            .is_none_or(|edit| edit.post != post || edit.guid != guid)
        {
            self.finish_edit()?;
            let author = self.author(row, "UserId", "UserDisplayName")?;
            let (number, at) = (row.required_number("Id")?, self.created_at(row)?);
            self.history.edit = Some(Edit {
                post,
                guid,
                number,
                author,
                at,
                changed: Version::default(),
            });
        }
        let text = row.text("Text")?.unwrap_or_default();
        let text = if kind % 3 == 2 {
            let text = self.rewrite_links(&self.convert_dialect(&text));
            self.with_pictures_of_author(text, post)?
        } else {
            text
        };
        if let Some(edit) = &mut self.history.edit {
            match kind % 3 {
                1 => edit.changed.title = Some(text),
                2 => edit.changed.text = Some(text),
                _ => edit.changed.tags = Some(tag_names(&text).collect::<Vec<_>>().join(" ")),
            }
        }
        Ok(())
    }

    /// Inserts the revision of the current edit: the changed parts, and the rest of the previous
    /// version.
    fn finish_edit(&mut self) -> Result<()> {
        let Some(edit) = self.history.edit.take() else {
            return Ok(());
        };
        let Some(&Post { id: post, .. }) = self.posts.get(&edit.post) else {
            return Ok(());
        };
        let revision = self.claim_id("revision", edit.number, edit.at)?;
        let previous = store::version_before(self.tx, post, revision)?;
        let version = Version {
            title: edit.changed.title.or(previous.title),
            tags: edit.changed.tags.or(previous.tags),
            text: edit.changed.text.clone().or(previous.text),
        };
        if version.text.is_none() {
            self.summary.skip("edits of posts before their first text");
            return Ok(());
        }
        store::insert_revision(self.tx, revision, post, edit.author.id, edit.at, &version)?;
        self.summary.revisions += 1;
        if edit.changed.text.is_some() {
            let order = (edit.at, edit.number);
            let is_newest = self
                .history
                .newest
                .get(&edit.post)
                .is_none_or(|newest| newest.order <= order);
            if is_newest {
                self.history
                    .newest
                    .insert(edit.post, NewestText { order, revision });
            }
        }
        Ok(())
    }
}
