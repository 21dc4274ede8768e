//! Who belongs to a community and as what: founding and joining, asking and letting in, promoting, leaving, handing over.

use super::access::{Archiving, Fellow, Found, Joining, Leaving, Moderator, Owner, Rank, Request, Requesting};
use super::announce::{Concerned, announce};
use super::{CommunityChange, Visibility, store};
use crate::db::Write;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{Account, Me};

/// What a community is made of.
pub struct NewCommunity {
    pub name: String,
    pub description: String,
    pub visibility: Visibility,
}

/// Makes a community of which the actor is the owner, the only moderator and the only member; returns its id.
pub fn create(tx: &mut Write<'_>, me: &Me, new: &NewCommunity) -> Result<Id> {
    let community = store::changes::insert(tx, me, new)?;
    announce(tx, community, CommunityChange::Created, Concerned::Everyone)?;
    Ok(community)
}

fn changed(tx: &mut Write<'_>, community: Id, concerned: Concerned) -> Result<()> {
    announce(tx, community, CommunityChange::Updated, concerned)
}

/// Joins a public community.
pub fn join(tx: &mut Write<'_>, me: &Me, joining: &Joining) -> Result<()> {
    store::changes::join(tx, me, joining)?;
    changed(tx, joining.community, Concerned::Everyone)
}

/// Asks to join a private community.
pub fn request(tx: &mut Write<'_>, me: &Me, requesting: &Requesting) -> Result<()> {
    store::changes::insert_request(tx, me, requesting)?;
    changed(tx, requesting.community, Concerned::Decision(Some(me.id)))
}

/// Lets somebody in who has asked for it.
pub fn approve(tx: &mut Write<'_>, request: &Request) -> Result<()> {
    store::changes::admit(tx, request)?;
    changed(tx, request.community, Concerned::Everyone)
}

/// Turns a request down. It can be made again.
pub fn reject(tx: &mut Write<'_>, request: &Request) -> Result<()> {
    store::changes::delete_request(tx, request)?;
    changed(tx, request.community, Concerned::Decision(Some(request.user)))
}

/// Makes a member a moderator, if he is none.
pub fn promote(tx: &mut Write<'_>, fellow: &Fellow) -> Result<()> {
    if fellow.rank >= Rank::Moderator {
        return Ok(());
    }
    store::changes::promote(tx, fellow)?;
    changed(tx, fellow.community, Concerned::Insiders)
}

/// Makes a moderator a member like others, if he is one; never the owner.
pub fn demote(tx: &mut Write<'_>, by: &Owner, fellow: &Fellow) -> Result<()> {
    match fellow.rank {
        Rank::Owner => Err(Sentence::OwnerIsModerator.into()),
        Rank::Moderator => {
            store::changes::demote(tx, by, fellow)?;
            changed(tx, fellow.community, Concerned::Insiders)
        }
        Rank::Outsider | Rank::Requester | Rank::Member => Ok(()),
    }
}

/// Takes a member out of a community. He can come back as anybody can come.
pub fn remove(tx: &mut Write<'_>, by: &Moderator, fellow: &Fellow) -> Result<()> {
    store::changes::delete_member(tx, &Leaving::of(by, fellow)?)?;
    changed(tx, fellow.community, Concerned::Everyone)
}

/// Leaves a community, or takes one's request to join it back; nothing for who is neither in it nor waits.
pub fn leave(tx: &mut Write<'_>, me: &Me, found: &Found) -> Result<()> {
    if store::changes::delete_member(tx, &Leaving::of_oneself(me, found)?)? {
        changed(tx, found.community, Concerned::Everyone)
    } else if store::changes::withdraw(tx, me, found.community)? {
        changed(tx, found.community, Concerned::Decision(Some(me.id)))
    } else {
        Ok(())
    }
}

/// Makes a member the owner, and with that a moderator. The one before him stays a moderator.
pub fn hand_over(tx: &mut Write<'_>, by: &Owner, heir: &Fellow) -> Result<()> {
    if heir.rank == Rank::Owner {
        return Ok(());
    }
    store::changes::hand_over(tx, by, heir)?;
    changed(tx, by.community, Concerned::Everyone)
}

/// Archives a community, so that all that can be done is to read it, or takes it back.
pub fn set_archived(tx: &mut Write<'_>, by: &Archiving, archived: bool) -> Result<()> {
    if store::changes::set_archived(tx, by, archived)? { changed(tx, by.community, Concerned::Everyone) } else { Ok(()) }
}

/// Takes somebody out of every community and takes his requests back, because his account goes. What he owned passes
/// to the oldest moderator, or else to the oldest member; what nobody is left in is archived.
pub fn forget_user(tx: &mut Write<'_>, account: &Account) -> Result<()> {
    let (joined, requested) = store::joined_and_requested(tx, account.id)?;
    for community in joined {
        store::changes::forget_member(tx, account, community)?;
        changed(tx, community, Concerned::Everyone)?;
    }
    for community in requested {
        store::changes::withdraw(tx, account, community)?;
        changed(tx, community, Concerned::Decision(None))?;
    }
    Ok(())
}
