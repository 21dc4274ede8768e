//! Votes: one a user and post, up or down; the same vote again takes it back.

use serde::Serialize;
use utoipa::ToSchema;

use super::access::Readable;
use super::{comments, store};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::live::Event;
use crate::users::Me;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    Up = 1,
    Down = -1,
}

/// Who voted how, after a vote.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VoteReply {
    pub msg: &'static str,
    /// Usernames.
    pub up_votes: Vec<String>,
    /// Usernames.
    pub down_votes: Vec<String>,
}

/// Somebody voted on a question. Whoever may read it is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct VoteUpdate {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub up_votes: Vec<String>,
    pub down_votes: Vec<String>,
    pub score: i32,
}

impl Event for VoteUpdate {
    const NAME: &'static str = "voteUpdate";
}

/// Votes on a question that the actor may read, or on one of its answers; or takes the same vote back.
pub fn vote(tx: &mut Write<'_>, me: &Me, on: &Readable, vote: Vote) -> Result<VoteReply> {
    let stands = store::votes::toggle(tx, me, on, vote)?;
    let (up_votes, down_votes) = store::votes::names(tx, on.question, Some(on.post))?.remove(&on.post).unwrap_or_default();
    let is_question = on.post == on.question;
    if is_question {
        let audience = on.scope.audience(tx)?;
        let score = store::score(tx, on.post)?;
        tx.emit(VoteUpdate { qid: on.question, up_votes: up_votes.clone(), down_votes: down_votes.clone(), score }, audience);
    } else {
        comments::announce(tx, on)?;
    }
    let msg = match (vote, stands, is_question) {
        (Vote::Up, true, true) => "Question upvoted successfully",
        (Vote::Up, true, false) => "Answer upvoted successfully",
        (Vote::Up, false, _) => "Upvote cancelled successfully",
        (Vote::Down, true, true) => "Question downvoted successfully",
        (Vote::Down, true, false) => "Answer downvoted successfully",
        (Vote::Down, false, _) => "Downvote cancelled successfully",
    };
    Ok(VoteReply { msg, up_votes, down_votes })
}
