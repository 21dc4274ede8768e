//! What a text refers to: the pictures that it shows and the members whom it names.

use super::publishing;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::pictures::{self, PictureKind};
use crate::text;
use crate::users::Me;

/// Stores which pictures a text shows. `id` is that of the question, the answer or the comment.
pub fn show_pictures(
    tx: &Write<'_>,
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
    pictures::update(tx, me, &shown)
}

/// Stores whom an edited text names and which pictures it shows, and tells those whom it names. `id` is that
/// of the question, the answer or the comment.
pub fn record(
    tx: &mut Write<'_>,
    me: &Me,
    kind: PictureKind,
    question: Id,
    id: Id,
    text: &str,
) -> Result<()> {
    show_pictures(tx, me, kind, question, id, text)?;
    publishing::mention(tx, me, question, id, text)
}
