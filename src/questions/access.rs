//! The right to read a question, which answering it, commenting and voting need too, and the right to change what
//! one has written.

use serde::Serialize;
use utoipa::ToSchema;

use super::store;
use crate::communities::access::Scope;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Administrator, Me};

/// Proof that the actor may read a question, or one of its answers. One gets it by asking or by finding it, and what
/// he may not read is as absent as what never was.
pub struct Readable {
    /// The question, or the answer.
    pub post: Id,
    pub question: Id,
    pub scope: Scope,
}

impl Readable {
    /// Finds a question that the actor may read; [`Sentence::QuestionNotFound`] for any other.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let scope = store::visible_scope(read, me.id, question)?.ok_or(Sentence::QuestionNotFound)?;
        Ok(Self { post: question, question, scope: Scope::from_value(scope) })
    }

    /// Finds an answer that the actor may read; [`Sentence::PostNotFound`] for any other.
    pub fn find_answer(read: &Read<'_>, me: &Me, answer: Id) -> Result<Self> {
        let found = store::written::find(read, me, answer)?.filter(|written| written.kind == PostKind::Answer);
        found.map(|written| written.on).ok_or_else(|| Sentence::PostNotFound.into())
    }
}

/// What somebody wrote is one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PostKind {
    Question,
    Answer,
    Comment,
}

impl PostKind {
    fn not_found(self) -> Sentence {
        if self == Self::Question { Sentence::QuestionNotFound } else { Sentence::PostNotFound }
    }
}

/// Proof that the actor wrote something that is there, and may read it. Changing it needs this.
pub struct Own {
    kind: PostKind,
    pub id: Id,
    /// The question or the answer that it is, or that it is a comment on.
    pub on: Readable,
}

impl Own {
    /// 404 when it is absent or hidden, [`Sentence::NotYourPost`] when somebody else wrote it.
    pub fn find(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Self> {
        Self::find_or(read, me, kind, id, Sentence::NotYourPost)
    }

    /// A question that the actor asked; [`Sentence::NotTheAsker`] when somebody else did.
    pub fn asked(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        Self::find_or(read, me, PostKind::Question, question, Sentence::NotTheAsker)
    }

    fn find_or(read: &Read<'_>, me: &Me, kind: PostKind, id: Id, refusal: Sentence) -> Result<Self> {
        let written = store::written::find(read, me, id)?.filter(|written| written.kind == kind).ok_or(kind.not_found())?;
        if written.author == me.id { Ok(Self { kind, id, on: written.on }) } else { Err(refusal.into()) }
    }
}

/// Proof that the actor may delete something that is there: he wrote it, or he administers the site and may read it.
pub struct Deletable {
    pub(super) kind: PostKind,
    pub(super) id: Id,
    /// As [`Own::on`].
    pub(super) on: Readable,
    pub(super) by: Id,
}

impl Deletable {
    /// What the actor wrote.
    pub fn own(me: &Me, own: Own) -> Self {
        Self { kind: own.kind, id: own.id, on: own.on, by: me.id }
    }

    /// What anybody wrote; [`Sentence::PostNotFound`] when it is absent, or where this administrator may not read.
    pub fn find(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Self> {
        let written = store::written::find(read, by, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self { kind: written.kind, id, on: written.on, by: by.id })
    }
}

/// Proof that the actor may bring something back that is deleted, and may read what it comes back to: he wrote it and
/// deleted it himself, or he administers the site and an administrator removed it.
pub struct Deleted {
    pub(super) kind: PostKind,
    pub(super) id: Id,
    /// As [`Own::on`]; for a question, as it will be.
    pub(super) on: Readable,
}

impl Deleted {
    /// What the actor deleted. Nothing, when there is nothing of the kind to bring back.
    pub fn find(read: &Read<'_>, me: &Me, kind: PostKind, id: Id) -> Result<Option<Self>> {
        let written = store::written::find_deleted(read, me, id)?.filter(|written| written.kind == kind);
        Ok(written.map(|written| Self { kind, id, on: written.on }))
    }

    /// What an administrator removed; [`Sentence::PostNotFound`] for anything else, and where this one may not read.
    pub fn removed(read: &Read<'_>, by: &Administrator, id: Id) -> Result<Self> {
        let written = store::removals::find(read, by, id)?.ok_or(Sentence::PostNotFound)?;
        Ok(Self { kind: written.kind, id, on: written.on })
    }
}
