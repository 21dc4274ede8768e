//! The pages of tags: a description that members write together, and the best questions.
//!
//! Any member edits the description of a tag, and every version is kept. An edit names the version
//! that it is based on, so that no edit overwrites one that its author has not seen. Only a tag that
//! everyone can find is described: whether private communities use a tag changes nothing.
//!
//! Lists and suggestions show the first sentence of the description, which `questions` stores with
//! the tag.
//!
//! A tag has [`synonyms`], which lead to it.

pub mod access;
pub mod deletion;
pub mod model;
pub mod routes;
pub mod store;
mod summary;
pub mod synonyms;

pub use summary::first_sentence;

use access::{PublicTag, PurgeableVersion, ReadableTag};
use model::{TagDescription, TagPage};
use store::lookup::CurrentVersion;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text;
use crate::features::pictures::{self, PictureKind};
use crate::features::questions::model::PurgedRevision;
use crate::features::trust::spam;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::badges::{self, Badge};
use crate::features::users::{Me, Viewer};
use crate::platform::db::{Read, Write};

/// Returns the page of a tag.
pub fn page(read: &Read<'_>, viewer: &Viewer, tag: &ReadableTag) -> Result<TagPage> {
    Ok(TagPage {
        name: tag.name().to_owned(),
        question_count: tag.question_count(),
        description: description(read, tag)?,
        can_edit: tag.is_public(),
        synonyms: synonyms::list(read, tag.id())?,
        top_questions: store::top_questions::list(read, viewer, tag)?,
    })
}

/// Returns the description of a tag. Before the first version, it is that of an import.
fn description(read: &Read<'_>, tag: &ReadableTag) -> Result<TagDescription> {
    Ok(match current(read, tag)? {
        Some(version) => TagDescription {
            text: version.text,
            revision_id: Some(version.id),
            edited_by: Some(version.edited_by),
            edit_date_time: Some(version.edited_at),
        },
        None => TagDescription {
            text: tag.description().to_owned(),
            revision_id: None,
            edited_by: None,
            edit_date_time: None,
        },
    })
}

/// Returns the current version of the description of a tag that everyone can find.
fn current(read: &Read<'_>, tag: &ReadableTag) -> Result<Option<CurrentVersion>> {
    if !tag.is_public() {
        return Ok(None);
    }
    store::lookup::current(read, tag.id())
}

/// Changes the description of a tag. Does nothing if the text is the same, also when a request is
/// repeated. Rejects an edit that is not based on the current version with 409, and a blocked word or domain
/// with 400.
pub fn edit(
    tx: &mut Write<'_>,
    me: &Me,
    tag: &PublicTag,
    text: &str,
    base: Option<Id>,
) -> Result<TagDescription> {
    tx.without_event("a description is fetched when its page is opened");
    let before = description(tx, tag.tag())?;
    if before.text == text {
        return Ok(before);
    }
    if before.revision_id != base {
        return Err(Sentence::TagDescriptionChanged.into());
    }
    spam::check_allowed(tx, me, text)?;
    let summary = first_sentence(text);
    store::versions::insert(tx, me, tag, text, summary.as_deref())?;
    let shown = pictures::Source {
        kind: PictureKind::Tag,
        id: tag.tag().id(),
        place: tag.tag().id(),
        pictures: text::pictures(text),
    };
    pictures::update(tx, me, &shown)?;
    if !text.is_empty() {
        badges::award(tx, me.id(), Badge::Explained)?;
    }
    description(tx, tag.tag())
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
    store::versions::purge(tx, me, version)?;
    let remaining = store::versions::earlier_texts(tx, tag.tag())?;
    pictures::forget_purged(tx, tag.tag().id(), tag.tag().id(), &remaining)?;
    if !version.is_own() {
        let target = AdminTarget::new(AdminTargetKind::Tag, Some(tag.tag().id()), tag.tag().name());
        admin_log::record(tx, me, AdminAction::PurgeVersion, &target, "")?;
    }
    Ok(PurgedRevision {
        id: version.id(),
        purged: true,
    })
}
