//! Which kinds of entries a member does not want to see.

use super::model::MutableKind;
use crate::core::error::Result;
use crate::features::following::store::inbox as store;
use crate::features::notifications::entries;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// Returns the kinds of entries that the actor has muted.
pub fn muted(read: &Read<'_>, me: &Me) -> Result<Vec<MutableKind>> {
    let words = store::muted(read, me)?;
    let kinds = words.split(' ').filter_map(MutableKind::from_word);
    Ok(kinds.collect())
}

/// Mutes a kind of entries for the actor, or shows it again. Returns what is muted.
pub fn set_muted(
    tx: &mut Write<'_>,
    me: &Me,
    kind: MutableKind,
    is_muted: bool,
) -> Result<Vec<MutableKind>> {
    let mut kinds = muted(tx, me)?;
    kinds.retain(|known| *known != kind);
    if is_muted {
        kinds.push(kind);
    }
    let words: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    store::set_muted(tx, me, &words.join(" "))?;
    entries::emit_changed(tx, me.id());
    Ok(kinds)
}
