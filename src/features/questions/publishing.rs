//! What follows when a question, an answer or a comment appears: at once, or when it is approved.
//!
//! Members who were told of a text are not told again if its approval is undone and repeated.

use super::access::ReadablePost;
use super::model::PostKind;
use super::{events, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text;
use crate::features::mentions::{self, model::Source};
use crate::features::notifications::{self, Response};
use crate::features::pictures;
use crate::features::users::Account;
use crate::platform::db::Write;
use crate::platform::outbox::SiteEvent;

/// Tells those whom a text names, the readers of its question, and the author of the post that it is on: of a question
/// its answers, of a post its comments. Lets the author of an answer watch the question if they want this. `target`:
/// the new question, or what the answer or comment is on.
pub fn publish(
    tx: &mut Write<'_>,
    author: &Account,
    kind: PostKind,
    target: &ReadablePost,
    id: Id,
    text: &str,
) -> Result<()> {
    let question = target.question();
    if kind == PostKind::Answer {
        store::follows::watch_answered(tx, author, target)?;
    }
    mention(tx, author, question, id, text)?;
    let event = match kind {
        PostKind::Question => SiteEvent::QuestionCreated,
        PostKind::Answer => SiteEvent::AnswerCreated,
        PostKind::Comment => SiteEvent::CommentCreated,
    };
    events::tell_webhooks(tx, event, Some(author), target, id)?;
    let post = match kind {
        PostKind::Question => return events::emit_new_question(tx, target),
        PostKind::Answer => {
            events::emit_answer(tx, target, &store::load::answer(tx, id)?)?;
            id
        }
        PostKind::Comment => {
            events::emit_post(tx, target)?;
            target.post()
        }
    };
    let response = Response { id, post, question };
    notifications::notify_author(tx, author, &response)
}

/// Stores whom a text names, and tells those who are named for the first time.
pub fn mention(
    tx: &mut Write<'_>,
    author: &Account,
    question: Id,
    id: Id,
    text: &str,
) -> Result<()> {
    let source = Source {
        id,
        place: question,
        names: text::mentions(text),
    };
    mentions::update(tx, author, &source)
}

/// Stores which pictures a text shows. `id` is that of the question, the answer or the comment.
pub fn show_pictures(
    tx: &Write<'_>,
    author: &Account,
    kind: PostKind,
    question: Id,
    id: Id,
    text: &str,
) -> Result<()> {
    let shown = pictures::Source {
        kind: kind.picture(),
        id,
        place: question,
        pictures: text::pictures(text),
    };
    pictures::update(tx, author, &shown)
}
