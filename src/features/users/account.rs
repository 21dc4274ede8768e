//! Accounts, and what administrators and the operator may do with them.
//!
//! A site keeps at least one administrator: the last one cannot be demoted, disabled or deleted.

use std::ops::Deref;

use super::admin_log::{self, AdminAction, AdminTarget, Recorded};
use super::bots::check_person;
use super::identity::{Account, AdminAuthority, Me};
use super::known_devices;
use super::mail_addresses;
use super::model::{NoticeKind, Role, User, UserChange, UserUpdate};
use super::second_factor;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::features::auth::login_throttle;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::{DeliveryKind, enqueue};
use crate::platform::realtime::{Audience, Outgoing, TokenHash};
use crate::platform::web::{
    Actor, Credential, Identity, NeverSilenced, RouteGroup, Routes, Scope, TokenAccess,
};

impl Account {
    /// Rejects with 409 what would leave the site without an administrator.
    pub fn check_replaceable(&self, read: &Read<'_>) -> Result<()> {
        if store::is_last_administrator(read, self)? {
            Err(Sentence::LastAdministrator.into())
        } else {
            Ok(())
        }
    }
}

impl AdminAuthority {
    /// Finds an account by name or id. Rejects unknown and deleted users with 404.
    pub fn account(&self, read: &Read<'_>, name: &str) -> Result<Account> {
        let user = store::by_id_or_name(read, name)?.ok_or(Sentence::UserNotFound)?;
        Ok(Account::new(user.id, user.username))
    }
}

/// The signed-in administrator. Other signed-in users are rejected with 403.
pub struct Administrator {
    me: Me,
    authority: AdminAuthority,
}

impl Administrator {
    /// Returns the right to administer the site.
    pub fn authority(&self) -> &AdminAuthority {
        &self.authority
    }
}

impl Deref for Administrator {
    type Target = Me;

    fn deref(&self) -> &Me {
        &self.me
    }
}

impl Actor for Administrator {
    const SIGNED_IN: bool = true;
    const AUDITED: bool = true;
    const TOKENS: TokenAccess = TokenAccess::Needs(Scope::Admin);
    type Change<T> = Recorded<T>;

    fn value<T>(change: Recorded<T>) -> T {
        change.into_value()
    }

    fn authenticate(read: &Read<'_>, credential: &Credential) -> Result<Self> {
        let me = Me::authenticate(read, credential)?;
        me.check_scope(Scope::Admin)?;
        me.check_second_factor()?;
        if me.is_administrator() {
            Ok(Self {
                authority: AdminAuthority::of_administrator(&me),
                me,
            })
        } else {
            Err(Sentence::AdministratorsOnly.into())
        }
    }

    fn identity(&self) -> &dyn Identity {
        &self.me
    }
}

impl NeverSilenced for Administrator {}

impl Routes {
    /// Adds routes for administrators only.
    pub fn administrator(&mut self) -> RouteGroup<'_, Administrator> {
        self.signed_in()
    }
}

/// Makes an account a moderator of the site, or an ordinary user again. Rejects an administrator with 409.
pub fn set_moderator(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    is_moderator: bool,
) -> Result<Recorded<User>> {
    if store::role(tx, account)? == Role::Administrator {
        return Err(Sentence::IsAdministrator.into());
    }
    let role = if is_moderator {
        Role::Moderator
    } else {
        Role::User
    };
    set_role(tx, by, account, role)
}

/// Makes an administrator an ordinary user. Rejects a moderator of the site with 409.
pub fn demote(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
) -> Result<Recorded<User>> {
    if store::role(tx, account)? == Role::Moderator {
        return Err(Sentence::IsSiteModerator.into());
    }
    set_role(tx, by, account, Role::User)
}

/// Creates an account with a password hash (a PHC string). Emits `userUpdate`.
pub fn create(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    username: &str,
    password_hash: &str,
    role: Role,
) -> Result<Recorded<User>> {
    let user = store::insert(tx, username, password_hash)?;
    let account = Account::new(user.id, user.username);
    store::set_role(tx, by, &account, role)?;
    let user = store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Created,
            former_username: None,
        },
        Audience::SignedIn,
    );
    let (action, target) = (AdminAction::CreateUser, AdminTarget::from(&account));
    Ok(admin_log::record(tx, by, action, &target, role.name())?.with(user))
}

/// Changes an account's role. Emits `userUpdate`. Rejects a role above that of a user with 409 for a bot, and while the
/// account is silenced or suspended: nobody may lift their own sanction.
pub fn set_role(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    role: Role,
) -> Result<Recorded<User>> {
    if role != Role::User {
        check_person(tx, account.id())?;
        if store::restrictions::exist(tx, account)? {
            return Err(Sentence::SanctionedUser.into());
        }
    }
    if role != Role::Administrator {
        account.check_replaceable(tx)?;
        revoke_links(tx, account)?;
    }
    let before = store::role(tx, account)?;
    store::set_role(tx, by, account, role)?;
    let user = store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Updated,
            former_username: None,
        },
        Audience::SignedIn,
    );
    let action = match (before, role) {
        (_, Role::Administrator) => AdminAction::Promote,
        (_, Role::Moderator) => AdminAction::AppointModerator,
        (Role::Moderator, Role::User) => AdminAction::DismissModerator,
        (_, Role::User) => AdminAction::Demote,
    };
    Ok(admin_log::record(tx, by, action, &account.into(), "")?.with(user))
}

/// Disables an account: it cannot log in, and its sessions, its API tokens, its incoming hook and the links in its mails end. Its posts stay under its name.
pub fn disable(tx: &mut Write<'_>, by: &AdminAuthority, account: &Account) -> Result<Recorded> {
    account.check_replaceable(tx)?;
    store::set_disabled(tx, by, account, true)?;
    revoke_links(tx, account)?;
    store::api_tokens::delete_of(tx, account)?;
    store::bots::delete_hook(tx, account)?;
    mail_addresses::end_links(tx, account)?;
    end_sessions(tx, account, None)?;
    admin_log::record(tx, by, AdminAction::Disable, &account.into(), "")
}

/// Deletes the open links that an account's owner created as an administrator, and their API tokens that administer.
fn revoke_links(tx: &Write<'_>, account: &Account) -> Result<()> {
    store::api_tokens::delete_administering(tx, account)?;
    store::invitations::revoke_of(tx, account)?;
    store::password_links::delete_created_by(tx, account)
}

/// Enables an account again.
pub fn enable(tx: &mut Write<'_>, by: &AdminAuthority, account: &Account) -> Result<Recorded> {
    tx.without_event("no browser shows whether an account is enabled");
    store::set_disabled(tx, by, account, false)?;
    admin_log::record(tx, by, AdminAction::Enable, &account.into(), "")
}

/// Replaces an account's password hash (a PHC string), ends its sessions and tells its address.
pub fn set_password(tx: &mut Write<'_>, account: &Account, password_hash: &str) -> Result<()> {
    replace_password(tx, account, password_hash)?;
    let kind = DeliveryKind::PasswordChanged;
    enqueue(tx, account.id(), kind, tx.new_id(), None)?;
    end_sessions(tx, account, None).map(drop)
}

/// Replaces an account's password hash (a PHC string) in the name of the operator, which the account's
/// owner is told. Removes the addresses, passkeys and second factor of the account. Rejects a bot with 409.
pub fn assign_password(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    password_hash: &str,
) -> Result<Recorded> {
    check_person(tx, account.id())?;
    replace_password(tx, account, password_hash)?;
    tell_reset(tx, by, account)?;
    admin_log::record(tx, by, AdminAction::SetPassword, &account.into(), "")
}

/// Tells an account's owner that their sign-in was reset, and removes what else leads to the account and may be an
/// intruder's: addresses, passkeys, API tokens, logins at providers and the second factor.
pub(super) fn tell_reset(tx: &Write<'_>, by: &AdminAuthority, account: &Account) -> Result<()> {
    store::notices::insert(tx, by, account, NoticeKind::SignInReset)?;
    store::passkeys::delete_of(tx, account)?;
    store::api_tokens::delete_of(tx, account)?;
    store::identities::delete_of(tx, account)?;
    second_factor::remove(tx, account)?;
    mail_addresses::reset(tx, by, account)
}

/// Replaces an account's password hash (a PHC string). Ends the links for another password or address,
/// forgets the known devices, and resets the failed logins, so that the account's owner can log in at once.
fn replace_password(tx: &mut Write<'_>, account: &Account, password_hash: &str) -> Result<()> {
    tx.without_event("no browser shows a password");
    store::set_password_hash(tx, account, password_hash)?;
    store::password_links::delete_of(tx, account)?;
    mail_addresses::end_links(tx, account)?;
    known_devices::forget_all(tx, account)?;
    login_throttle::reset(tx, account.username())
}

/// Ends the sessions of an account except `keep`, and their sockets. Returns the number of ended
/// sessions.
pub fn end_sessions(
    tx: &mut Write<'_>,
    account: &Account,
    keep: Option<&TokenHash>,
) -> Result<usize> {
    let ended = store::sessions::delete_of(tx, account, keep)?;
    let count = ended.len();
    tx.send(Outgoing::SessionsEnded(ended));
    Ok(count)
}

/// Ends all sessions of an account in the name of the operator. Returns their number.
pub fn log_out(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
) -> Result<Recorded<usize>> {
    let count = end_sessions(tx, account, None)?;
    let recorded = admin_log::record(tx, by, AdminAction::EndSessions, &account.into(), "")?;
    Ok(recorded.with(count))
}

/// Ends the sessions of all users. Returns their number.
pub fn log_out_all(tx: &mut Write<'_>, by: &AdminAuthority) -> Result<Recorded<usize>> {
    let ended = store::sessions::delete_all(tx, by)?;
    let count = ended.len();
    tx.send(Outgoing::SessionsEnded(ended));
    let (action, target) = (AdminAction::EndSessions, AdminTarget::site());
    Ok(admin_log::record(tx, by, action, &target, "")?.with(count))
}
