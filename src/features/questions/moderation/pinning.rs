//! Pinning questions above lists.

use super::places::{CanPin, PinPlace};
use super::record::record;
use crate::core::error::{Result, Sentence};
use crate::core::json_text::JsonText;
use crate::features::questions::model::QuestionCard;
use crate::features::questions::store::load;
use crate::features::questions::store::moderation::pins;
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Me, Recorded, Viewer};
use crate::platform::db::{Read, Write};

/// Questions that are pinned in one place, as cards.
pub type Pinned = JsonText<Vec<QuestionCard>>;

/// Returns the questions that are pinned in a place and that the viewer may read, the latest pin first: at
/// most 3.
pub fn list(read: &Read<'_>, viewer: &Viewer, place: PinPlace) -> Result<Pinned> {
    let cards = load::cards(read, viewer.id(), &pins::list(read, viewer.id(), place)?)?;
    Ok(JsonText::of(cards)?.into())
}

/// Pins a question, or unpins it, and returns what is pinned there then. Rejects a fourth one with 409.
pub fn set_pinned(
    tx: &mut Write<'_>,
    me: &Me,
    pin: &CanPin,
    is_pinned: bool,
    reason: &str,
) -> Result<Recorded<Pinned>> {
    tx.without_event("what is pinned is fetched with the list below it");
    let pinned = pins::list(tx, me.id(), pin.place())?;
    let action = if is_pinned {
        if pinned.len() >= pins::MAX_PINS && !pinned.contains(&pin.question().id()) {
            return Err(Sentence::PinsTooMany.into());
        }
        pins::insert(tx, pin)?;
        AdminAction::PinQuestion
    } else {
        pins::delete(tx, pin)?;
        AdminAction::UnpinQuestion
    };
    let recorded = record(tx, me, action, pin.question(), reason)?;
    Ok(recorded.with(list(tx, me, pin.place())?))
}
