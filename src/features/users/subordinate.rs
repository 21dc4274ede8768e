//! The right to sanction a member.

use super::identity::{Account, AdminAuthority};
use super::model::Role;
use super::site_moderator::SiteModerator;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::Read;

/// Proof that an actor may sanction a member: moderators of the site may sanction members, and
/// administrators also moderators of the site. Nobody sanctions themselves or an administrator.
pub struct Subordinate(Account);

impl Subordinate {
    /// Finds a member by name or id. Rejects unknown and deleted users with 404, the actor and
    /// administrators with 409, and a moderator of the site with 403 unless the actor is an administrator.
    pub fn find(read: &Read<'_>, by: &SiteModerator, name: &str) -> Result<Self> {
        let found = Self::find_appellant(read, by, name)?;
        Self::check_role(store::role(read, &found.0)?)?;
        Ok(found)
    }

    /// Finds a member whose appeal an actor may decide. Does the same as [`Subordinate::find`], but lets
    /// administrators decide what another administrator appeals, who was none when the action was taken.
    pub fn find_appellant(read: &Read<'_>, by: &SiteModerator, name: &str) -> Result<Self> {
        let (account, role) = Self::look_up(read, name)?;
        if account.id() == by.id() {
            return Err(Sentence::SanctionOwn.into());
        }
        match role {
            Role::Administrator if !by.is_administrator() => Self::check_role(role)?,
            Role::Moderator if !by.is_administrator() => {
                return Err(Sentence::SanctionModerator.into());
            }
            _ => {}
        }
        Ok(Self(account))
    }

    /// Finds a member by name or id in the name of the operator. Rejects unknown and deleted users with
    /// 404, and administrators with 409.
    pub fn find_for(read: &Read<'_>, _: &AdminAuthority, name: &str) -> Result<Self> {
        let (account, role) = Self::look_up(read, name)?;
        Self::check_role(role)?;
        Ok(Self(account))
    }

    fn check_role(role: Role) -> Result<()> {
        if role == Role::Administrator {
            return Err(Sentence::SanctionAdministrator.into());
        }
        Ok(())
    }

    fn look_up(read: &Read<'_>, name: &str) -> Result<(Account, Role)> {
        let user = store::by_id_or_name(read, name)?.ok_or(Sentence::UserNotFound)?;
        let account = Account::new(user.id, user.username);
        let role = store::role(read, &account)?;
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
