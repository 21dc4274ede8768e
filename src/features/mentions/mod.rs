//! Mentions: `@name` in a question, an answer, a comment, a message or the description of a community
//! tells the member of that name.
//!
//! The names are looked up when the text is saved, and stored as ids. A text names at most five
//! members. Whom it names is no secret, because it stands in the text, and the text carries the names
//! that exist. Whether a named member is told is a secret of theirs: nothing that the author sees
//! depends on it. A member is told if they may read the text, and neither they nor the author have
//! blocked the other. A text tells a member once, however often it is edited, deleted and restored.
//!
//! What a member may no longer read, and what is deleted, is not among their mentions.

pub mod invariants;
pub mod model;
pub mod routes;
pub mod store;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::notifications;
use crate::features::users::{Account, Me};
use crate::platform::db::Write;
use crate::platform::outbox::{DeliveryKind, enqueue_chosen, enqueue_push};
use crate::platform::realtime::Audience;

use model::{MentionUpdate, Source};

/// The largest number of members that a text names.
const MAX_NAMED: usize = 5;
/// The largest number of unseen mentions by one author that a member has. Further ones tell nobody.
const MAX_UNSEEN: i64 = 20;

/// Stores whom a new, edited or approved text names, and tells those who are named for the first time.
pub fn update(tx: &mut Write<'_>, author: &Account, source: &Source<'_>) -> Result<()> {
    for user in set_current(tx, source)? {
        if let Some(mention) = store::insert(tx, author.id(), source, user)? {
            tell(tx, author, source.place, user, mention)?;
        }
    }
    Ok(())
}

/// Stores whom a text names that a moderator has edited. Tells nobody.
pub fn update_untold(tx: &Write<'_>, author: Id, source: &Source<'_>) -> Result<()> {
    for user in set_current(tx, source)? {
        store::insert(tx, author, source, user)?;
    }
    Ok(())
}

/// Records which members a text still names. Returns all whom it names.
fn set_current(tx: &Write<'_>, source: &Source<'_>) -> Result<Vec<Id>> {
    let mut named = Vec::new();
    for name in &source.names {
        if named.len() < MAX_NAMED {
            named.extend(store::member(tx, name)?);
        }
    }
    store::set_current(tx, source, &named)?;
    Ok(named)
}

/// Tells a member who is named in a question, a chat or a community, if they may know.
fn tell(tx: &mut Write<'_>, author: &Account, place: Id, user: Id, mention: Id) -> Result<()> {
    if !store::may_tell(tx, author, user)? || store::count_unseen(tx, author, user)? >= MAX_UNSEEN {
        return Ok(());
    }
    if let Some(mention) = store::one(tx, user, mention)? {
        store::set_new(tx, mention.id)?;
        let thread = Some(place);
        enqueue_chosen(tx, user, DeliveryKind::Mention, mention.id, thread)?;
        enqueue_push(tx, user, DeliveryKind::Mention, mention.id)?;
        tx.emit(MentionUpdate { mention }, Audience::Users(vec![user]));
    }
    Ok(())
}

/// The largest number of mentions that one call marks as seen one by one.
const MARKED_AT_ONCE: usize = 100;

/// Marks some of the actor's mentions as seen, and the notifications about the same texts as viewed.
/// Ignores other ids.
pub fn mark_seen(tx: &mut Write<'_>, me: &Me, ids: &[Id]) -> Result<()> {
    for content in store::mark_seen(tx, me, ids)? {
        notifications::view_if_any(tx, me, content)?;
    }
    Ok(())
}

/// Marks the actor's mentions up to an id as seen, or all of them. Notifications stay as they are.
pub fn mark_all_seen(tx: &Write<'_>, me: &Me, up_to: Option<Id>) -> Result<()> {
    let newest = Id::at(tx.now, u64::MAX);
    store::mark_all_seen(tx, me, up_to.map_or(newest, |id| id.min(newest)))
}
