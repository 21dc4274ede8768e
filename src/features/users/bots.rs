//! Bots: accounts as which only programs act, with API tokens and incoming hooks. Nobody logs in as a bot, a bot has no role,
//! and it acts only while its owner is an administrator who may log in.

use super::admin_log::{self, AdminAction, AdminTarget, Recorded};
use super::identity::{Account, AdminAuthority, Me};
use super::model::{Role, UserChange, UserUpdate};
use super::store;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::realtime::{Audience, TokenHash};

/// Proof that an account is a bot, for those who administer the site.
pub struct Bot(Account);

impl Bot {
    /// Finds a bot by name or id. Rejects unknown and deleted users with 404, and others with 409.
    pub fn find(read: &Read<'_>, by: &AdminAuthority, name: &str) -> Result<Self> {
        let account = by.account(read, name)?;
        if store::bots::is_bot(read, account.id())? {
            Ok(Self(account))
        } else {
            Err(Sentence::NotABot.into())
        }
    }

    /// Returns its account.
    pub fn account(&self) -> &Account {
        &self.0
    }

    /// Returns the bot as an ordinary member, to join a community. Rejects a bot that may not act with 409.
    pub fn me(&self, read: &Read<'_>) -> Result<Me> {
        store::bots::me_of(read, &self.0)
    }
}

/// Adds a bot that posts in one community, or on the whole site, and tells everybody. Rejects an owner who is no
/// administrator with 409, and a name that is or was in use or looks like one.
pub fn add(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    username: &str,
    owner: &Account,
    community: Option<Id>,
) -> Result<Recorded<Bot>> {
    check_owner(tx, owner)?;
    let user = store::insert_without_password(tx, username)?;
    let account = Account::new(user.id, user.username);
    store::bots::mark(tx, by, &account, owner, community)?;
    // Its owner may be disabled.
    store::bots::me_of(tx, &account)?;
    let user = store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    let update = UserUpdate {
        user,
        change: UserChange::Created,
        former_username: None,
    };
    tx.emit(update, Audience::SignedIn);
    let (action, target) = (AdminAction::AddBot, AdminTarget::from(&account));
    let detail = format!("owner {}", owner.username());
    let recorded = admin_log::record(tx, by, action, &target, &detail)?;
    Ok(recorded.with(Bot(account)))
}

/// Gives a bot another owner. Rejects one who is no administrator with 409.
pub fn set_owner(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    bot: &Bot,
    owner: &Account,
) -> Result<Recorded> {
    check_owner(tx, owner)?;
    tx.without_event("only administrators see the owners of bots");
    store::bots::set_owner(tx, by, &bot.0, owner)?;
    let (action, target) = (AdminAction::ChangeBot, AdminTarget::from(&bot.0));
    let detail = format!("owner {}", owner.username());
    admin_log::record(tx, by, action, &target, &detail)
}

/// Returns the bot that asks what comes in at the incoming hook with a secret, whose hash this is. Rejects an unknown
/// secret, and one of a bot that may not act, with 404.
pub fn of_hook(read: &Read<'_>, secret: &TokenHash) -> Result<Me> {
    let me = store::bots::me_of_hook(read, secret)?;
    me.ok_or_else(|| Sentence::HookNotFound.into())
}

/// Rejects a bot with 409, where only a person can be meant.
pub fn check_person(read: &Read<'_>, account: Id) -> Result<()> {
    if store::bots::is_bot(read, account)? {
        Err(Sentence::IsBot.into())
    } else {
        Ok(())
    }
}

fn check_owner(read: &Read<'_>, owner: &Account) -> Result<()> {
    if store::role(read, owner)? == Role::Administrator {
        Ok(())
    } else {
        Err(Sentence::BotOwnerNotAdministrator.into())
    }
}
