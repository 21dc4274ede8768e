//! The pages of tags: a description that members write together, and the best questions.
//!
//! Any member edits the description of a tag, and every version is kept. An edit names the version
//! that it is based on, so that no edit overwrites one that its author has not seen. Only a tag that
//! everyone can find is described: whether private communities use a tag changes nothing.
//!
//! Lists and suggestions show the first sentence of the description, which `questions` stores with
//! the tag.

pub mod access;
pub mod model;
pub mod routes;
pub mod store;
mod summary;

use access::{PublicTag, PurgeableVersion, ReadableTag};
use model::{TagPage, TopQuestion};

use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::questions::model::PurgedRevision;
use crate::users::Me;
use crate::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};

/// Returns the page of a tag. What a private community calls a tag has no description.
pub fn page(read: &Read<'_>, me: &Me, tag: &ReadableTag) -> Result<TagPage> {
    let current = if tag.is_public() {
        store::current(read, tag.id())?
    } else {
        None
    };
    let is_described = current
        .as_ref()
        .is_some_and(|version| !version.text.is_empty());
    Ok(TagPage {
        name: tag.name().to_owned(),
        question_count: tag.question_count(),
        can_edit: tag.is_public(),
        revision_id: current.as_ref().map(|version| version.id),
        edited_by: current
            .as_ref()
            .filter(|_| is_described)
            .map(|version| version.edited_by.clone()),
        edit_date_time: current
            .as_ref()
            .filter(|_| is_described)
            .map(|version| version.edited_at),
        text: current.map(|version| version.text).unwrap_or_default(),
        top_questions: top_questions(read, me, tag)?,
    })
}

fn top_questions(read: &Read<'_>, me: &Me, tag: &ReadableTag) -> Result<Vec<TopQuestion>> {
    store::top_questions(read, me, tag.id(), tag.question_count())
}

/// Changes the description of a tag. Does nothing if the text is the same, also when a request is
/// repeated. Rejects an edit that is not based on the current version with 409.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    tag: &PublicTag,
    text: &str,
    base: Option<Id>,
) -> Result<()> {
    tx.without_event("a description is fetched when its page is opened");
    let current = store::current(tx, tag.id())?;
    let (id, before) = current.map(|version| (version.id, version.text)).unzip();
    if before.unwrap_or_default() == text {
        return Ok(());
    }
    if id != base {
        return Err(Sentence::TagDescriptionChanged.into());
    }
    store::insert_version(tx, me, tag, text, summary::first_sentence(text).as_deref())
}

/// Empties an earlier version for good, for example because it contains something private. The log of
/// administration says so unless the actor wrote it.
pub fn purge(
    tx: &mut Write<'_>,
    me: &Me,
    tag: &PublicTag,
    version: &PurgeableVersion,
) -> Result<PurgedRevision> {
    tx.without_event("a history is fetched when it is opened");
    store::purge(tx, me, version)?;
    if !version.is_own() {
        let target = AdminTarget::new(AdminTargetKind::Tag, Some(tag.id()), tag.name());
        admin_log::record(tx, me, AdminAction::PurgeVersion, &target, "")?;
    }
    Ok(PurgedRevision {
        id: version.id(),
        purged: true,
    })
}
