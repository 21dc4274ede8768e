//! The posts here of an old site.

use super::Target;
use crate::core::id::Id;

/// Returns the id here of a post of the old site.
#[track_caller]
pub(super) fn id_of(target: &Target, number: i64) -> Id {
    let rows = target.rows(&format!(
        "SELECT local_id FROM external_ids WHERE kind = 'post' AND external_id = '{number}'"
    ));
    Id::from_i64(rows[0].parse().expect("an id"))
}

/// Returns the text of a post of the old site.
#[track_caller]
pub(super) fn text_of(target: &Target, number: i64) -> String {
    let id = id_of(target, number).as_i64();
    target
        .rows(&format!("SELECT text FROM posts WHERE id = {id}"))
        .remove(0)
}
