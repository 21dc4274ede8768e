//! Questions for one member: those with the tags that they use.

use std::cmp::Reverse;

use serde::Serialize;
use utoipa::ToSchema;

use super::model::QuestionCard;
use super::store::{for_you as store, load};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::features::users::{Account, Me};
use crate::platform::db::Read;

/// The largest number of questions in each list.
const MAX_EACH: usize = 5;

/// What a member may want to read or answer. No question is in both lists, and none is the member's
/// own, starred or muted.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForYou {
    /// The names of the tags of the questions that the member has asked, answered and starred of
    /// late, most frequent first.
    pub tags: Vec<String>,
    /// The newest questions with these tags that the member has not opened.
    #[schema(value_type = Vec<QuestionCard>)]
    pub new_questions: JsonText<Vec<QuestionCard>>,
    /// The newest questions with these tags that have no answers and accept them.
    #[schema(value_type = Vec<QuestionCard>)]
    pub unanswered: JsonText<Vec<QuestionCard>>,
    /// Whether one of the member's latest posts is a question.
    pub has_asked: bool,
    /// Whether one of the member's latest posts is an answer.
    pub has_answered: bool,
}

/// The ids of the questions for a member.
struct Picks {
    activity: store::Activity,
    tags: Vec<(Id, String)>,
    new: Vec<Id>,
    unanswered: Vec<Id>,
}

fn pick(read: &Read<'_>, me: &Account) -> Result<Picks> {
    let activity = store::activity(read, me.id())?;
    let tags = store::tags(read, me.id(), &activity)?;
    let found = store::candidates(read, me.id(), &tags)?;
    let mut new = Vec::new();
    let mut unanswered = Vec::new();
    for candidate in found {
        if activity.answered.contains(&candidate.id) {
            continue;
        }
        if !candidate.is_opened && new.len() < MAX_EACH {
            new.push(candidate.id);
        } else if candidate.is_unanswered && unanswered.len() < MAX_EACH {
            unanswered.push(candidate.id);
        }
    }
    Ok(Picks {
        activity,
        tags,
        new,
        unanswered,
    })
}

/// Returns the questions for a member.
pub fn for_you(read: &Read<'_>, me: &Me) -> Result<ForYou> {
    let picks = pick(read, me)?;
    Ok(ForYou {
        tags: picks.tags.into_iter().map(|(_, name)| name).collect(),
        new_questions: cards(read, me, &picks.new)?,
        unanswered: cards(read, me, &picks.unanswered)?,
        has_asked: !picks.activity.asked.is_empty(),
        has_answered: !picks.activity.answered.is_empty(),
    })
}

/// Returns the ids of the questions for a member that have no answers, newest first.
pub fn unanswered(read: &Read<'_>, me: &Account) -> Result<Vec<Id>> {
    let picks = pick(read, me)?;
    let mut ids = store::without_answers(read, &picks.new)?;
    ids.extend(picks.unanswered);
    ids.sort_by_key(|id| Reverse(*id));
    Ok(ids)
}

fn cards(read: &Read<'_>, me: &Me, ids: &[Id]) -> Result<JsonText<Vec<QuestionCard>>> {
    Ok(JsonText::of(load::cards(read, me.id(), ids)?)?.into())
}
