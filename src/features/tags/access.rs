//! Proofs of what an actor may know and change of a tag.

use super::store::lookup::{self as store, FoundSynonym};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::text::fold;
use crate::features::users::{Me, SiteModerator, Viewer};
use crate::platform::db::Read;

/// Proof that the viewer may read a question with a tag, and may therefore know the tag.
pub struct ReadableTag {
    id: Id,
    name: String,
    question_count: i64,
    is_public: bool,
    description: Option<String>,
}

impl ReadableTag {
    /// Finds a tag by its name or a synonym. Rejects a tag that no question has with 404, and likewise one
    /// that only questions have that the viewer may not read.
    pub fn find(read: &Read<'_>, viewer: &Viewer, name: &str) -> Result<Self> {
        let found = store::find(read, viewer.id(), name)?.ok_or(Sentence::TagNotFound)?;
        Ok(Self {
            id: found.id,
            name: found.name,
            question_count: found.question_count,
            is_public: found.scope == 0,
            description: found.description,
        })
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the name, spelled as among the readers with whom the viewer shares it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the number of questions with the tag that the viewer may read.
    pub fn question_count(&self) -> i64 {
        self.question_count
    }

    /// Returns whether everyone may read a question with the tag.
    pub fn is_public(&self) -> bool {
        self.is_public
    }

    /// Returns what lists show as its description, unless it is the default. Before the first version,
    /// an import wrote it.
    pub fn description(&self) -> &str {
        self.description.as_deref().unwrap_or_default()
    }
}

/// Proof that everyone may read a question with a tag. Describing it needs it.
pub struct PublicTag(ReadableTag);

impl PublicTag {
    /// Finds a tag by its name. Rejects one that no public question has with 404, also for those who know it from a private community.
    pub fn find(read: &Read<'_>, me: &Me, name: &str) -> Result<Self> {
        let tag = ReadableTag::find(read, me, name)?;
        if !tag.is_public {
            return Err(Sentence::TagNotFound.into());
        }
        Ok(Self(tag))
    }

    /// Returns the tag.
    pub fn tag(&self) -> &ReadableTag {
        &self.0
    }
}

/// Proof that a tag may be changed: everyone may read a question with it, and it is not a synonym.
pub struct MainTag(PublicTag);

impl MainTag {
    /// Finds a tag by its name. Rejects one that no public question has with 404, and a synonym with 409.
    pub fn find(read: &Read<'_>, by: &SiteModerator, name: &str) -> Result<Self> {
        let tag = PublicTag::find(read, by, name)?;
        if store::synonym(read, name)?.is_some() {
            return Err(Sentence::SynonymOfSynonym.into());
        }
        Ok(Self(tag))
    }

    pub fn id(&self) -> Id {
        self.0.tag().id()
    }

    pub fn name(&self) -> &str {
        self.0.tag().name()
    }

    /// Returns the number of questions with the tag that the moderator may read.
    pub fn question_count(&self) -> i64 {
        self.0.tag().question_count()
    }

    /// Returns whether this is the name of the tag, ignoring case.
    pub fn is_named(&self, name: &str) -> bool {
        fold(self.name()) == fold(name)
    }
}

/// Proof that the actor may restore a deleted tag.
pub struct DeletedTag {
    id: Id,
    name: String,
}

impl DeletedTag {
    /// Finds a deleted tag by its name or a synonym, or rejects it with 404.
    pub fn find(read: &Read<'_>, _: &SiteModerator, name: &str) -> Result<Self> {
        let (id, name) = store::deleted(read, name)?.ok_or(Sentence::TagNotFound)?;
        Ok(Self { id, name })
    }

    pub fn id(&self) -> Id {
        self.id
    }

    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Proof that a tag is a synonym, which the actor may remove.
pub struct Synonym(FoundSynonym);

impl Synonym {
    /// Finds a synonym by its name. Rejects an unknown one with 404, and one of a deleted tag with 409. The
    /// main tag may be hidden from the moderator by now.
    pub fn find(read: &Read<'_>, _: &SiteModerator, name: &str) -> Result<Self> {
        let found = store::synonym(read, name)?.ok_or(Sentence::SynonymNotFound)?;
        if store::is_deleted(read, name)? {
            return Err(Sentence::TagDeleted.into());
        }
        Ok(Self(found))
    }

    pub fn id(&self) -> Id {
        self.0.id
    }

    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the id of the main tag.
    pub fn main(&self) -> Id {
        self.0.main
    }

    pub fn main_name(&self) -> &str {
        &self.0.main_name
    }
}

/// Proof that the actor may purge an earlier version of a tag's description: as an administrator, or
/// because they wrote it.
pub struct PurgeableVersion {
    id: Id,
    is_own: bool,
}

impl PurgeableVersion {
    /// Finds a version of a description. Rejects an unknown one with 404, one by another user with 403
    /// unless the actor is an administrator, and the current one with 409.
    pub fn find(read: &Read<'_>, me: &Me, tag: &PublicTag, id: Id) -> Result<Self> {
        let author = store::author(read, tag.tag().id(), id)?.ok_or(Sentence::PostNotFound)?;
        if !Self::is_allowed(me, author) {
            return Err(Sentence::NotYourPost.into());
        }
        if store::current(read, tag.tag().id())?.is_some_and(|current| current.id == id) {
            return Err(Sentence::RevisionCurrent.into());
        }
        Ok(Self {
            id,
            is_own: author == me.id(),
        })
    }

    /// Returns whether the actor may purge an earlier version by this author.
    pub fn is_allowed(me: &Me, author: Id) -> bool {
        me.is_administrator() || author == me.id()
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns whether the actor wrote it.
    pub fn is_own(&self) -> bool {
        self.is_own
    }
}
