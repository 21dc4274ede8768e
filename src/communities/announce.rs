//! Telling of a change: each viewer hears once, with his own projection, and only if that has changed.

use std::collections::HashSet;

use super::access::Sight;
use super::{Community, CommunityChange, CommunityUpdate, Visibility, store};
use crate::db::{Read, Write};
use crate::error::Result;
use crate::id::Id;
use crate::live::Audience;

/// Whose projections a change has changed.
#[derive(Clone, Copy, Debug)]
pub enum Concerned {
    /// All: how many members there are, who owns it, whether it is archived.
    Everyone,
    /// Those who see who belongs to it: who moderates it.
    Insiders,
    /// A request to join was made or is gone: its moderators, and who made it, if he is still there.
    Decision(Option<Id>),
}

/// Tells of a change to a community.
pub fn announce(tx: &mut Write<'_>, community: Id, change: CommunityChange, concerned: Concerned) -> Result<()> {
    for (community, audience) in projections(tx, community, concerned)? {
        tx.emit(CommunityUpdate { community, change }, audience);
    }
    Ok(())
}

/// The projections of a community, each with those who see it so. Nobody is in two of the audiences.
pub fn projections(read: &Read<'_>, id: Id, concerned: Concerned) -> Result<Vec<(Community, Audience)>> {
    if let Concerned::Decision(requester) = concerned {
        let moderating = store::community(read, id, Sight::Moderating)?;
        let mut told = vec![(moderating, Audience::Users(store::moderator_ids(read, id)?))];
        if let Some(user) = requester {
            let mut own = store::community(read, id, Sight::Outside)?;
            own.member_requests.extend(store::request(read, id, user)?);
            told.push((own, Audience::Users(vec![user])));
        }
        return Ok(told);
    }
    let inside = store::community(read, id, Sight::Inside)?;
    // Nobody asks to join a public one, and so everybody sees the same of it.
    if inside.visibility == Visibility::Public {
        return Ok(vec![(inside, Audience::SignedIn)]);
    }
    let members = store::member_ids(read, id)?;
    let requests = store::requests(read, id)?;
    let mut told = Vec::new();
    if let Concerned::Everyone = concerned {
        let outside = store::community(read, id, Sight::Outside)?;
        let others = members.iter().copied().chain(requests.iter().map(|request| request.user_id)).collect();
        for request in &requests {
            let mut own = outside.clone();
            own.member_requests.push(request.clone());
            told.push((own, Audience::Users(vec![request.user_id])));
        }
        told.push((outside, Audience::SignedInBut(others)));
    }
    if requests.is_empty() {
        told.push((inside, Audience::Users(members)));
    } else {
        let mut moderating = inside.clone();
        store::show_requests(read, &mut moderating)?;
        let moderators = store::moderator_ids(read, id)?;
        let moderate: HashSet<&Id> = moderators.iter().collect();
        let plain = members.into_iter().filter(|member| !moderate.contains(member)).collect();
        told.push((inside, Audience::Users(plain)));
        told.push((moderating, Audience::Users(moderators)));
    }
    Ok(told)
}
