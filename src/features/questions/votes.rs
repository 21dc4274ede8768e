//! Voting: one vote per post and user, up or down. Repeating a vote cancels it. Askers accept an answer too.

use super::access::{CanRespond, OwnPost, ReadablePost};
use super::awards;
use super::events::{self, VoteUpdate};
use super::model::{Question, Vote, VoteReply};
use super::store;
use crate::core::error::{Result, Sentence};
use crate::features::notifications::entries;
use crate::features::users::Me;
use crate::platform::db::Write;
use crate::platform::outbox::SiteEvent;

/// Votes on a question or an answer, or cancels the same vote. Rejects a vote in a locked question with
/// 409.
pub fn vote(tx: &mut Write<'_>, me: &Me, on: &ReadablePost, vote: Vote) -> Result<VoteReply> {
    let (author, before) = store::votes::total_of_others(tx, on)?;
    let is_set = store::votes::toggle(tx, me, &CanRespond::find(tx, me, on)?, vote)?;
    if is_set && vote == Vote::Up {
        awards::upvoted(tx, me, on)?;
        let (_, now) = store::votes::total_of_others(tx, on)?;
        entries::tell_votes(tx, author, on.post(), before, now)?;
    }
    let (up_votes, down_votes) = store::voters::names(tx, on.question(), Some(on.post()))?
        .remove(&on.post())
        .unwrap_or_default();
    if on.is_question() {
        let audience = on.scope().audience(tx)?;
        let score = store::posts::score(tx, on.post())?;
        tx.emit(
            VoteUpdate {
                qid: on.question(),
                up_votes: up_votes.clone(),
                down_votes: down_votes.clone(),
                score,
            },
            audience,
        );
    } else {
        events::emit_votes(tx, on)?;
    }
    let msg = match (vote, is_set, on.is_question()) {
        (Vote::Up, true, true) => "Question upvoted successfully",
        (Vote::Up, true, false) => "Answer upvoted successfully",
        (Vote::Up, false, _) => "Upvote cancelled successfully",
        (Vote::Down, true, true) => "Question downvoted successfully",
        (Vote::Down, true, false) => "Answer downvoted successfully",
        (Vote::Down, false, _) => "Downvote cancelled successfully",
    };
    Ok(VoteReply {
        msg,
        up_votes,
        down_votes,
    })
}

/// Accepts an answer to the asker's question, or unaccepts the accepted one. Rejects an answer to
/// another question with 404.
pub fn accept(
    tx: &mut Write<'_>,
    question: &OwnPost,
    answer: Option<&ReadablePost>,
) -> Result<Question> {
    if answer.is_some_and(|answer| answer.question() != question.id()) {
        return Err(Sentence::PostNotFound.into());
    }
    let accepted = answer.map(ReadablePost::post);
    let current = store::load::question(tx, question.id())?;
    if current.accepted_answer_id == accepted {
        return Ok(current);
    }
    store::posts::accept(tx, question, accepted)?;
    if let Some(answer) = answer {
        awards::accepted(tx, question, answer)?;
        let (event, target) = (SiteEvent::AnswerAccepted, question.target());
        events::tell_webhooks(tx, event, None, target, answer.post())?;
        let author = store::posts::author(tx, answer.post())?;
        if author != store::posts::author(tx, question.id())? {
            entries::tell_accepted(tx, author, answer.post())?;
        }
    }
    events::emit_question(tx, question.target())?;
    store::load::question(tx, question.id())
}
