//! Events about communities. Each viewer receives at most one event per change, with their own
//! projection, and only if that projection changed.

use std::collections::HashSet;

use super::model::{Community, CommunityChange, CommunityUpdate, DetailLevel, Visibility};
use super::store::{self, roles};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::Audience;

/// The viewers whose projection a change affects.
#[derive(Clone, Copy, Debug)]
pub enum AffectedViewers {
    /// All viewers: the number of members, the owner or the archived state changed.
    Everyone,
    /// The viewers who see the members: a moderator was added or removed.
    Insiders,
    /// The moderators and this requester: a join request was added or removed. `None` if the
    /// requester's account is deleted.
    ModeratorsAnd(Option<Id>),
}

/// Emits the update events of one change.
pub fn emit_update(
    tx: &mut Write<'_>,
    community: Id,
    change: CommunityChange,
    affected: AffectedViewers,
) -> Result<()> {
    for (community, audience) in projections(tx, community, affected)? {
        tx.emit(CommunityUpdate { community, change }, audience);
    }
    Ok(())
}

/// Returns the projections of a community with their audiences. The audiences do not overlap.
pub fn projections(
    read: &Read<'_>,
    id: Id,
    affected: AffectedViewers,
) -> Result<Vec<(Community, Audience)>> {
    if let AffectedViewers::ModeratorsAnd(requester) = affected {
        let moderating = store::community(read, id, DetailLevel::Moderating)?;
        let moderators = Audience::Users(roles::moderator_ids(read, id)?);
        let mut projections = vec![(moderating, moderators)];
        if let Some(user) = requester {
            let mut own = store::community(read, id, DetailLevel::Outside)?;
            own.member_requests.extend(store::request(read, id, user)?);
            projections.push((own, Audience::Users(vec![user])));
        }
        return Ok(projections);
    }
    let inside = store::community(read, id, DetailLevel::Inside)?;
    // A public community has no join requests, so all viewers share one projection.
    if inside.needs_account {
        let outside = store::community(read, id, DetailLevel::Outside)?;
        return Ok(vec![
            (inside, Audience::AccountsExcept(Vec::new())),
            (outside, Audience::Strangers),
        ]);
    }
    if inside.visibility == Visibility::Public {
        return Ok(vec![(inside, Audience::SignedIn)]);
    }
    let members = roles::member_ids(read, id)?;
    let requests = store::requests(read, id)?;
    let mut projections = Vec::new();
    if let AffectedViewers::Everyone = affected {
        let outside = store::community(read, id, DetailLevel::Outside)?;
        let members_and_requesters = members
            .iter()
            .copied()
            .chain(requests.iter().map(|request| request.user_id))
            .collect();
        for request in &requests {
            let mut own = outside.clone();
            own.member_requests.push(request.clone());
            projections.push((own, Audience::Users(vec![request.user_id])));
        }
        projections.push((outside, Audience::SignedInExcept(members_and_requesters)));
    }
    if requests.is_empty() {
        projections.push((inside, Audience::Users(members)));
    } else {
        let mut moderating = inside.clone();
        store::add_requests(read, &mut moderating)?;
        let moderators = roles::moderator_ids(read, id)?;
        let is_moderator: HashSet<&Id> = moderators.iter().collect();
        let ordinary_members = members
            .into_iter()
            .filter(|member| !is_moderator.contains(member))
            .collect();
        projections.push((inside, Audience::Users(ordinary_members)));
        projections.push((moderating, Audience::Users(moderators)));
    }
    Ok(projections)
}
