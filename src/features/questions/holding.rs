//! Why new content waits until a moderator approves it.

use super::store::{content, states};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::features::trust::{self, HoldReason, NewText};
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::settings::{self, SettingKey};

/// The largest number of posts of a member that wait for approval.
pub(super) const MAX_WAITING: usize = 20;

/// Why new content waits, as it is stored.
pub struct HoldReasons(String);

impl HoldReasons {
    pub fn stored(&self) -> &str {
        &self.0
    }
}

/// Returns why new content of the actor waits, if it does: it is among the first posts of a person, or it is
/// suspected spam. Nothing of the moderators of the site and of the community waits. Rejects content that would
/// wait with 409 if too much of the actor waits already.
pub fn reasons(
    read: &Read<'_>,
    me: &Me,
    community: Option<Id>,
    new: &NewText<'_>,
) -> Result<Option<HoldReasons>> {
    let mut reasons = trust::hold_reasons(read, me, new)?;
    let first = settings::store::number(read, SettingKey::HoldFirst)?;
    if first > 0 && !me.is_bot() && states::count_shown(read, me, first)? < first {
        reasons.insert(0, HoldReason::first());
    }
    if reasons.is_empty() || is_exempt(read, me, community)? {
        return Ok(None);
    }
    check_waiting(read, me.id())?;
    let stored = serde_json::to_string(&reasons).map_err(Error::internal)?;
    Ok(Some(HoldReasons(stored)))
}

/// Rejects a change of content that others see with 403 if it brings in what would make new content wait. What
/// stood in the earlier version, and so was approved or good enough, is no reason.
pub fn check_edit(
    read: &Read<'_>,
    me: &Me,
    question: Id,
    before: &NewText<'_>,
    new: &NewText<'_>,
) -> Result<()> {
    let mut reasons = trust::hold_reasons(read, me, new)?;
    if reasons.is_empty() || is_exempt(read, me, content::community(read, question)?)? {
        return Ok(());
    }
    let known = trust::hold_reasons(read, me, before)?;
    reasons.retain(|reason| !known.contains(reason));
    if reasons.is_empty() {
        return Ok(());
    }
    Err(Sentence::EditSuspicious.into())
}

fn is_exempt(read: &Read<'_>, me: &Me, community: Option<Id>) -> Result<bool> {
    Ok(me.moderates_site()
        || match community {
            Some(community) => content::moderates(read, me, community)?,
            None => false,
        })
}

/// Rejects content that would wait with 409 if too much of its author waits already.
pub(super) fn check_waiting(read: &Read<'_>, author: Id) -> Result<()> {
    if states::waiting_of(read, author, MAX_WAITING)?.len() >= MAX_WAITING {
        return Err(Sentence::HeldTooMany.into());
    }
    Ok(())
}
