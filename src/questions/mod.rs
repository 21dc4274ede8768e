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
pub mod hiding;
pub mod holding;
pub mod invariants;
pub mod model;
pub mod moderated;
pub mod moderation;
mod moderation_routes;
pub mod new_question;
pub mod order;
pub mod permissions;
pub mod protection;
mod protection_routes;
mod publishing;
mod references;
pub mod removal;
pub mod revisions;
pub mod routes;
pub mod search;
pub mod store;
pub mod suggestions;
pub mod views;
pub mod votes;
pub mod withheld;

/// The size in bytes up to which a question is part of its page.
pub const FIRST_DATA_SIZE: usize = 256 * 1024;

use access::ReadablePost;
use model::{NewQuestion, PostKind, Question};
use withheld::WithheldPost;

use crate::communities::access::{CanPost, Scope};
use crate::db::Write;
use crate::error::Result;
use crate::pictures::PictureKind;
use crate::trust::{self, Posted};
use crate::users::Me;

/// Asks a question in a community or outside of any. Returns the existing question if the actor has
/// already asked one with the same nonce. It may have to wait for approval.
pub fn ask(
    tx: &mut Write<'_>,
    me: &Me,
    new: &NewQuestion,
    community: Option<&CanPost>,
    nonce: Option<&str>,
) -> Result<Question> {
    if let Some(existing) = store::posts::by_nonce(tx, me, None, nonce)? {
        if WithheldPost::find_held(tx, me, PostKind::Question, existing)?.is_some() {
            return holding::question(tx, existing);
        }
        // It may be deleted by now, or in a community that the actor has left.
        let question = ReadablePost::find(tx, me, existing)?;
        return store::load::question(tx, question.question());
    }
    trust::limits::check_text(tx, me, Posted::Question, &new.text)?;
    let (place, remembered) = (community.map(CanPost::community), new.to_remember(None));
    if let Some(reasons) = holding::reasons(tx, me, place, &remembered)? {
        return holding::hold_question(tx, me, new, community, nonce, &reasons);
    }
    let question = store::posts::insert_question(tx, me, new, community, nonce, false)?;
    let scope = community.map_or(Scope::Everyone, CanPost::scope);
    trust::remember(tx, me, question, scope, &remembered, false)?;
    let kind = PictureKind::Question;
    references::show_pictures(tx, me, kind, question, question, &new.text)?;
    counters::add_question(tx, question)?;
    let readable = ReadablePost::find(tx, me, question)?;
    publishing::question(tx, me, &readable, &new.text)?;
    store::load::question(tx, question)
}
