//! Synonyms: other names of a main tag, which then has their questions.
//!
//! Only moderators of the site set them: all communities share the tags, and the right of a moderator of
//! a community ends there. Who sets a synonym does not learn whether questions have it. Nothing that authors
//! wrote changes, so removing a synonym gives its questions back.

use super::access::{MainTag, PublicTag, Synonym};
use super::model::TagSynonyms;
use super::store::{lookup, synonyms as store, versions};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::store::synonyms as questions;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget, AdminTargetKind};
use crate::features::users::{Recorded, SiteModerator};
use crate::platform::db::{Read, Write};

/// The largest number of synonyms of a tag.
pub const MAX_SYNONYMS: usize = 20;

/// Makes a valid tag name a synonym. Changes nothing if it is one already. Rejects with 409 a name that
/// has synonyms itself, is a synonym of another tag or that of a deleted one, and more than 20 synonyms.
pub fn add(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    main: &MainTag,
    name: &str,
) -> Result<Recorded<TagSynonyms>> {
    insert(tx, by, main, name)?;
    let target = (main.id(), main.name());
    log(tx, by, AdminAction::AddSynonym, target, name)
}

fn insert(tx: &Write<'_>, by: &SiteModerator, main: &MainTag, name: &str) -> Result<()> {
    if lookup::is_deleted(tx, name)? {
        return Err(Sentence::TagDeleted.into());
    }
    match lookup::synonym(tx, name)? {
        Some(found) if found.main == main.id() => {}
        Some(_) => return Err(Sentence::SynonymTaken.into()),
        None => {
            if store::has_synonyms(tx, name)? {
                return Err(Sentence::SynonymHasSynonyms.into());
            }
            if main.is_named(name) {
                return Err(Sentence::SynonymOfItself.into());
            }
            if store::list(tx, main.id())?.len() >= MAX_SYNONYMS {
                return Err(Sentence::SynonymsTooMany.into());
            }
            store::insert(tx, by, main, name)?;
        }
    }
    Ok(())
}

/// Renames a tag. The old name becomes a synonym, so that it keeps working everywhere. Only changes the spelling
/// if the names are equal but for case. Rejects with 409 a name that a public tag or a synonym of another tag
/// has. A name that only private communities use is taken over like a synonym: the moderator does not learn
/// of it.
pub fn rename(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    main: &MainTag,
    name: &str,
) -> Result<Recorded<TagSynonyms>> {
    let old_name = main.name();
    let renamed = if main.is_named(name) {
        questions::respell(tx, main.id(), name)?;
        main.id()
    } else {
        let is_own = lookup::synonym(tx, name)?.is_some_and(|found| found.main == main.id());
        if !is_own && PublicTag::find(tx, by, name).is_ok() {
            return Err(Sentence::TagTaken.into());
        }
        insert(tx, by, main, name)?;
        let synonym = Synonym::find(tx, by, name)?.id();
        questions::promote(tx, synonym, main.id(), name, old_name)?;
        versions::swap(tx, synonym, main.id())?;
        synonym
    };
    log(tx, by, AdminAction::RenameTag, (renamed, name), old_name)
}

/// Removes a synonym. Its questions have it again.
pub fn remove(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    synonym: &Synonym,
) -> Result<Recorded<TagSynonyms>> {
    store::delete(tx, by, synonym)?;
    let main = (synonym.main(), synonym.main_name());
    log(tx, by, AdminAction::RemoveSynonym, main, synonym.name())
}

/// Adds a change to the log of administration. Returns the synonyms of the main tag.
fn log(
    tx: &mut Write<'_>,
    by: &SiteModerator,
    action: AdminAction,
    (main, main_name): (Id, &str),
    name: &str,
) -> Result<Recorded<TagSynonyms>> {
    tx.without_event("tags are fetched when their page is opened");
    let target = AdminTarget::new(AdminTargetKind::Tag, Some(main), main_name);
    let recorded = admin_log::record(tx, &**by, action, &target, name)?;
    Ok(recorded.with(TagSynonyms {
        name: main_name.to_owned(),
        synonyms: list(tx, main)?,
    }))
}

/// Returns the synonyms of a tag, by name.
pub fn list(read: &Read<'_>, main: Id) -> Result<Vec<String>> {
    store::list(read, main)
}
