//! Access rights in communities. A right is a value with private fields that only a look-up in this
//! file creates. A function that changes a community takes the right that it needs as a parameter,
//! so a missing check does not compile.

use super::model::{CommunityRole, DetailLevel};
use super::store::roles;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::users::{self, Administrator, Me, SiteModerator, Viewer};
use crate::platform::db::Read;
use crate::platform::realtime::Audience;

/// Who may read a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All signed-in users, and strangers while everyone may read.
    Everyone,
    /// All signed-in users, and never strangers: the content of a public community that needs an account.
    Accounts,
    /// The members of a private community.
    Members(Id),
}

impl Scope {
    /// Returns whether every member of the site may read it.
    pub fn is_public(self) -> bool {
        matches!(self, Self::Everyone | Self::Accounts)
    }

    /// Returns the value of `questions.scope`.
    pub fn value(self) -> i64 {
        match self {
            Self::Everyone | Self::Accounts => 0,
            Self::Members(community) => community.as_i64(),
        }
    }

    /// Converts the value of [`READERS`](super::store::READERS).
    pub fn from_value(value: i64) -> Self {
        match value {
            0 => Self::Everyone,
            -1 => Self::Accounts,
            community => Self::Members(Id::from_i64(community)),
        }
    }

    /// Returns the users who may read both scopes in this transaction.
    pub fn shared_audience(self, other: Self, read: &Read<'_>) -> Result<Audience> {
        match (self, other) {
            (Self::Everyone, scope) | (scope, Self::Everyone) => scope.audience(read),
            (Self::Accounts, scope) | (scope, Self::Accounts) => scope.audience(read),
            (Self::Members(one), Self::Members(two)) => {
                let others = roles::member_ids(read, two)?;
                Ok(Audience::Users(
                    roles::member_ids(read, one)?
                        .into_iter()
                        .filter(|user| others.contains(user))
                        .collect(),
                ))
            }
        }
    }

    /// Returns the users who may read this scope and not the other in this transaction.
    pub fn audience_without(self, other: Self, read: &Read<'_>) -> Result<Audience> {
        Ok(match (self, other) {
            (_, Self::Everyone) | (Self::Accounts | Self::Members(_), Self::Accounts) => {
                Audience::Users(Vec::new())
            }
            (Self::Everyone, Self::Accounts) => Audience::Strangers,
            (Self::Everyone, Self::Members(community)) => {
                Audience::SignedInExcept(roles::member_ids(read, community)?)
            }
            (Self::Accounts, Self::Members(community)) => {
                Audience::AccountsExcept(roles::member_ids(read, community)?)
            }
            (Self::Members(one), Self::Members(two)) => {
                let others = roles::member_ids(read, two)?;
                let mut users = roles::member_ids(read, one)?;
                users.retain(|user| !others.contains(user));
                Audience::Users(users)
            }
        })
    }

    /// Returns the users who may read this scope in this transaction.
    pub fn audience(self, read: &Read<'_>) -> Result<Audience> {
        Ok(match self {
            Self::Everyone => Audience::SignedIn,
            Self::Accounts => Audience::AccountsExcept(Vec::new()),
            Self::Members(community) => Audience::Users(roles::member_ids(read, community)?),
        })
    }
}

/// An existing community and the viewer's role in it.
pub struct FoundCommunity {
    id: Id,
    viewer: Id,
    is_private: bool,
    needs_account: bool,
    is_archived: bool,
    role: CommunityRole,
    /// Whether the viewer may use a role above that of a member.
    may_moderate: bool,
}

impl FoundCommunity {
    /// Finds a community, archived or not. Rejects an unknown id with 404.
    pub fn find(read: &Read<'_>, viewer: &Viewer, id: Id) -> Result<Self> {
        let row = roles::access_row(read, id, viewer.id())?.ok_or(Sentence::CommunityNotFound)?;
        Ok(Self {
            id,
            viewer: viewer.id(),
            is_private: row.is_private,
            needs_account: row.needs_account,
            is_archived: row.is_archived,
            role: row.role,
            may_moderate: viewer.may_moderate(),
        })
    }

    pub fn id(&self) -> Id {
        self.id
    }

    /// Returns the viewer's role.
    pub fn role(&self) -> CommunityRole {
        self.role
    }

    /// Returns the role whose rights the viewer may use.
    fn usable_role(&self) -> CommunityRole {
        if self.may_moderate {
            self.role
        } else {
            self.role.min(CommunityRole::Member)
        }
    }

    /// Returns how much of the community the viewer sees.
    pub fn detail_level(&self) -> DetailLevel {
        match self.usable_role() {
            CommunityRole::Moderator | CommunityRole::Owner => DetailLevel::Moderating,
            CommunityRole::Outsider | CommunityRole::Requester
                if self.is_private || self.needs_account && self.viewer == users::NOBODY =>
            {
                DetailLevel::Outside
            }
            CommunityRole::Outsider | CommunityRole::Requester | CommunityRole::Member => {
                DetailLevel::Inside
            }
        }
    }

    /// Returns who may read what is posted in the community.
    pub fn scope(&self) -> Scope {
        if self.is_private {
            Scope::Members(self.id)
        } else if self.needs_account {
            Scope::Accounts
        } else {
            Scope::Everyone
        }
    }

    /// Returns the right to see the members, if the viewer has it.
    pub fn can_see_members(&self) -> Option<CanSeeMembers> {
        (self.detail_level() >= DetailLevel::Inside).then_some(CanSeeMembers { community: self.id })
    }

    fn at_least(self, role: CommunityRole, refusal: Sentence) -> Result<Self> {
        if self.usable_role() >= role {
            Ok(self)
        } else {
            Err(refusal.into())
        }
    }

    fn unless_archived(self) -> Result<Self> {
        if self.is_archived {
            Err(Sentence::CommunityArchived.into())
        } else {
            Ok(self)
        }
    }
}

/// Proof that the viewer may see the members of a community.
pub struct CanSeeMembers {
    community: Id,
}

impl CanSeeMembers {
    pub fn community(&self) -> Id {
        self.community
    }
}

/// Proof that a user may join a community immediately and is not a member yet.
pub struct CanJoin {
    community: Id,
    user: Id,
}

impl CanJoin {
    /// Returns `None` if the user is a member. Rejects a private community with 403 and an archived
    /// one with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Option<Self>> {
        let found = FoundCommunity::find(read, me, community)?;
        if found.role >= CommunityRole::Member {
            return Ok(None);
        }
        if found.is_private {
            return Err(Sentence::AccessByRequest.into());
        }
        let found = found.unless_archived()?;
        Ok(Some(Self {
            community,
            user: found.viewer,
        }))
    }

    pub fn community(&self) -> Id {
        self.community
    }

    /// Returns the user who joins.
    pub fn user(&self) -> Id {
        self.user
    }
}

/// Proof that a user may ask to join a community and has no pending request.
pub struct CanRequest {
    community: Id,
    user: Id,
}

impl CanRequest {
    /// Returns `None` if the user is a member or has a pending request. Rejects a public community
    /// with 400 and an archived one with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Option<Self>> {
        let found = FoundCommunity::find(read, me, community)?;
        if !found.is_private {
            return Err(Sentence::AnyoneCanJoin.into());
        }
        if found.role > CommunityRole::Outsider {
            return Ok(None);
        }
        let found = found.unless_archived()?;
        Ok(Some(Self {
            community,
            user: found.viewer,
        }))
    }

    pub fn community(&self) -> Id {
        self.community
    }

    /// Returns the user who asks to join.
    pub fn user(&self) -> Id {
        self.user
    }
}

/// Proof that a user may post in a community: they are a member, and it is not archived.
pub struct CanPost {
    community: Id,
    scope: Scope,
}

impl CanPost {
    /// Rejects an unknown community with 404, users who are not members and bots of another community with 403, and an
    /// archived community with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?
            .at_least(CommunityRole::Member, Sentence::NotAMember)?
            .unless_archived()?;
        me.check_community(Some(community))?;
        Ok(Self {
            community,
            scope: found.scope(),
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }

    /// Returns who may read what is posted in the community.
    pub fn scope(&self) -> Scope {
        self.scope
    }
}

/// Proof that the actor may move questions into a community: they moderate it, or the site if it is public,
/// and it is not archived.
pub struct CanMoveInto {
    scope: Scope,
}

impl CanMoveInto {
    /// Rejects an unknown community with 404, users who do not moderate it with 403, and an archived
    /// community with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?;
        if found.usable_role() < CommunityRole::Moderator
            && (found.is_private || !me.moderates_site())
        {
            return Err(Sentence::ModeratorsOnly.into());
        }
        let scope = found.unless_archived()?.scope();
        Ok(Self { scope })
    }

    /// Returns who may read what is in the community.
    pub fn scope(&self) -> Scope {
        self.scope
    }
}

/// Proof that the actor moderates or owns a community.
pub struct Moderator {
    community: Id,
    role: CommunityRole,
    is_archived: bool,
}

impl Moderator {
    /// Rejects other users with 403.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?
            .at_least(CommunityRole::Moderator, Sentence::ModeratorsOnly)?;
        Ok(Self {
            community,
            role: found.role,
            is_archived: found.is_archived,
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }
}

/// Proof that the actor may edit the description of a community: they moderate it, and it is not archived.
pub struct CanDescribe {
    community: Id,
}

impl CanDescribe {
    /// Rejects users who are not moderators with 403, and an archived community with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?
            .at_least(CommunityRole::Moderator, Sentence::ModeratorsOnly)?
            .unless_archived()?;
        Ok(Self {
            community: found.id,
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }
}

/// Proof that the actor owns a community.
pub struct Owner {
    community: Id,
}

impl Owner {
    /// Rejects other users with 403.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?
            .at_least(CommunityRole::Owner, Sentence::OwnerOnly)?;
        Ok(Self {
            community: found.id,
        })
    }
}

/// Proof that the actor may archive and unarchive a community: they own it, or administer the site.
pub struct CanArchive {
    community: Id,
}

impl CanArchive {
    /// Rejects users other than the owner with 403.
    pub fn as_owner(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let Owner { community } = Owner::find(read, me, community)?;
        Ok(Self { community })
    }

    /// Rejects an unknown community with 404.
    pub fn as_administrator(read: &Read<'_>, by: &Administrator, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, by, community)?;
        Ok(Self {
            community: found.id,
        })
    }

    /// Does the same for a moderator of the site who is an administrator. Rejects others with 403.
    pub fn by_rank(read: &Read<'_>, by: &SiteModerator, community: Id) -> Result<Self> {
        if !by.is_administrator() {
            return Err(Sentence::AdministratorsOnly.into());
        }
        let found = FoundCommunity::find(read, by, community)?;
        Ok(Self {
            community: found.id,
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }
}

/// Proof that the actor may decide whether what is in a public community needs an account: they own it, or
/// administer the site. Its moderators may not: who in the world reads what all members wrote is, like archiving, a
/// decision about the whole community.
pub struct CanSetReading {
    community: Id,
}

impl CanSetReading {
    /// Rejects others with 403, and a private community, which is never open, with 409.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = FoundCommunity::find(read, me, community)?;
        if found.usable_role() < CommunityRole::Owner && !me.is_administrator() {
            return Err(Sentence::OwnerOnly.into());
        }
        if found.is_private {
            return Err(Sentence::CommunityPrivate.into());
        }
        Ok(Self {
            community: found.id,
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }
}

/// A pending join request that the actor may reject.
pub struct CanReject {
    community: Id,
    user: Id,
}

impl CanReject {
    /// Finds the request of the user with this name or id. Rejects the call with 404 if there is
    /// none.
    pub fn find(read: &Read<'_>, by: &Moderator, user: &str) -> Result<Self> {
        if let Some(user) = users::store::by_id_or_name(read, user)?
            && roles::has_requested(read, by.community, user.id)?
        {
            return Ok(Self {
                community: by.community,
                user: user.id,
            });
        }
        Err(Sentence::JoinRequestNotFound.into())
    }

    pub fn community(&self) -> Id {
        self.community
    }

    /// Returns the user who asked to join.
    pub fn user(&self) -> Id {
        self.user
    }
}

/// A pending join request that the actor may approve.
pub struct CanApprove {
    request: CanReject,
}

impl CanApprove {
    /// Finds a request as [`CanReject::find`] does. Rejects an archived community with 409.
    pub fn find(read: &Read<'_>, by: &Moderator, user: &str) -> Result<Self> {
        if by.is_archived {
            return Err(Sentence::CommunityArchived.into());
        }
        Ok(Self {
            request: CanReject::find(read, by, user)?,
        })
    }

    pub fn community(&self) -> Id {
        self.request.community
    }

    /// Returns the user who asked to join.
    pub fn user(&self) -> Id {
        self.request.user
    }
}

/// A member on whom a [`Moderator`] or an [`Owner`] acts. It contains the proof of the actor's
/// role, so the two always belong to the same community.
pub struct TargetMember<By> {
    by: By,
    user: Id,
    role: CommunityRole,
}

impl TargetMember<Moderator> {
    /// Finds the member with this name or id. Rejects users who are not members with 404.
    pub fn find(read: &Read<'_>, by: Moderator, user: &str) -> Result<Self> {
        let (user, role) = member(read, by.community, user)?;
        Ok(Self { by, user, role })
    }

    pub fn community(&self) -> Id {
        self.by.community
    }
}

impl TargetMember<Owner> {
    /// Finds the member with this name or id. Rejects users who are not members with 404.
    pub fn find_as_owner(read: &Read<'_>, by: Owner, user: &str) -> Result<Self> {
        let (user, role) = member(read, by.community, user)?;
        Ok(Self { by, user, role })
    }

    pub fn community(&self) -> Id {
        self.by.community
    }
}

impl<By> TargetMember<By> {
    /// Returns the member.
    pub fn user(&self) -> Id {
        self.user
    }

    /// Returns the member's role.
    pub fn role(&self) -> CommunityRole {
        self.role
    }
}

fn member(read: &Read<'_>, community: Id, user: &str) -> Result<(Id, CommunityRole)> {
    if let Some(user) = users::store::by_id_or_name(read, user)?
        && let Some(row) = roles::access_row(read, community, user.id)?
        && row.role >= CommunityRole::Member
    {
        return Ok((user.id, row.role));
    }
    Err(Sentence::MemberNotFound.into())
}

/// Proof that a user may leave a community, or that the actor may remove them from it.
pub struct CanLeave {
    community: Id,
    user: Id,
}

impl CanLeave {
    /// Rejects the removal of a moderator by anyone except the owner with 403. Rejects the removal
    /// of the owner with 409: they transfer the ownership first.
    pub fn removed(target: &TargetMember<Moderator>) -> Result<Self> {
        if target.role >= CommunityRole::Moderator && target.by.role < CommunityRole::Owner {
            return Err(Sentence::OwnerOnly.into());
        }
        if target.role == CommunityRole::Owner {
            return Err(Sentence::HandOverFirst.into());
        }
        Ok(Self {
            community: target.by.community,
            user: target.user,
        })
    }

    /// Rejects the owner with 409: they transfer the ownership first.
    pub fn voluntarily(found: &FoundCommunity) -> Result<Self> {
        if found.role == CommunityRole::Owner {
            return Err(Sentence::HandOverFirst.into());
        }
        Ok(Self {
            community: found.id,
            user: found.viewer,
        })
    }

    pub fn community(&self) -> Id {
        self.community
    }

    /// Returns the user who leaves.
    pub fn user(&self) -> Id {
        self.user
    }
}
