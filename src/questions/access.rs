//! Proofs of what an actor may read, edit, delete and restore.
//!
//! Only the look-ups of this module create them. Store functions that change something take the
//! proof that the change needs.

use std::collections::BTreeSet;

use super::model::PostKind;
use super::store;
use super::store::content::ContentRecord;
use crate::communities::access::Scope;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Account, Me, Opened, SiteModerator};

/// The largest number of questions that one call names.
const MAX_NAMED: usize = 100;

/// Parses ids of questions, separated by commas: in their order, each once.
pub fn parse_ids(text: &str) -> Result<Vec<Id>> {
    let ids: BTreeSet<Id> = text
        .split(',')
        .take(MAX_NAMED + 1)
        .map(Id::parse_or_unknown)
        .collect();
    if ids.len() > MAX_NAMED {
        return Err(Sentence::QuestionsTooMany.into());
    }
    Ok(ids.into_iter().collect())
}

/// Proof that the actor may read a question or one of its answers, and may therefore answer it,
/// comment and vote on it. Hidden posts look like absent ones.
pub struct ReadablePost {
    post: Id,
    question: Id,
    scope: Scope,
}

impl ReadablePost {
    /// Finds a question. Rejects it with [`Sentence::QuestionNotFound`] if it is absent or hidden.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let scope = store::content::visible_scope(read, me.id(), question)?
            .ok_or(Sentence::QuestionNotFound)?;
        Ok(Self {
            post: question,
            question,
            scope,
        })
    }

    /// Finds an answer. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden.
    pub fn find_answer(read: &Read<'_>, me: &Me, answer: Id) -> Result<Self> {
        let record = store::content::find(read, me, answer)?
            .filter(|record| record.kind == PostKind::Answer)
            .ok_or(Sentence::PostNotFound)?;
        Ok(Self::target_of(&record))
    }

    /// Returns the question or answer that the content is, or that it comments on.
    pub(super) fn target_of(record: &ContentRecord) -> Self {
        Self {
            post: record.post,
            question: record.question,
            scope: record.scope,
        }
    }

    /// Returns the id of the question or answer.
    pub fn post(&self) -> Id {
        self.post
    }

    /// Returns the id of the question that the post is or belongs to.
    pub fn question(&self) -> Id {
        self.question
    }

    /// Returns who may read the question.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns whether the post is a question.
    pub fn is_question(&self) -> bool {
        self.post == self.question
    }
}

fn not_found(kind: PostKind) -> Sentence {
    match kind {
        PostKind::Question => Sentence::QuestionNotFound,
        PostKind::Answer | PostKind::Comment => Sentence::PostNotFound,
    }
}

/// Proof that the actor wrote a question, an answer or a comment and may still read it. Editing
/// needs it.
pub struct OwnPost {
    kind: PostKind,
    id: Id,
    target: ReadablePost,
}

impl OwnPost {
    /// Finds content by its author. Rejects it with 404 if it is absent or hidden, and with
    /// [`Sentence::NotYourPost`] if another user wrote it.
    pub fn find(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Self> {
        Self::find_or(read, me, kind, id, Sentence::NotYourPost)
    }

    /// Finds a question whose accepted answer the actor may choose. Rejects it with
    /// [`Sentence::NotTheAsker`] if another user asked it.
    pub fn find_as_asker(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let kind = PostKind::Question;
        Self::find_or(read, me, kind, question, Sentence::NotTheAsker)
    }

    fn find_or(
        read: &Read<'_>,
        me: &Me,
        kind: PostKind,
        id: Id,
        not_author: Sentence,
    ) -> Result<Self> {
        let record = store::content::find(read, me, id)?
            .filter(|record| record.kind == kind)
            .ok_or(not_found(kind))?;
        if record.author != me.id() {
            return Err(not_author.into());
        }
        Ok(Self {
            kind,
            id,
            target: ReadablePost::target_of(&record),
        })
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }
}

/// Proof that the actor may delete a question, an answer or a comment: as its author, as a moderator
/// of the site who may read it, or as a moderator of its community.
pub struct DeletablePost {
    kind: PostKind,
    id: Id,
    target: ReadablePost,
    deleted_by: Id,
    moderated_in: Option<Id>,
    is_own: bool,
}

impl DeletablePost {
    /// Lets authors delete their own content.
    pub fn from_own(me: &Me, own: OwnPost) -> Self {
        Self {
            kind: own.kind,
            id: own.id,
            target: own.target,
            deleted_by: me.id(),
            moderated_in: None,
            is_own: true,
        }
    }

    /// Finds content of any author. Rejects it with [`Sentence::PostNotFound`] if it is absent or
    /// hidden from the moderator.
    pub fn find_as_site_moderator(read: &Read<'_>, by: &SiteModerator, id: Id) -> Result<Self> {
        let record = store::content::find(read, by, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(&record),
            deleted_by: by.id(),
            moderated_in: None,
            is_own: false,
        })
    }

    /// Finds content of any author in a community that the user moderates. Rejects it with
    /// [`Sentence::PostNotFound`] if it is absent or hidden, and with [`Sentence::ModeratorsOnly`] if
    /// they do not moderate its community.
    pub fn find_as_moderator(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        let moderated_in = store::content::moderated_community(read, me, record.question)?
            .ok_or(Sentence::ModeratorsOnly)?;
        Ok(Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(&record),
            deleted_by: me.id(),
            moderated_in: Some(moderated_in),
            is_own: false,
        })
    }

    /// Finds content that was opened to a moderator of the site. Rejects it with
    /// [`Sentence::PostNotFound`] if it is absent or deleted.
    pub fn find_opened(read: &Read<'_>, by: &SiteModerator, opened: &Opened) -> Result<Self> {
        let record = store::content::find_opened(read, opened)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self {
            kind: record.kind,
            id: opened.id(),
            target: ReadablePost::target_of(&record),
            deleted_by: by.id(),
            moderated_in: None,
            is_own: false,
        })
    }

    /// Finds content of an account that others can read, wherever it is.
    pub fn next_of(read: &Read<'_>, account: &Account) -> Result<Option<Self>> {
        let found = store::content::next_of(read, account)?;
        Ok(found.map(|(id, record)| Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(&record),
            deleted_by: account.id(),
            moderated_in: None,
            is_own: true,
        }))
    }

    /// Finds the content that a batch removes next, and when it was written.
    pub fn next_of_batch(read: &Read<'_>, batch: Id) -> Result<Option<(Self, i64)>> {
        let found = store::content::next_of_batch(read, batch)?;
        Ok(found.map(|next| {
            let post = Self {
                kind: next.record.kind,
                id: next.id,
                target: ReadablePost::target_of(&next.record),
                deleted_by: next.removed_by,
                moderated_in: None,
                is_own: false,
            };
            (post, next.created_at)
        }))
    }

    /// Finds content that others can read, to hide it in the name of its author.
    pub fn find_to_hide(read: &Read<'_>, id: Id) -> Result<Option<Self>> {
        let found = store::content::find_anywhere(read, id)?;
        Ok(found.map(|record| Self::to_hide(id, &record)))
    }

    /// Finds content that others can read, for a moderator of the site who undoes a decision about it.
    /// Rejects it with [`Sentence::PostNotFound`] if it is absent or deleted.
    pub fn find_decided(read: &Read<'_>, _by: &SiteModerator, id: Id) -> Result<Self> {
        let found = store::content::find_anywhere(read, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self::to_hide(id, &found))
    }

    fn to_hide(id: Id, record: &ContentRecord) -> Self {
        Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(record),
            deleted_by: record.author,
            moderated_in: None,
            is_own: false,
        }
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the id of the actor.
    pub fn deleted_by(&self) -> Id {
        self.deleted_by
    }

    /// Returns whether its author deletes it.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// Returns the community as whose moderator the actor deletes it, if they do.
    pub fn moderated_in(&self) -> Option<Id> {
        self.moderated_in
    }
}

/// Proof that the actor may purge earlier versions of a question, an answer or a comment that they
/// may read: as its author, as a moderator of its community, or as an administrator.
pub struct PurgeablePost {
    kind: PostKind,
    id: Id,
    target: ReadablePost,
    purged_by: Id,
    is_own: bool,
}

impl PurgeablePost {
    /// Finds content. Rejects it with [`Sentence::PostNotFound`] if it is absent or hidden, and with
    /// [`Sentence::NotYourPost`] if the actor may not purge its versions.
    pub fn find(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record = store::content::find(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        if !Self::is_allowed(read, me, &record)? {
            return Err(Sentence::NotYourPost.into());
        }
        Ok(Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(&record),
            purged_by: me.id(),
            is_own: record.author == me.id(),
        })
    }

    /// Returns whether the actor may purge earlier versions of content that they may read.
    pub fn is_allowed(read: &Read<'_>, me: &Me, record: &ContentRecord) -> Result<bool> {
        Ok(record.author == me.id()
            || me.is_administrator()
            || store::content::moderated_community(read, me, record.question)?.is_some())
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }

    /// Returns the id of the actor.
    pub fn purged_by(&self) -> Id {
        self.purged_by
    }

    /// Returns whether the actor wrote it.
    pub fn is_own(&self) -> bool {
        self.is_own
    }
}

/// Proof that the actor may restore deleted content and read it afterwards: as the author who
/// deleted it, as a moderator of the site if it was removed, or as a moderator of the community if one
/// of its moderators removed it.
pub struct RestorablePost {
    kind: PostKind,
    id: Id,
    target: ReadablePost,
}

impl RestorablePost {
    /// Finds content that the actor wrote and deleted. Returns nothing if there is none of this
    /// kind.
    pub fn find_own(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Option<Self>> {
        let record = store::content::find_deleted(read, me, id)?;
        Ok(record
            .filter(|record| record.kind == kind)
            .map(|record| Self::from_record(id, &record)))
    }

    /// Finds content that was removed. Rejects any other, and what is hidden from the moderator, with
    /// [`Sentence::PostNotFound`].
    pub fn find_removed(read: &Read<'_>, by: &SiteModerator, id: Id) -> Result<Self> {
        let record = store::removals::find(read, by, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self::from_record(id, &record))
    }

    /// Finds content that was removed and then opened to a moderator of the site. Rejects any other with
    /// [`Sentence::PostNotFound`].
    pub fn find_removed_opened(read: &Read<'_>, opened: &Opened) -> Result<Self> {
        let record = store::removals::find_opened(read, opened)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self::from_record(opened.id(), &record))
    }

    /// Finds content that a moderator removed in a community that the user moderates. Rejects any
    /// other with [`Sentence::PostNotFound`].
    pub fn find_removed_as_moderator(read: &Read<'_>, me: &Me, id: Id) -> Result<Self> {
        let record =
            store::removals::find_by_moderator(read, me, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self::from_record(id, &record))
    }

    /// Finds content that a batch removed and that is undone.
    pub fn find_of_batch(read: &Read<'_>, batch: Id, id: Id) -> Result<Option<Self>> {
        let record = store::removals::find_in_batch(read, batch, id)?;
        Ok(record.map(|record| Self::from_record(id, &record)))
    }

    pub(super) fn from_record(id: Id, record: &ContentRecord) -> Self {
        Self {
            kind: record.kind,
            id,
            target: ReadablePost::target_of(record),
        }
    }

    pub fn kind(&self) -> PostKind {
        self.kind
    }

    /// Returns the id of the question, answer or comment.
    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the question or answer itself; for a comment, the post that it is on. The scope of a
    /// question is the one that it has after it is restored.
    pub fn target(&self) -> &ReadablePost {
        &self.target
    }
}
