//! Who may read what, and the proof of membership that asking inside a community needs.

use super::store;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::Audience;
use crate::users::Me;

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

/// Proof that the actor is a member of a community.
pub struct Member {
    pub community: Id,
    pub scope: Scope,
}

impl Member {
    /// 404 when there is no such community, 403 for who does not belong to it.
    pub fn find(read: &Read<'_>, me: &Me, community: Id) -> Result<Self> {
        let found = store::membership(read, community, me.id)?.ok_or(Sentence::CommunityNotFound)?;
        if !found.is_member {
            return Err(Sentence::NotAMember.into());
        }
        Ok(Self { community, scope: Scope::from_value(found.scope) })
    }
}
