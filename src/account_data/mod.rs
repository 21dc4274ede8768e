//! Account data as a whole: download of a user's own data, and deletion of an account.
//!
//! Both concern every feature; this module is therefore above them. A test fails for a new table that
//! neither of them considers.

mod model;
pub mod routes;
pub mod store;

use std::sync::Arc;

use crate::blocks;
use crate::communities;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::games;
use crate::messages;
use crate::notifications;
use crate::realtime::{Audience, TokenHash};
use crate::stars;
use crate::users::{self, Account, User, UserChange, UserUpdate};
use crate::web::App;

pub use model::{Counts, OwnData, Rows};

/// Returns all data of an account's owner. Most of them are read when the value is serialised. `current`
/// is the session of the request.
pub fn data<'r>(
    read: &'r Read<'_>,
    account: &'r Account,
    current: Option<&TokenHash>,
) -> Result<OwnData<'r>> {
    Ok(OwnData {
        user: users::store::by_id(read, account.id())?.ok_or(Sentence::UserNotFound)?,
        questions: store::questions(read, account),
        answers: store::answers(read, account),
        comments: store::comments(read, account),
        votes: store::votes(read, account),
        stars: store::stars(read, account),
        blocked_users: store::blocked_users(read, account),
        communities: store::communities(read, account),
        requests: store::requests(read, account),
        notifications: Rows::new(|each| notifications::store::for_each(read, account, each)),
        messages: store::messages(read, account),
        chats: store::chats(read, account),
        games: Rows::new(|each| {
            games::store::for_each_of_user(read, account, |game| each(game.instance()))
        }),
        sessions: users::store::sessions::of(read, account, current)?,
        invitations: users::store::invitations::of(read, account)?,
        security_notices: users::store::notices::of(read, account)?,
    })
}

/// Deletes an account. The owner's posts stay under the name `[deleted]`, and their votes still count.
/// [`continue_purges`] deletes the rows that are too many for one transaction.
pub fn delete(tx: &mut Write<'_>, account: &Account) -> Result<User> {
    account.check_replaceable(tx)?;
    let user = users::store::by_id(tx, account.id())?.ok_or(Sentence::UserNotFound)?;
    let has_more = purge(tx, account)?;
    users::store::delete(tx, account)?;
    if has_more {
        users::store::add_purge(tx, account)?;
    }
    tx.emit(
        UserUpdate {
            user: user.clone(),
            change: UserChange::Deleted,
        },
        Audience::SignedIn,
    );
    users::account::end_sessions(tx, account, None)?;
    Ok(user)
}

/// Starts to delete the remaining rows of deleted accounts step by step, for as long as `app` lives.
pub fn continue_purges(app: &Arc<App>) {
    app.run_in_steps("rows of deleted accounts", |tx| {
        tx.without_event("no other user is shown the rows");
        let Some(account) = users::store::next_purge(tx)? else {
            return Ok(false);
        };
        if !purge(tx, &account)? {
            users::store::end_purge(tx, &account)?;
        }
        Ok(true)
    });
}

/// Deletes some rows of an account: its invitations first, which are rights, then what others see.
/// Returns whether there may be more.
fn purge(tx: &mut Write<'_>, account: &Account) -> Result<bool> {
    Ok(users::store::invitations::purge_user(tx, account)?
        || games::play::purge_user(tx, account)?
        || communities::purge_user(tx, account)?
        || notifications::store::purge_user(tx, account)?
        || blocks::purge_user(tx, account)?
        || stars::store::purge_user(tx, account)?
        || messages::purge_user(tx, account)?)
}
