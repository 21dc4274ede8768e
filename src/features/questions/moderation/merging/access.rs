//! Proofs that an actor may merge two questions, or undo it.

use super::super::places::{self, UNDO};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::questions::access::{ModeratedPost, ReadablePost};
use crate::features::questions::store;
use crate::features::questions::store::moderation::merge_lookup::{self, MergeRecord};
use crate::features::users::Me;
use crate::platform::db::Read;

/// The largest number of answers that move.
const MAX_ANSWERS: usize = 50;
/// The largest number of rows that move: answers, their comments and their votes.
const MAX_ROWS: i64 = 2_000;
/// The largest size of their texts in bytes.
const MAX_BYTES: i64 = 1 << 20;
/// How much more may have been written when they return.
const GROWTH: i64 = 10;
/// The largest number of answers of a question that gets those of another one.
const MAX_TARGET: u32 = 1_000;

/// Proof that the actor may merge a question into another one: they moderate the place in which both are, so
/// that both have the same readers.
pub struct CanMerge {
    question: ModeratedPost,
    into: ReadablePost,
    answers: Vec<Id>,
}

impl CanMerge {
    /// Rejects hidden questions with 404 and actors who do not moderate them with 403; with 409 questions in
    /// two places, an archived community, more than one change moves, a question that is merged already or
    /// into which another one was merged within 30 days, and a merged target.
    pub fn find(read: &Read<'_>, me: &Me, question: Id, into: Id) -> Result<Self> {
        let question = find_in_moderated_place(read, me, question)?;
        let into = ReadablePost::find(read, me, into)?;
        if into.question() == question.id() {
            return Err(Sentence::DuplicateOfItself.into());
        }
        check_same_place(read, &question, into.question())?;
        check_state(read, question.id(), into.question())?;
        let answers = merge_lookup::answers(read, question.id(), MAX_ANSWERS + 1)?;
        if answers.len() > MAX_ANSWERS {
            return Err(Sentence::MergeTooLarge.into());
        }
        check_size(read, question.id(), &answers, 1)?;
        if store::posts::answer_count(read, into.question())? > MAX_TARGET {
            return Err(Sentence::MergeTargetFull.into());
        }
        Ok(Self {
            question,
            into,
            answers,
        })
    }

    pub fn question(&self) -> &ModeratedPost {
        &self.question
    }

    /// Returns the question that gets the answers.
    pub fn into(&self) -> &ReadablePost {
        &self.into
    }

    /// Returns the answers that move, deleted ones too.
    pub fn answers(&self) -> &[Id] {
        &self.answers
    }
}

/// Proof that the actor may undo the merge of a question: they moderate the place in which both questions are.
pub struct CanUndoMerge {
    question: ModeratedPost,
    into: Option<ReadablePost>,
    record: MergeRecord,
    answers: Vec<Id>,
}

impl CanUndoMerge {
    /// Rejects a hidden question with 404 and actors who do not moderate it with 403; with 409 a question that
    /// was not merged, an older merge than 30 days, an archived community, questions that are in two places
    /// now, and answers under which more was written than one change moves.
    pub fn find(read: &Read<'_>, me: &Me, question: Id) -> Result<Self> {
        let question = find_in_moderated_place(read, me, question)?;
        let record = merge_lookup::latest(read, question.id())?.ok_or(Sentence::MergeNotFound)?;
        if read.now.since(record.merged_at) > UNDO {
            return Err(Sentence::UndoTooLate.into());
        }
        check_same_place(read, &question, record.into)?;
        // A deleted question still has the answers.
        let into = match ReadablePost::find(read, me, record.into) {
            Ok(into) => Some(into),
            Err(Error::Code(Sentence::QuestionNotFound)) => None,
            Err(error) => return Err(error),
        };
        let answers = merge_lookup::moved_answers(read, question.id())?;
        check_size(read, record.into, &answers, GROWTH)?;
        Ok(Self {
            question,
            into,
            record,
            answers,
        })
    }

    pub fn question(&self) -> &ModeratedPost {
        &self.question
    }

    /// Returns the question that has the answers, unless it is deleted.
    pub fn into(&self) -> Option<&ReadablePost> {
        self.into.as_ref()
    }

    pub fn record(&self) -> &MergeRecord {
        &self.record
    }

    /// Returns the answers that return, deleted ones too.
    pub fn answers(&self) -> &[Id] {
        &self.answers
    }
}

fn find_in_moderated_place(read: &Read<'_>, me: &Me, question: Id) -> Result<ModeratedPost> {
    let question = ModeratedPost::find_question(read, me, question)?;
    places::check_moderated(read, me, &question)?;
    Ok(question)
}

/// Rejects another question that is not in the same community, or outside of communities as well.
fn check_same_place(read: &Read<'_>, question: &ModeratedPost, other: Id) -> Result<()> {
    if store::content::community(read, other)? == question.community() {
        Ok(())
    } else {
        Err(Sentence::MergeElsewhere.into())
    }
}

/// Rejects chains of merges.
fn check_state(read: &Read<'_>, question: Id, into: Id) -> Result<()> {
    let is_recent = |record: MergeRecord| read.now.since(record.merged_at) <= UNDO;
    if merge_lookup::is_merged(read, question)?
        || merge_lookup::latest(read, question)?.is_some_and(is_recent)
    {
        return Err(Sentence::MergedAlready.into());
    }
    if merge_lookup::has_others_since(read, question, read.now.minus(UNDO))? {
        return Err(Sentence::MergedOthers.into());
    }
    if merge_lookup::is_merged(read, into)? {
        return Err(Sentence::MergedTarget.into());
    }
    Ok(())
}

fn check_size(read: &Read<'_>, question: Id, answers: &[Id], growth: i64) -> Result<()> {
    let (max_rows, max_bytes) = (MAX_ROWS * growth, MAX_BYTES * growth);
    let (rows, bytes) = merge_lookup::size(read, question, answers, max_rows + 1)?;
    if rows > max_rows || bytes > max_bytes {
        return Err(Sentence::MergeTooLarge.into());
    }
    Ok(())
}
