//! Scores that hold suspected spam until a moderator approves it, if the setting `holdSpam` is on, and lists
//! of blocked words, domains and networks.
//!
//! Scores concern texts of members of level 0 only. Everything is known to this site already: no other
//! service is asked. Texts and domains of private communities are not remembered, so that nobody learns of
//! them by what is held.

mod advertising;
mod blocked;
mod copies;
mod domains;
mod links;
mod phones;
mod score;
mod shingles;
pub mod store;
mod words;

pub use links::{FoundLink, links};
pub use score::suspicions;

use super::levels;
use super::model::{HoldReason, NewText, TrustLevel};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::settings::{self, SettingKey};

/// Returns why a text has to wait for approval. Empty: it need not. Texts of moderators of the site never
/// wait, and with the default settings no text does. The work is bounded by the size of the text and of the
/// lists.
pub fn hold_reasons(read: &Read<'_>, me: &Me, new: &NewText<'_>) -> Result<Vec<HoldReason>> {
    if me.moderates_site() {
        return Ok(Vec::new());
    }
    let mut reasons = blocked::reasons(read, me, new)?;
    if is_on(read)? && levels::level(read, me.id())? == TrustLevel::New {
        reasons.extend(suspicions(read, new)?);
    }
    Ok(reasons)
}

/// Rejects a text that cannot wait for approval, such as a biography or the name of a community, with 400 if it has a
/// blocked word or domain. Site moderators may write what they want.
pub fn check_allowed(read: &Read<'_>, me: &Me, text: &str) -> Result<()> {
    if me.moderates_site() {
        return Ok(());
    }
    check_username(read, text)
}

/// Rejects the new name of an account with 400 if it has a blocked word or domain.
pub fn check_username(read: &Read<'_>, username: &str) -> Result<()> {
    if blocked::has_entry(read, username)? {
        return Err(Sentence::TextBlocked.into());
    }
    Ok(())
}

/// Remembers a posted or edited text, to recognize copies of it, and the domains that it links unless it is
/// held. Does nothing if the setting `holdSpam` is off, or if not everybody may read the text (`is_public`).
pub fn remember(
    tx: &Write<'_>,
    me: &Me,
    id: Id,
    is_public: bool,
    new: &NewText<'_>,
    is_held: bool,
) -> Result<()> {
    if !is_public || !is_on(tx)? {
        return Ok(());
    }
    let is_trusted = levels::level(tx, me.id())? > TrustLevel::New;
    remember_text(tx, id, new, is_held, is_trusted)
}

/// Does the same for any readers and settings. `is_trusted`: its author has level 1.
pub fn remember_text(
    tx: &Write<'_>,
    id: Id,
    new: &NewText<'_>,
    is_held: bool,
    is_trusted: bool,
) -> Result<()> {
    copies::remember(tx, id, new)?;
    if is_held {
        return Ok(());
    }
    domains::remember(tx, id, new.text, is_trusted)
}

/// Remembers the domains that a text links which a moderator has approved.
pub fn remember_approved(tx: &Write<'_>, id: Id, is_public: bool, text: &str) -> Result<()> {
    if !is_public || !is_on(tx)? {
        return Ok(());
    }
    domains::remember(tx, id, text, true)
}

fn is_on(read: &Read<'_>) -> Result<bool> {
    settings::store::is_on(read, SettingKey::HoldSpam)
}
