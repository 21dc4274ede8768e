//! Proof of what the author and moderators may do with content that is kept from others.

use super::access::{ReadablePost, RestorablePost};
use super::model::{PostKind, RemovalKind};
use super::store;
use super::store::withheld::WithheldRecord;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Me, SiteModerator};

/// Proof that the actor may decide what happens with content that others do not see: as its author, who
/// may edit and withdraw what is held, or as a moderator of the site or of its community.
pub struct WithheldPost {
    author: Id,
    state: RemovalKind,
    version: Id,
    has_place: bool,
    moderated_in: Option<Id>,
    restorable: RestorablePost,
}

impl WithheldPost {
    /// Finds content that the actor wrote and that is held, or that they have withdrawn.
    pub fn find_own(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Option<Self>> {
        let found = store::withheld::find(read, id)?.filter(|found| {
            let is_own = found.content.author == me.id() && found.content.kind == kind;
            is_own && matches!(found.state, RemovalKind::Held | RemovalKind::Withdrawn)
        });
        Ok(found.map(|found| Self::from_record(id, found, None)))
    }

    /// Finds content that the actor wrote and that is held.
    pub fn find_held(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Option<Self>> {
        let found = Self::find_own(read, me, kind, id)?;
        Ok(found.filter(|found| found.state == RemovalKind::Held))
    }

    /// Finds content of any author for a moderator of the site, wherever it is. Rejects content that is not
    /// kept from others with 409.
    pub fn find_as_site_moderator(read: &Read<'_>, _by: &SiteModerator, id: Id) -> Result<Self> {
        let found = store::withheld::find(read, id)?.ok_or(Sentence::NotWithheld)?;
        Ok(Self::from_record(id, found, None))
    }

    /// Does the same in a community that the user moderates. Rejects other content with 403.
    pub fn find_as_moderator(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let found = store::withheld::find(read, id)?.ok_or(Sentence::NotWithheld)?;
        let community = store::content::moderated_community(read, me, found.content.question)?
            .ok_or(Sentence::ModeratorsOnly)?;
        Ok(Self::from_record(id, found, Some(community)))
    }

    /// Finds content that reports hide, to show it again when they are withdrawn.
    pub fn find_hidden(read: &Read<'_>, id: Id) -> Result<Option<Self>> {
        let found = store::withheld::find(read, id)?;
        let hidden = found.filter(|found| found.state == RemovalKind::Hidden);
        Ok(hidden.map(|found| Self::from_record(id, found, None)))
    }

    fn from_record(id: Id, found: WithheldRecord, moderated_in: Option<Id>) -> Self {
        Self {
            author: found.content.author,
            state: found.state,
            version: found.version,
            has_place: found.has_place,
            moderated_in,
            restorable: RestorablePost::from_record(id, &found.content),
        }
    }

    /// Rejects content in another state with 409.
    pub fn check_state(&self, state: RemovalKind) -> Result<()> {
        if self.state == state {
            Ok(())
        } else {
            Err(Sentence::NotWithheld.into())
        }
    }

    /// Returns the right to restore it. Rejects content whose question or post is gone with 409.
    pub fn restorable(&self) -> Result<&RestorablePost> {
        if self.has_place {
            Ok(&self.restorable)
        } else {
            Err(Sentence::PlaceGone.into())
        }
    }

    /// Returns the right to restore it, even if its question or post is gone and nobody sees it then.
    pub(super) fn anywhere(&self) -> &RestorablePost {
        &self.restorable
    }

    pub fn kind(&self) -> PostKind {
        self.restorable.kind()
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.restorable.id()
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        self.restorable.target()
    }

    pub fn author(&self) -> Id {
        self.author
    }

    pub fn state(&self) -> RemovalKind {
        self.state
    }

    /// Returns what changes when its author edits it.
    pub fn version(&self) -> Id {
        self.version
    }

    /// Returns the community as whose moderator the actor decides, if they do.
    pub fn moderated_in(&self) -> Option<Id> {
        self.moderated_in
    }
}
