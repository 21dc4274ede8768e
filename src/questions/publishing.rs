//! What follows when a question, an answer or a comment appears: at once, or when it is approved.
//!
//! Members who were told of a text are not told again if its approval is undone and repeated.

use super::access::ReadablePost;
use super::{events, store};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::mentions::{self, model::Source};
use crate::notifications::{self, Response};
use crate::text;
use crate::users::Account;

/// Tells those whom a question names, and its readers.
pub fn question(
    tx: &mut Write<'_>,
    author: &Account,
    new: &ReadablePost,
    text: &str,
) -> Result<()> {
    let id = new.question();
    mention(tx, author, id, id, text)?;
    events::emit_new_question(tx, new)
}

/// Tells those whom an answer names, the readers of its question and its author, and lets the author of the
/// answer watch the question if they want this.
pub fn answer(
    tx: &mut Write<'_>,
    author: &Account,
    to: &ReadablePost,
    id: Id,
    text: &str,
) -> Result<()> {
    store::follows::watch_answered(tx, author, to)?;
    mention(tx, author, to.question(), id, text)?;
    events::emit_answer(tx, to, &store::load::answer(tx, id)?)?;
    let response = Response {
        id,
        post: id,
        question: to.question(),
    };
    notifications::notify_author(tx, author, &response)
}

/// Tells those whom a comment names, the readers of its question and the author of its post.
pub fn comment(
    tx: &mut Write<'_>,
    author: &Account,
    on: &ReadablePost,
    id: Id,
    text: &str,
) -> Result<()> {
    mention(tx, author, on.question(), id, text)?;
    events::emit_post(tx, on)?;
    let response = Response {
        id,
        post: on.post(),
        question: on.question(),
    };
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
