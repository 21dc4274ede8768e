//! The right to sanction a member.

use super::identity::{Account, AdminAuthority};
use super::model::Role;
use super::site_moderator::SiteModerator;
use super::store;
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::id::Id;

/// Proof that an actor may sanction a member: moderators of the site may sanction members, and
/// administrators also moderators of the site. Nobody sanctions themselves or an administrator.
pub struct Subordinate(Account);

impl Subordinate {
    /// Finds a member by name or id. Rejects unknown and deleted users with 404, the actor and
    /// administrators with 409, and a moderator of the site with 403 unless the actor is an administrator.
    pub fn find(read: &Read<'_>, by: &SiteModerator, name: &str) -> Result<Self> {
        let (account, role) = Self::look_up(read, name)?;
        if account.id() == by.id() {
            return Err(Sentence::SanctionOwn.into());
        }
        if role == Role::Moderator && !by.is_administrator() {
            return Err(Sentence::SanctionModerator.into());
        }
        Ok(Self(account))
    }

    /// Finds a member by name or id in the name of the operator. Rejects unknown and deleted users with
    /// 404, and administrators with 409.
    pub fn find_for(read: &Read<'_>, _: &AdminAuthority, name: &str) -> Result<Self> {
        Ok(Self(Self::look_up(read, name)?.0))
    }

    fn look_up(read: &Read<'_>, name: &str) -> Result<(Account, Role)> {
        let user = store::by_id_or_name(read, name)?.ok_or(Sentence::UserNotFound)?;
        let account = Account::new(user.id, user.username);
        let role = store::role(read, &account)?;
        if role == Role::Administrator {
            return Err(Sentence::SanctionAdministrator.into());
        }
        Ok((account, role))
    }

    /// Returns the member's id.
    pub fn id(&self) -> Id {
        self.0.id()
    }

    /// Returns the member's account.
    pub fn account(&self) -> &Account {
        &self.0
    }
}
