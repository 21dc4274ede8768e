//! What posts said before, and their Markdown as it was written.
//!
//! A dump holds a post's text as HTML; its history, where there is one, holds the source of every version. One edit
//! is several rows with one GUID, one row each for title, tags and text.

use std::collections::HashMap;

use super::html;
use super::people::Author;
use super::posts::{Post, tag_names};
use super::rows::Row;
use super::stackexchange::Import;
use super::store::{self, Version};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::id::Id;

/// What the history has told so far.
#[derive(Default)]
pub(super) struct History {
    edit: Option<Edit>,
    newest: HashMap<i64, Newest>,
}

/// An edit whose rows are being gathered.
struct Edit {
    post: i64,
    guid: String,
    /// Of its first row.
    number: i64,
    author: Author,
    at: Timestamp,
    changed: Version,
}

/// The newest text of a post.
struct Newest {
    written: (Timestamp, i64),
    revision: Id,
    has_html: bool,
}

impl Import<'_, '_> {
    /// Imports the revisions of the new posts. Those without any get what they say as the first.
    pub fn import_history(&mut self) -> Result<()> {
        self.each("PostHistory.xml", Self::gather_edit)?;
        self.finish_edit()?;
        let newest = std::mem::take(&mut self.history.newest);
        let mut posts: Vec<(i64, Post)> =
            self.posts.iter().filter(|(_, post)| post.is_new).map(|(&number, &post)| (number, post)).collect();
        posts.sort_unstable_by_key(|&(number, _)| number);
        for (number, post) in posts {
            match newest.get(&number) {
                // Readers would see the tags. The HTML that the dump shows has been converted already.
                Some(newest) if newest.has_html => {
                    self.summary.remark("posts with HTML in their Markdown, converted to Markdown alone", 1);
                    store::give_text(self.tx, post.id, newest.revision)?;
                }
                Some(newest) => store::take_text(self.tx, post.id, newest.revision)?,
                None => {
                    store::insert_first_revision(self.tx, post.id)?;
                    self.summary.revisions += 1;
                }
            }
        }
        store::share_texts(self.tx)
    }

    fn gather_edit(&mut self, row: &Row<'_>) -> Result<()> {
        let kind: u16 = row.required_number("PostHistoryTypeId")?;
        if !(1..=9).contains(&kind) {
            self.summary.skip("events in the history of posts that changed no text, such as closing");
            return Ok(());
        }
        let post = row.required_number("PostId")?;
        match self.posts.get(&post) {
            Some(post) if post.is_new => {}
            Some(_) => return Ok(()),
            None => {
                self.summary.skip("edits of posts that are not imported");
                return Ok(());
            }
        }
        let guid = row.required("RevisionGUID")?;
        if self.history.edit.as_ref().is_none_or(|edit| edit.post != post || edit.guid != guid) {
            self.finish_edit()?;
            let author = self.author(row, "UserId", "UserDisplayName")?;
            let (number, at) = (row.required_number("Id")?, row.time("CreationDate")?);
            self.history.edit = Some(Edit { post, guid, number, author, at, changed: Version::default() });
        }
        let text = row.text("Text")?.unwrap_or_default();
        let text = if kind % 3 == 2 { self.relinked(&text) } else { text };
        if let Some(edit) = &mut self.history.edit {
            match kind % 3 {
                1 => edit.changed.title = Some(text),
                2 => edit.changed.text = Some(text),
                _ => edit.changed.tags = Some(tag_names(&text).collect::<Vec<_>>().join(" ")),
            }
        }
        Ok(())
    }

    /// Adds the revision that an edit made: what it changed, and the rest as it was before.
    fn finish_edit(&mut self) -> Result<()> {
        let Some(edit) = self.history.edit.take() else { return Ok(()) };
        let Some(&Post { id: post, .. }) = self.posts.get(&edit.post) else { return Ok(()) };
        let revision = self.claim_id("revision", edit.number, edit.at)?;
        let before = store::version_before(self.tx, post, revision)?;
        let version = Version {
            title: edit.changed.title.or(before.title),
            tags: edit.changed.tags.or(before.tags),
            text: edit.changed.text.clone().or(before.text),
        };
        if version.text.is_none() {
            self.summary.skip("edits of posts whose text is not known yet");
            return Ok(());
        }
        store::insert_revision(self.tx, revision, post, edit.author.id, edit.at, &version)?;
        self.summary.revisions += 1;
        if let Some(text) = edit.changed.text {
            let written = (edit.at, edit.number);
            let is_newest = self.history.newest.get(&edit.post).is_none_or(|newest| newest.written <= written);
            if is_newest {
                self.history.newest.insert(edit.post, Newest { written, revision, has_html: html::occurs_in(&text) });
            }
        }
        Ok(())
    }
}
