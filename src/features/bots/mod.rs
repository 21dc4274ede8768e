//! Bots: accounts as which only programs act. Administrators add them, with API tokens, and with an incoming hook: a secret
//! address to which a program sends questions, which the bot asks.

pub mod model;
pub mod routes;
mod store;

pub use store::list;

use crate::core::error::{Result, Sentence};
use crate::core::text;
use crate::features::communities;
use crate::features::communities::access::{CanJoin, CanRequest, FoundCommunity};
use crate::features::communities::membership;
use crate::features::questions::store::synonyms;
use crate::features::users::admin_log::{self, AdminAction, AdminTarget};
use crate::features::users::bots::{self, Bot};
use crate::features::users::store::bots as hooks;
use crate::features::users::{Account, AdminAuthority, Recorded, session};
use crate::platform::db::{Read, Write};

/// The largest number of bots of a site.
const MAX_BOTS: u32 = 50;

/// Adds a bot that posts on the whole site, or only in the community with a name: it joins a public one, and asks to join a
/// private one. Rejects one too many with 409, and an unknown community with 404.
pub fn add(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    username: &str,
    owner: &Account,
    community: &str,
) -> Result<Recorded<Bot>> {
    let community = match community.trim() {
        "" => None,
        name => Some(communities::store::id_of_name(tx, name)?.ok_or(Sentence::CommunityNotFound)?),
    };
    if store::count(tx)? >= MAX_BOTS {
        return Err(Sentence::BotsTooMany.into());
    }
    let added = bots::add(tx, by, username, owner, community)?;
    join(tx, added.value())?;
    Ok(added)
}

/// Lets a bot of a community join it, or ask to again, after its moderators have refused or removed it.
pub fn rejoin(tx: &mut Write<'_>, by: &AdminAuthority, bot: &Bot) -> Result<Recorded> {
    tx.without_event("a bot that is a member already changes nothing, but the log has the call");
    join(tx, bot)?;
    let (action, target) = (AdminAction::ChangeBot, AdminTarget::from(bot.account()));
    admin_log::record(tx, by, action, &target, "joins its community")
}

fn join(tx: &mut Write<'_>, bot: &Bot) -> Result<()> {
    let me = bot.me(tx)?;
    let Some(community) = me.own_community() else {
        return Ok(());
    };
    if FoundCommunity::find(tx, &me, community)?
        .scope()
        .is_public()
    {
        if let Some(right) = CanJoin::find(tx, &me, community)? {
            membership::join(tx, &right)?;
        }
    } else if let Some(right) = CanRequest::find(tx, &me, community)? {
        membership::request(tx, &right)?;
    }
    Ok(())
}

/// Gives a bot another incoming hook, in place of the one that it may have. Returns the path of the address, which nobody
/// can find out later. `tags`: those of questions that come in without any.
pub fn replace_hook(
    tx: &mut Write<'_>,
    by: &AdminAuthority,
    bot: &Bot,
    tags: &[String],
) -> Result<Recorded<String>> {
    tx.without_event("only administrators see incoming hooks");
    let secret = session::new_token();
    hooks::replace_hook(tx, bot.account(), &session::hash(&secret), tags)?;
    let (action, target) = (
        AdminAction::AddIncomingHook,
        AdminTarget::from(bot.account()),
    );
    let recorded = admin_log::record(tx, by, action, &target, "")?;
    Ok(recorded.with(format!("{}{secret}", model::HOOK_PATH)))
}

/// Removes the incoming hook of a bot. Rejects a bot that has none with 404.
pub fn remove_hook(tx: &mut Write<'_>, by: &AdminAuthority, bot: &Bot) -> Result<Recorded> {
    tx.without_event("only administrators see incoming hooks");
    if !hooks::delete_hook(tx, bot.account())? {
        return Err(Sentence::HookNotFound.into());
    }
    let (action, target) = (
        AdminAction::RemoveIncomingHook,
        AdminTarget::from(bot.account()),
    );
    admin_log::record(tx, by, action, &target, "")
}

/// Validates the tags of an incoming hook, like those of a question.
pub fn tags<'a>(read: &Read<'_>, names: impl IntoIterator<Item = &'a str>) -> Result<Vec<String>> {
    text::tags(names, |name| synonyms::main_name(read, name))
}
