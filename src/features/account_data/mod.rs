//! Account data as a whole: download of a user's own data, deletion and erasure of an account, and the
//! merge of two.
//!
//! They concern every feature; this module is therefore above them. A test fails for a new table that
//! none of them considers.

pub mod bulk_removal;
pub mod erasure;
mod merging;
mod model;
pub mod routes;
pub mod store;

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::core::error::{Result, Sentence};
use crate::features::chats;
use crate::features::communities;
use crate::features::flags;
use crate::features::flags::moderation_log;
use crate::features::following;
use crate::features::games;
use crate::features::mentions;
use crate::features::messages;
use crate::features::notifications::{self, entries};
use crate::features::pictures;
use crate::features::pictures::access as picture_access;
use crate::features::profiles;
use crate::features::profiles::avatars;
use crate::features::push;
use crate::features::questions::state;
use crate::features::questions::store::suggested_edits;
use crate::features::sanctions;
use crate::features::search;
use crate::features::stars;
use crate::features::trust;
use crate::features::users::admin_log::{self, AdminAction};
use crate::features::users::badges;
use crate::features::users::blocks;
use crate::features::users::{
    self, Account, AdminAuthority, Recorded, User, UserChange, UserUpdate,
};
use crate::platform::db::{Db, Read, Steps, Write};
use crate::platform::outbox;
use crate::platform::realtime::{Audience, TokenHash};
use crate::platform::web::App;

pub use model::{Counts, MailRecord, OwnData, Rows};

/// Returns all data of an account's owner. Most of them are read when the value is serialized. `current`
/// is the session of the request.
pub fn data<'r>(
    read: &'r Read<'_>,
    account: &'r Account,
    current: Option<&TokenHash>,
) -> Result<OwnData<'r>> {
    let silenced_until = users::store::restrictions::silenced_until(read, account.id())?;
    let user = users::store::as_oneself(read, account.id(), silenced_until)?;
    Ok(OwnData {
        user: user.ok_or(Sentence::UserNotFound)?,
        may_be_indexed: users::store::may_be_indexed(read, account.username())?,
        questions: store::questions(read, account),
        answers: store::answers(read, account),
        comments: store::comments(read, account),
        votes: store::votes(read, account),
        suggested_edits: store::suggested_edits(read, account),
        stars: store::stars(read, account),
        star_notes: store::star_notes(read, account),
        visits: store::visits(read, account),
        follows: store::follows(read, account),
        saved_searches: store::saved_searches(read, account),
        tag_descriptions: store::tag_descriptions(read, account),
        blocked_users: store::blocked_users(read, account),
        communities: store::communities(read, account),
        requests: store::requests(read, account),
        mentions: Rows::new(|each| mentions::store::for_each(read, account, each)),
        badges: badges::store::list(read, account.id(), None)?,
        moderation: Rows::new(|each| moderation_log::store::for_each(read, account, each)),
        flags: Rows::new(|each| flags::store::flags::for_each(read, account, each)),
        sanctions: Rows::new(|each| sanctions::store::for_each(read, account, each)),
        appeals: Rows::new(|each| sanctions::store::appeals::for_each(read, account, each)),
        notifications: Rows::new(|each| notifications::store::for_each(read, account, each)),
        inbox_entries: Rows::new(|each| entries::store::for_each(read, account, each)),
        messages: store::messages(read, account),
        chats: store::chats(read, account),
        games: Rows::new(|each| {
            games::store::for_each_of_user(read, account, |game| each(game.instance()))
        }),
        pictures: Rows::new(|each| picture_access::store::for_each(read, account, each)),
        mail: mail(read, account)?,
        sessions: users::store::sessions::of(read, account, current)?,
        identities: users::store::identities::of(read, account)?,
        passkeys: users::store::passkeys::of(read, account)?,
        api_tokens: users::store::api_tokens::of(read, account)?,
        second_factor_since: users::store::second_factors::of(read, account.id())?
            .map(|factor| factor.created_at),
        push_devices: push::store::of(read, account, current)?,
        invitations: users::store::invitations::of(read, account)?,
        security_notices: users::store::notices::of(read, account)?,
    })
}

fn mail(read: &Read<'_>, account: &Account) -> Result<MailRecord> {
    let addresses = users::store::mail_addresses::of(read, account.id())?;
    let settings = outbox::store::choices::settings(read, account.id())?;
    Ok(MailRecord {
        address: addresses.address,
        verified_at: addresses.verified_at,
        pending: addresses.pending,
        choices: outbox::store::choices::of(read, account.id())?,
        time_zone: settings.time_zone,
        quiet_from: settings.quiet.map(|quiet| quiet.from),
        quiet_to: settings.quiet.map(|quiet| quiet.to),
    })
}

/// Deletes an account. The owner's votes still count. Their posts stay under the name `[deleted]`, or are
/// deleted too, as by [`delete_for`]. [`STEPS`] delete the rows that are too many for one
/// transaction, and [`erasure`] what nobody is shown any more.
pub fn delete(tx: &mut Write<'_>, account: &Account, with_posts: bool) -> Result<User> {
    delete_account(tx, account, with_posts)
}

/// Deletes an account in the name of an administrator or the operator. `with_posts` deletes the owner's
/// questions, with all answers to them, answers, comments and messages too; [`STEPS`] do it.
pub fn delete_for(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    with_posts: bool,
) -> Result<Recorded<User>> {
    let user = delete_account(tx, account, with_posts)?;
    let detail = if with_posts { "with posts" } else { "" };
    let recorded = admin_log::record(tx, by, AdminAction::DeleteUser, &account.into(), detail)?;
    Ok(recorded.with(user))
}

/// Merges an account into another one; [`STEPS`] move the rows. Rejects the account of the administrator, who
/// would get what they may not read, and the last administrator with 409.
pub fn merge(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    account: &Account,
    into: &Account,
) -> Result<Recorded<User>> {
    tx.continue_with(&STEPS);
    merging::merge(tx, by, account, into)
}

fn delete_account(tx: &mut Write<'_>, account: &Account, with_posts: bool) -> Result<User> {
    account.check_replaceable(tx)?;
    let user = users::store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    state::withdraw_all(tx, account)?;
    let has_more = purge(tx, account)?;
    users::store::deletions::delete(tx, account)?;
    erasure::plan(tx, account)?;
    if has_more || with_posts || users::store::deletions::is_merged_into(tx, account)? {
        users::store::deletions::add_purge(tx, account, with_posts)?;
        tx.continue_with(&STEPS);
    }
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Deleted,
            former_username: None,
        },
        Audience::SignedIn,
    );
    users::account::end_sessions(tx, account, None)?;
    Ok(user)
}

/// Deletes or moves the remaining rows of deleted and merged accounts, and erases what is due.
pub static STEPS: Steps = Steps {
    work: "rows of deleted accounts",
    step,
};

/// The interval between two searches for accounts whose day of erasure has come.
const INTERVAL: Duration = Duration::from_secs(60 * 60);

/// Erases deleted accounts on their day, for as long as `app` lives.
pub fn erase_when_due(app: &Arc<App>) {
    let app: Weak<App> = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(INTERVAL).await;
            let Some(app) = app.upgrade() else { break };
            app.db.continue_with(&STEPS);
        }
    });
}

/// The time between two steps of [`finish_purges`], so that the writes of a running server do not wait.
const PAUSE: Duration = Duration::from_millis(20);

/// Deletes all remaining rows of deleted accounts.
pub fn finish_purges(db: &Db) -> Result<()> {
    while db.write_blocking(step)? {
        std::thread::sleep(PAUSE);
    }
    Ok(())
}

/// Moves or deletes some rows of a merged or deleted account, takes some of its deleted posts out of the search
/// index, or erases some of its texts. Returns whether there may be more.
pub(crate) fn step(tx: &mut Write<'_>) -> Result<bool> {
    tx.without_event("no other user is shown the rows");
    let Some(pending) = users::store::deletions::next_purge(tx)? else {
        // Only texts that are not indexed any more can be erased.
        return Ok(search::step(tx)? || erasure::step(tx)?);
    };
    let account = &pending.account;
    if let Some(into) = &pending.merge_into
        && merging::step(tx, account, into)?
    {
        return Ok(true);
    }
    let has_more = purge(tx, account)?
        || (pending.with_posts
            && (purge_posts(tx, account)? || pictures::purge_user(tx, account)?));
    if !has_more {
        users::store::deletions::end_purge(tx, account)?;
        match &pending.merge_into {
            Some(into) => merging::end(tx, account, into)?,
            None => erasure::plan(tx, account)?,
        }
    }
    Ok(true)
}

/// Deletes some rows of an account: its invitations first, which are rights, then what others see.
/// Returns whether there may be more.
fn purge(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    avatars::purge_user(tx, account)?;
    sanctions::purge_user(tx, account)?;
    profiles::purge_user(tx, account)?;
    trust::purge_user(tx, account)?;
    badges::store::purge_user(tx, account)?;
    moderation_log::store::purge_user(tx, account)?;
    Ok(users::store::invitations::purge_user(tx, account)?
        || games::play::purge_user(tx, account)?
        || communities::purge_user(tx, account)?
        || notifications::store::purge_user(tx, account)?
        || entries::store::purge_user(tx, account)?
        || mentions::store::purge_user(tx, account)?
        || flags::purge_user(tx, account)?
        || blocks::purge_user(tx, account)?
        || stars::store::purge_user(tx, account)?
        || suggested_edits::purge_user(tx, account)?
        || following::store::purge_user(tx, account)?
        || messages::purge_user(tx, account)?
        || pictures::purge_user(tx, account)?)
}

/// Deletes some posts and messages of a deleted account. Returns whether there may be more.
fn purge_posts(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    Ok(state::purge_author(tx, account)? || chats::purge_author(tx, account)?)
}
