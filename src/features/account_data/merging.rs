//! Merging: an administrator gives everything that an account has written and done to another one, in
//! bounded steps. The merged account is deleted, and its name leads to the other. It cannot be undone.
//!
//! Pages show the name of the other account from the first transaction on. What only the merged account had
//! ends: its sessions, password, addresses, devices, role, biography, sanctions and appeals. Games that the two play against
//! each other end without a winner; those that they have played stay with the merged account. Views that both
//! have counted for stay two.

use super::store::merging::{self as store, MOVABLE, Merge};
use crate::core::error::{Result, Sentence};
use crate::features::communities;
use crate::features::games;
use crate::features::profiles;
use crate::features::sanctions;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::bots;
use crate::features::users::store::former_names;
use crate::features::users::{
    self, Account, AdminAuthority, Recorded, User, UserChange, UserUpdate, renaming,
};
use crate::platform::db::Write;
use crate::platform::realtime::Audience;

/// Merges an account into another one, except for its rows.
pub(super) fn merge(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    into: &Account,
) -> Result<Recorded<User>> {
    if account.id() == into.id() {
        return Err(Sentence::MergeIntoItself.into());
    }
    if by.is(account) || by.is(into) {
        return Err(Sentence::MergeOwnAccount.into());
    }
    for account in [account, into] {
        bots::check_person(tx, account.id())?;
    }
    account.check_replaceable(tx)?;
    if users::store::deletions::is_merged_into(tx, account)? {
        return Err(Sentence::MergeRunning.into());
    }
    let names = former_names::count(tx, account)? + 1;
    renaming::check_former_names(tx, into, names)?;
    let merged = user(tx, account)?;
    games::player_stats::purge_user(tx, account)?;
    sanctions::purge_user(tx, account)?;
    profiles::purge_user(tx, account)?;
    users::store::deletions::delete(tx, account)?;
    users::store::deletions::add_merge(tx, account, into)?;
    former_names::make_alias(tx, by, account, into)?;
    emit(tx, merged, UserChange::Deleted, None);
    let user = user(tx, into)?;
    let name = account.username();
    emit(tx, user.clone(), UserChange::Updated, Some(name));
    users::account::end_sessions(tx, account, None)?;
    let target = AdminTarget::from(into);
    Ok(admin_log::record(tx, by, AdminAction::MergeUser, &target, name)?.with(user))
}

fn user(tx: &Write<'_>, account: &Account) -> Result<User> {
    users::store::by_id(tx, account.id())?.ok_or_else(|| Sentence::UserNotFound.into())
}

fn emit(tx: &mut Write<'_>, user: User, change: UserChange, former: Option<&str>) {
    let update = UserUpdate {
        user,
        change,
        former_username: former.map(str::to_owned),
    };
    tx.emit(update, Audience::SignedIn);
}

/// Moves some rows of a merged account. Returns whether there may be more.
pub(super) fn step(tx: &mut Write<'_>, account: &Account, into: &Account) -> Result<bool> {
    if games::play::end_between(tx, account, into)? || communities::merge_user(tx, account, into)? {
        return Ok(true);
    }
    let merge = Merge::new(account, into);
    for movable in MOVABLE {
        if store::move_rows(tx, &merge, movable)? {
            return Ok(true);
        }
    }
    Ok(store::move_posts(tx, &merge)?
        || store::move_comments(tx, &merge)?
        || store::move_votes(tx, &merge)?
        || store::move_messages(tx, &merge)?
        || store::move_chats(tx, &merge)?
        || store::move_games(tx, &merge)?)
}

/// Shows everyone what the account has that got all rows: its numbers of posts and wins.
pub(super) fn end(tx: &mut Write<'_>, account: &Account, into: &Account) -> Result<()> {
    if let Some(user) = users::store::by_id(tx, into.id())? {
        emit(tx, user, UserChange::Updated, Some(account.username()));
        games::player_stats::emit_leaderboard(tx)?;
    }
    Ok(())
}
