//! Who may read what, and the proofs of what one may do in a community. What changes one takes the proof that it needs.

use super::store;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::Audience;
use crate::users::{self, Administrator, Me};

/// Who may read a question: the value of `questions.scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everyone who is signed in.
    Everyone,
    /// The members of a private community.
    Members(Id),
}

impl Scope {
    /// As the database has it.
    pub fn value(self) -> i64 {
        match self {
            Self::Everyone => 0,
            Self::Members(community) => community.as_i64(),
        }
    }

    /// From what the database has.
    pub fn from_value(value: i64) -> Self {
        if value == 0 { Self::Everyone } else { Self::Members(Id::from_i64(value)) }
    }

    /// Who may read both here and there, as of this transaction.
    pub fn shared_audience(self, other: Self, read: &Read<'_>) -> Result<Audience> {
        match (self, other) {
            (Self::Everyone, scope) | (scope, Self::Everyone) => scope.audience(read),
            (Self::Members(one), Self::Members(two)) => {
                let others = store::member_ids(read, two)?;
                Ok(Audience::Users(store::member_ids(read, one)?.into_iter().filter(|user| others.contains(user)).collect()))
            }
        }
    }

    /// Who is told of what happens here, as of this transaction.
    pub fn audience(self, read: &Read<'_>) -> Result<Audience> {
        Ok(match self {
            Self::Everyone => Audience::SignedIn,
            Self::Members(community) => Audience::Users(store::member_ids(read, community)?),
        })
    }
}

/// What somebody is to a community; each may do what those before may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Outsider,
    /// Has asked to join and waits for an answer.
    Requester,
    Member,
    Moderator,
    Owner,
}

/// How much of a community somebody is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sight {
    /// What everybody may know of a private one.
    Outside,
    /// Who belongs to it and what is asked in it.
    Inside,
    /// The requests to join, too.
    Moderating,
}

/// A community that is there, and what the actor is to it.
pub struct Found {
    pub community: Id,
    pub is_private: bool,
    pub is_archived: bool,
    pub rank: Rank,
}

impl Found {
    /// [`Sentence::CommunityNotFound`] when there is none.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        store::find(read, me, community)?.ok_or_else(|| Sentence::CommunityNotFound.into())
    }

    /// How much of it the actor is shown.
    pub fn sight(&self) -> Sight {
        match self.rank {
            Rank::Moderator | Rank::Owner => Sight::Moderating,
            Rank::Outsider | Rank::Requester if self.is_private => Sight::Outside,
            Rank::Outsider | Rank::Requester | Rank::Member => Sight::Inside,
        }
    }

    /// The right to see who belongs to it, if the actor has it.
    pub fn visible(&self) -> Option<Visible> {
        (self.sight() >= Sight::Inside).then_some(Visible { community: self.community })
    }

    fn at_least(self, rank: Rank, refusal: Sentence) -> Result<Self> {
        if self.rank >= rank { Ok(self) } else { Err(refusal.into()) }
    }

    fn unless_archived(self) -> Result<Self> {
        if self.is_archived { Err(Sentence::CommunityArchived.into()) } else { Ok(self) }
    }
}

/// Proof that the actor may see who belongs to a community.
pub struct Visible {
    pub(super) community: Id,
}

/// Proof that the actor may join a community at once, and is not yet in it.
pub struct Joining {
    pub(super) community: Id,
}

impl Joining {
    /// Nothing for who is a member already; [`Sentence::AccessByRequest`] where it is private.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Option<Self>> {
        let found = Found::find(read, me, community)?;
        if found.rank >= Rank::Member {
            return Ok(None);
        }
        if found.is_private {
            return Err(Sentence::AccessByRequest.into());
        }
        found.unless_archived()?;
        Ok(Some(Self { community }))
    }
}

/// Proof that the actor may ask to join a community, and has not yet.
pub struct Requesting {
    pub(super) community: Id,
}

impl Requesting {
    /// Nothing for who is a member or has asked already; [`Sentence::AnyoneCanJoin`] where nobody needs to ask.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Option<Self>> {
        let found = Found::find(read, me, community)?;
        if !found.is_private {
            return Err(Sentence::AnyoneCanJoin.into());
        }
        if found.rank > Rank::Outsider {
            return Ok(None);
        }
        found.unless_archived()?;
        Ok(Some(Self { community }))
    }
}

/// Proof that the actor may ask in a community: he is a member, and it is not archived.
pub struct Asking {
    pub community: Id,
    pub scope: Scope,
}

impl Asking {
    /// 404 when there is no such community, 403 for who does not belong to it.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = Found::find(read, me, community)?.at_least(Rank::Member, Sentence::NotAMember)?.unless_archived()?;
        let scope = if found.is_private { Scope::Members(community) } else { Scope::Everyone };
        Ok(Self { community, scope })
    }
}

/// Proof that the actor moderates a community, or owns it.
pub struct Moderator {
    pub(super) community: Id,
    pub(super) rank: Rank,
    is_archived: bool,
}

impl Moderator {
    /// [`Sentence::ModeratorsOnly`] for anybody else.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = Found::find(read, me, community)?.at_least(Rank::Moderator, Sentence::ModeratorsOnly)?;
        Ok(Self { community, rank: found.rank, is_archived: found.is_archived })
    }
}

/// Proof that the actor owns a community.
pub struct Owner {
    pub(super) community: Id,
}

impl Owner {
    /// [`Sentence::OwnerOnly`] for anybody else.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = Found::find(read, me, community)?.at_least(Rank::Owner, Sentence::OwnerOnly)?;
        Ok(Self { community: found.community })
    }
}

/// Proof that the actor may archive a community and take that back: he owns it, or he administers the site.
pub struct Archiving {
    pub(super) community: Id,
}

impl Archiving {
    /// As [`Owner::find`].
    pub fn as_owner(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let Owner { community } = Owner::find(read, me, community)?;
        Ok(Self { community })
    }

    /// [`Sentence::CommunityNotFound`] when there is none.
    pub fn as_administrator(read: &Read<'_>, by: &Administrator, community: Id) -> Result<Self> {
        let Found { community, .. } = Found::find(read, by, community)?;
        Ok(Self { community })
    }
}

/// Somebody's request to join, on which the actor may decide.
pub struct Request {
    pub(super) community: Id,
    pub(super) user: Id,
}

impl Request {
    /// The request of the user with this name or id; [`Sentence::JoinRequestNotFound`] when he has made none.
    pub fn find(read: &Read<'_>, by: &Moderator, user: &str) -> Result<Self> {
        if let Some(user) = users::store::by_id_or_name(read, user)?
            && store::has_requested(read, by.community, user.id)?
        {
            return Ok(Self { community: by.community, user: user.id });
        }
        Err(Sentence::JoinRequestNotFound.into())
    }

    /// The same, to let him in: [`Sentence::CommunityArchived`] where nobody is let in.
    pub fn find_to_approve(read: &Read<'_>, by: &Moderator, user: &str) -> Result<Self> {
        if by.is_archived { Err(Sentence::CommunityArchived.into()) } else { Self::find(read, by, user) }
    }
}

/// A member of a community with whom its moderator or owner deals.
pub struct Fellow {
    pub(super) community: Id,
    pub(super) user: Id,
    pub(super) rank: Rank,
}

impl Fellow {
    /// The member with this name or id, for a moderator; [`Sentence::MemberNotFound`] when nobody is.
    pub fn find(read: &Read<'_>, by: &Moderator, user: &str) -> Result<Self> {
        Self::of(read, by.community, user)
    }

    /// The same for the owner.
    pub fn find_as_owner(read: &Read<'_>, by: &Owner, user: &str) -> Result<Self> {
        Self::of(read, by.community, user)
    }

    fn of(read: &Read<'_>, community: Id, user: &str) -> Result<Self> {
        if let Some(user) = users::store::by_id_or_name(read, user)?
            && let Some(rank) = store::rank(read, community, user.id)?.filter(|rank| *rank >= Rank::Member)
        {
            return Ok(Self { community, user: user.id, rank });
        }
        Err(Sentence::MemberNotFound.into())
    }
}

/// Proof that the actor may take a member out of a community.
pub struct Leaving {
    pub(super) community: Id,
    pub(super) user: Id,
}

impl Leaving {
    /// A moderator goes by the owner's word alone, and the owner himself only after he has handed over.
    pub fn of(by: &Moderator, fellow: &Fellow) -> Result<Self> {
        if fellow.rank >= Rank::Moderator && by.rank < Rank::Owner {
            return Err(Sentence::OwnerOnly.into());
        }
        if fellow.rank == Rank::Owner {
            return Err(Sentence::HandOverFirst.into());
        }
        Ok(Self { community: fellow.community, user: fellow.user })
    }

    /// Oneself.
    pub fn of_oneself(me: &Me, found: &Found) -> Result<Self> {
        if found.rank == Rank::Owner {
            return Err(Sentence::HandOverFirst.into());
        }
        Ok(Self { community: found.community, user: me.id })
    }
}
