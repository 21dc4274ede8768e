//! The right to read a question, which answering it, commenting and voting need too.

use super::store;
use crate::communities::access::Scope;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::Me;

/// Proof that the actor may read a question. Finding it is the only way to get one, and a question that he may
/// not read is as absent as one that never was.
pub struct Readable {
    pub question: Id,
    pub scope: Scope,
}

impl Readable {
    /// Finds a question that the actor may read; [`Sentence::QuestionNotFound`] for any other.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        Self::look_up(read, me, question)?.ok_or_else(|| Sentence::QuestionNotFound.into())
    }

    /// Finds an answer by way of its question.
    pub fn find_answer(read: &Read<'_>, me: &Me, answer: Id) -> Result<Self> {
        let question = store::question_of_answer(read, answer)?.ok_or(Sentence::PostNotFound)?;
        Self::look_up(read, me, question)?.ok_or_else(|| Sentence::PostNotFound.into())
    }

    fn look_up(read: &Read<'_>, me: &Me, question: Id) -> Result<Option<Self>> {
        let scope = store::visible_scope(read, me.id, question)?;
        Ok(scope.map(|scope| Self { question, scope: Scope::from_value(scope) }))
    }
}
