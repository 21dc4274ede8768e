//! Limits of members of level 0, if the setting `limitNew` is on.

use std::time::Duration;

use super::model::TrustLevel;
use super::{levels, spam, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::text;
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::settings::{self, SettingKey};

/// The largest numbers of a text.
const LINKS: usize = 2;
const PICTURES: usize = 1;
const MENTIONS: usize = 2;

/// The time after signing up in which posts are counted.
const FIRST_DAY: Duration = Duration::from_secs(24 * 60 * 60);
const QUESTIONS: i64 = 3;
const ANSWERS: i64 = 10;

/// Returns whether the actor has limits now.
fn is_limited(read: &Read<'_>, me: &Me) -> Result<bool> {
    Ok(settings::store::is_on(read, SettingKey::LimitNew)?
        && levels::level(read, me.id())? == TrustLevel::New)
}

/// What a member posts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Posted {
    Question,
    Answer,
    Comment,
    /// A message for all.
    Message,
    /// A new version of any of them.
    Edit,
}

/// Rejects a text with too many links, pictures or mentions with 403, and a question or an answer after too
/// many on the first day.
pub fn check_text(read: &Read<'_>, me: &Me, posted: Posted, new: &str) -> Result<()> {
    if !is_limited(read, me)? {
        return Ok(());
    }
    let links = spam::links(new);
    let pictures = text::pictures(new).len() + links.iter().filter(|link| link.is_image).count();
    let limits = [
        (
            links.iter().filter(|link| !link.is_image).count(),
            LINKS,
            Sentence::NewMemberLinks,
        ),
        (pictures, PICTURES, Sentence::NewMemberPictures),
        (
            text::mentions(new).len(),
            MENTIONS,
            Sentence::NewMemberMentions,
        ),
    ];
    for (count, limit, sentence) in limits {
        if count > limit {
            return Err(Error::with(sentence, limit));
        }
    }
    check_first_day(read, me, posted)
}

fn check_first_day(read: &Read<'_>, me: &Me, posted: Posted) -> Result<()> {
    let since = read.now.minus(FIRST_DAY);
    let is_first_day =
        store::member(read, me.id())?.is_some_and(|member| member.created_at > since);
    if !is_first_day || !matches!(posted, Posted::Question | Posted::Answer) {
        return Ok(());
    }
    let (questions, answers) = store::posted(read, me.id(), since, QUESTIONS + ANSWERS)?;
    if posted == Posted::Question && questions >= QUESTIONS {
        return Err(Error::with(Sentence::NewMemberQuestions, QUESTIONS));
    }
    if posted == Posted::Answer && answers >= ANSWERS {
        return Err(Error::with(Sentence::NewMemberAnswers, ANSWERS));
    }
    Ok(())
}

/// Rejects direct messages with 403.
pub fn check_direct_message(read: &Read<'_>, me: &Me) -> Result<()> {
    if is_limited(read, me)? {
        return Err(Sentence::NewMemberMessages.into());
    }
    Ok(())
}
