//! Deletes tags, and restores them.
//!
//! A deleted tag is hidden: no question shows it or its synonyms, no list counts it, and no new question can
//! have it. Nothing that authors wrote changes, so deleting costs the same for any number of questions,
//! and restoring gives the questions their tag back. A question without another tag shows none until it is
//! edited.

use super::access::{DeletedTag, MainTag};
use super::model::{TagState, TagUse};
use super::store::lookup;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::store::synonyms as store;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Recorded, SiteModerator};
use crate::platform::db::{Read, Write};

/// Returns how many questions deleting a tag changes. Rejects a tag that the moderator cannot delete, unless
/// it is deleted already.
pub fn usage(read: &Read<'_>, by: &SiteModerator, name: &str) -> Result<TagUse> {
    if lookup::is_deleted(read, name)? {
        return Ok(TagUse {
            name: DeletedTag::find(read, by, name)?.name().to_owned(),
            is_deleted: true,
            question_count: 0,
            only_tag_count: 0,
        });
    }
    let main = MainTag::find(read, by, name)?;
    Ok(TagUse {
        name: main.name().to_owned(),
        is_deleted: false,
        question_count: main.question_count(),
        only_tag_count: store::questions_without_another(read, main.id())?,
    })
}

/// Deletes a tag and its synonyms.
pub fn delete(tx: &mut Write<'_>, by: &SiteModerator, tag: &MainTag) -> Result<Recorded<TagState>> {
    store::delete(tx, tag.id())?;
    log(tx, by, AdminAction::DeleteTag, (tag.id(), tag.name()))
}

/// Restores a deleted tag with its synonyms.
pub fn restore(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    tag: &DeletedTag,
) -> Result<Recorded<TagState>> {
    store::restore(tx, tag.id())?;
    log(tx, by, AdminAction::RestoreTag, (tag.id(), tag.name()))
}

fn log(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    action: AdminAction,
    (tag, name): (Id, &str),
) -> Result<Recorded<TagState>> {
    tx.without_event("tags are fetched when their page is opened");
    let target = AdminTarget::new(AdminTargetKind::Tag, Some(tag), name);
    let recorded = admin_log::record(tx, &**by, action, &target, "")?;
    Ok(recorded.with(TagState {
        name: name.to_owned(),
        is_deleted: action == AdminAction::DeleteTag,
    }))
}
