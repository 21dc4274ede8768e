//! Questions with their answers, comments, tags, votes, views and search.

pub mod access;
pub mod answers;
mod awards;
pub mod batches;
pub mod close_reason;
pub mod comments;
pub mod counters;
pub mod deletion;
pub mod duplicates;
pub mod events;
pub mod excerpt;
pub mod for_you;
pub mod invariants;
pub mod model;
pub mod moderated;
pub mod moderation;
mod moderation_routes;
pub mod new_question;
pub mod order;
pub mod protection;
pub mod removal;
pub mod revisions;
pub mod routes;
pub mod search;
pub mod store;
pub mod suggestions;
pub mod views;
pub mod votes;

/// The size in bytes up to which a question is part of its page.
pub const FIRST_DATA_SIZE: usize = 256 * 1024;

use access::ReadablePost;
use model::{NewQuestion, Question};

use crate::communities::access::{CanPost, Scope};
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::mentions::{self, model::Source};
use crate::pictures::{self, PictureKind};
use crate::text;
use crate::trust::{self, Posted};
use crate::users::Me;

/// Asks a question in a community or outside of any. Returns the existing question if the actor has
/// already asked one with the same nonce.
pub fn ask(
    tx: &mut Write<'_>,
    me: &Me,
    new: &NewQuestion,
    community: Option<&CanPost>,
    nonce: Option<&str>,
) -> Result<Question> {
    if let Some(existing) = store::posts::by_nonce(tx, me, None, nonce)? {
        // It may be deleted by now, or in a community that the actor has left.
        let question = ReadablePost::find(tx, me, existing)?;
        return store::load::question(tx, question.question());
    }
    trust::limits::check_text(tx, me, Posted::Question, &new.text)?;
    let question = store::posts::insert_question(tx, me, new, community, nonce)?;
    let scope = community.map_or(Scope::Everyone, CanPost::scope);
    trust::remember(tx, me, question, scope, &new.to_remember(None), false)?;
    record_references(tx, me, PictureKind::Question, question, question, &new.text)?;
    counters::add_question(tx, question)?;
    events::emit_new_question(tx, &ReadablePost::find(tx, me, question)?)
}

/// Stores whom a text names and which pictures it shows, and tells those whom it names. `id` is that of the
/// question, the answer or the comment.
fn record_references(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PictureKind,
    question: Id,
    id: Id,
    text: &str,
) -> Result<()> {
    let shown = pictures::Source {
        kind,
        id,
        place: question,
        pictures: text::pictures(text),
    };
    pictures::update(tx, me, &shown)?;
    let source = Source {
        id,
        place: question,
        names: text::mentions(text),
    };
    mentions::update(tx, me, &source)
}
