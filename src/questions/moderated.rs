//! Proofs of what moderators may do with posts, and of what everybody may do with posts that a moderator
//! may have locked.

use super::access::{OwnPost, ReadablePost};
use super::model::PostKind;
use super::store;
use crate::communities::access::Scope;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Me, SiteModerator};

/// Proof that the actor may read a question, an answer or a comment, and moderates it: as a moderator of
/// the site, or of its community.
pub struct ModeratedPost {
    kind: PostKind,
    id: Id,
    author: Id,
    target: ReadablePost,
    community: Option<Id>,
    is_community_moderator: bool,
}

impl ModeratedPost {
    /// Finds content of any author. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden,
    /// and with [`Sentence::ModeratorsOnly`] if the actor does not moderate it.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        let moderated = store::content::moderated_community(read, me, record.question)?;
        if moderated.is_none() && SiteModerator::find(me).is_none() {
            return Err(Sentence::ModeratorsOnly.into());
        }
        Ok(Self {
            kind: record.kind,
            id,
            author: record.author,
            target: ReadablePost::target_of(&record),
            community: store::load::community(read, record.question)?,
            is_community_moderator: moderated.is_some(),
        })
    }

    /// Finds a question. Rejects anything else with [`Sentence::QuestionNotFound`].
    pub fn find_question(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        // A hidden question and an id of something else get the same answer.
        ReadablePost::find(read, me, id)?;
        Self::find(read, me, id)
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns who wrote it.
    pub fn author(&self) -> Id {
        self.author
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the community of the question, if it has one.
    pub fn community(&self) -> Option<Id> {
        self.community
    }

    /// Returns whether the actor moderates that community.
    pub fn is_community_moderator(&self) -> bool {
        self.is_community_moderator
    }

    /// Returns whether the actor decides about the place of the question: as a moderator of its community,
    /// or of the site if everybody may read it.
    pub fn is_place_moderated(&self) -> bool {
        self.is_community_moderator || self.target.scope() == Scope::Everyone
    }
}

/// Proof that the actor may edit a question, an answer or a comment: as its author unless the question is
/// locked, or as a moderator.
pub struct EditablePost<'p> {
    id: Id,
    target: &'p ReadablePost,
    /// The author, if they are not the actor.
    other_author: Option<Id>,
}

impl<'p> EditablePost<'p> {
    /// Lets authors edit their own content. Rejects what is in a locked question with
    /// [`Sentence::QuestionLocked`].
    pub fn from_own(read: &Read<'_>, me: &Me, own: &'p OwnPost) -> Result<Self> {
        CanRespond::find(read, me, own.target())?;
        Ok(Self {
            id: own.id(),
            target: own.target(),
            other_author: None,
        })
    }

    /// Lets moderators edit content of any author.
    pub fn from_moderated(me: &Me, post: &'p ModeratedPost) -> Self {
        Self {
            id: post.id,
            target: &post.target,
            other_author: (post.author != me.id()).then_some(post.author),
        }
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        self.target
    }

    /// Returns the author, if they are not the actor.
    pub fn other_author(&self) -> Option<Id> {
        self.other_author
    }
}

/// Proof that the actor may answer a question, and comment and vote on what is in it: they may read it,
/// and it is not locked or they moderate it.
pub struct CanRespond<'p> {
    on: &'p ReadablePost,
}

impl<'p> CanRespond<'p> {
    /// Rejects what is in a locked question with [`Sentence::QuestionLocked`].
    pub fn find(read: &Read<'_>, me: &Me, on: &'p ReadablePost) -> Result<Self> {
        if store::moderation::lookup::is_locked(read, on.question())?
            && SiteModerator::find(me).is_none()
            && store::content::moderated_community(read, me, on.question())?.is_none()
        {
            return Err(Sentence::QuestionLocked.into());
        }
        Ok(Self { on })
    }

    /// Returns the question or answer.
    pub fn on(&self) -> &ReadablePost {
        self.on
    }
}

/// Proof that the actor may protect a question.
pub struct ProtectableQuestion(ReadablePost);

impl ProtectableQuestion {
    /// Finds a question. Rejects it with 404 if it is absent or hidden, and with
    /// [`Sentence::ModeratorsOnly`] if the actor moderates neither the site nor its community.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let found = ReadablePost::find(read, me, question)?;
        if me.moderates_site() || store::content::moderated_community(read, me, question)?.is_some()
        {
            Ok(Self(found))
        } else {
            Err(Sentence::ModeratorsOnly.into())
        }
    }

    /// Returns the id of the question.
    pub fn id(&self) -> Id {
        self.0.question()
    }

    /// Returns the question.
    pub fn target(&self) -> &ReadablePost {
        &self.0
    }
}
