//! Routes of bots for administrators, and the one at which questions of other programs come in.

use axum::http::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::model::BotView;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::text::{self, limits};
use crate::features::auth::password::Passwords;
use crate::features::communities::access::CanPost;
use crate::features::questions::model::NewQuestion;
use crate::features::questions::posting;
use crate::features::trust::spam;
use crate::features::users::bots::{self, Bot};
use crate::features::users::store::bots as hooks;
use crate::features::users::{
    AdminAuthority, Administrator, Confirmed, NewApiToken, Recorded, api_tokens, session,
};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Anyone, Body, IdempotencyKey, Identity, Json, Limit, Path, RequestContext, Routes, Scope, Text,
    register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes, passwords: &Passwords) {
    register! { routes.administrator().sessions_only();
        /// List the bots by name, with their API tokens and incoming hooks
        get("/administration/getBots", |read: &Read<'_>, by: &Administrator, ()| list(read, by));
        /// Become the owner of a bot
        post("/administration/takeOverBot/{id}", Limit::Administration, take_over);
        /// Revoke an API token of a bot
        delete("/administration/revokeBotToken/{id}", Limit::Administration, revoke_token);
        /// Remove the incoming hook of a bot
        delete("/administration/removeIncomingHook/{id}", Limit::Administration, remove_hook);
    }
    register! { routes.with_password(passwords);
        /// Add a bot, which the caller owns
        post("/administration/addBot", Limit::Administration, add);
        /// Add an API token of a bot; return the token, which is shown only now
        post("/administration/addBotToken", Limit::Administration, add_token);
        /// Give a bot another incoming hook, in place of the one that it may have; return its path, which is shown only now
        post("/administration/addIncomingHook", Limit::Administration, add_hook);
    }
    register! { routes.anyone();
        /// Ask a question as the bot of an incoming hook; needs no session and no origin
        call(Method::POST, "/hook/{secret}", Limit::IncomingHook.refuses_silenced().adds_text(), receive);
    }
}

fn list(read: &Read<'_>, by: &Administrator) -> Result<Json<Vec<BotView>>> {
    super::list(read, by.authority()).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BotToAdd {
    #[serde(default)]
    #[schema(schema_with = schemas::username, required = true)]
    username: String,
    /// The name of the only community in which it posts. Empty: it posts on the whole site.
    #[serde(default)]
    community: String,
}

fn add(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<BotToAdd>,
) -> Result<Recorded<Json<Vec<BotView>>>> {
    text::username(&body.username)?;
    spam::check_username(tx, &body.username)?;
    let added = super::add(tx, by.authority(), &body.username, by, &body.community)?;
    Ok(added.with(list(tx, by)?))
}

/// Finds the bot with an id.
fn bot(read: &Read<'_>, by: &AdminAuthority, id: Id) -> Result<Bot> {
    Bot::find(read, by, &id.to_string())
}

fn take_over(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
) -> Result<Recorded<Json<Vec<BotView>>>> {
    let bot = bot(tx, by.authority(), id)?;
    let recorded = bots::set_owner(tx, by.authority(), &bot, by)?;
    Ok(recorded.with(list(tx, by)?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BotTokenToAdd {
    bot_id: Id,
    #[serde(default)]
    #[schema(schema_with = schemas::label, required = true)]
    name: String,
    /// What it may do: at least one of `read` and `write`.
    #[serde(default)]
    #[schema(required = true, min_items = 1)]
    scopes: Vec<Scope>,
    /// For how many days it is valid. Absent: it has no end.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 366)]
    days: Option<u16>,
}

/// A new API token of a bot.
#[derive(Serialize, ToSchema)]
struct AddedBotToken {
    /// The token itself. No other reply has it.
    token: String,
    bots: Vec<BotView>,
}

fn add_token(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<BotTokenToAdd>,
) -> Result<Recorded<Json<AddedBotToken>>> {
    tx.without_event("API tokens are private");
    let scopes = body.scopes.into_iter().collect();
    let new = NewApiToken::new(&body.name, scopes, body.days)?;
    let bot = bot(tx, by.authority(), body.bot_id)?;
    let session = Some(by.session());
    let created = api_tokens::create(tx, by.authority(), bot.account(), &new, session)?;
    let Json(bots) = list(tx, by)?;
    Ok(created.map(|(token, _)| Json(AddedBotToken { token, bots })))
}

fn revoke_token(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
) -> Result<Recorded<Json<Vec<BotView>>>> {
    tx.without_event("API tokens are private");
    let recorded = api_tokens::revoke_of_bot(tx, by.authority(), id)?;
    Ok(recorded.with(list(tx, by)?))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HookToAdd {
    bot_id: Id,
    /// The tags of questions that come in without any.
    #[serde(default)]
    #[schema(required = true, min_items = 1, max_items = 5)]
    tags: Vec<String>,
}

/// A new incoming hook.
#[derive(Serialize, ToSchema)]
struct AddedHook {
    /// The path of its address. No other reply has it.
    path: String,
    bots: Vec<BotView>,
}

fn add_hook(
    tx: &mut Write<'_>,
    by: &Confirmed<Administrator>,
    Body(body): Body<HookToAdd>,
) -> Result<Recorded<Json<AddedHook>>> {
    let tags = super::tags(tx, body.tags.iter().map(String::as_str))?;
    let bot = bot(tx, by.authority(), body.bot_id)?;
    let added = super::replace_hook(tx, by.authority(), &bot, &tags)?;
    let Json(bots) = list(tx, by)?;
    Ok(added.map(|path| Json(AddedHook { path, bots })))
}

fn remove_hook(
    tx: &mut Write<'_>,
    by: &Administrator,
    Path(id): Path<Id>,
) -> Result<Recorded<Json<Vec<BotView>>>> {
    let bot = bot(tx, by.authority(), id)?;
    let recorded = super::remove_hook(tx, by.authority(), &bot)?;
    Ok(recorded.with(list(tx, by)?))
}

/// A question that comes in. Further fields are left out, so that what is made for other chat programs can be sent here too.
#[derive(Deserialize, ToSchema)]
struct IncomingQuestion {
    /// Without one, the first line of the text is the title.
    #[serde(default)]
    #[schema(schema_with = schemas::title)]
    title: String,
    #[serde(default)]
    #[schema(schema_with = schemas::question_text, required = true)]
    text: String,
    /// Without any, those of the hook.
    #[serde(default)]
    #[schema(max_items = 5)]
    tags: Vec<String>,
}

/// A question that a bot has asked.
#[derive(Serialize, ToSchema)]
struct IncomingQuestionAsked {
    #[serde(rename = "_id")]
    id: Id,
    /// Its path on this site.
    path: String,
}

async fn receive(
    call: RequestContext<Anyone>,
    (Path(Text(secret)), (key, Body(body))): (Path<Text>, (IdempotencyKey, Body<IncomingQuestion>)),
) -> Result<Json<IncomingQuestionAsked>> {
    let secret = session::hash(&secret);
    let nonce = text::nonce(key.unless(None))?;
    let (title, question) = match body.title.trim() {
        "" => split(&body.text),
        title => (title.to_owned(), &*body.text),
    };
    let (title, question) = (text::title(&title)?, text::question_text(question)?);
    let bot = call
        .read(move |read, _| bots::of_hook(read, &secret))
        .await?;
    let (limiter, address) = (&call.app.limiter, call.caller.address);
    let bytes = title.len() + question.len();
    for (limit, weight) in [(Limit::Ask, 1), (Limit::StoredBytes, bytes)] {
        limiter.charge(limit, weight, Some(bot.id()), address)?;
    }
    let asked = call.write(move |tx, _| {
        // Who the bot is may have changed meanwhile.
        let bot = bots::of_hook(tx, &secret)?;
        bot.check_may_write()?;
        let tags = match body.tags.is_empty() {
            true => hooks::hook(tx, bot.id())?
                .map(|hook| hook.tags)
                .unwrap_or_default(),
            false => body.tags,
        };
        let new = NewQuestion {
            title,
            text: question,
            tags: super::tags(tx, tags.iter().map(String::as_str))?,
        };
        let community = bot.own_community().map(|own| CanPost::find(tx, &bot, own));
        let community = community.transpose()?;
        tx.without_event(
            "no browser shows the use of hooks live, and a repeated message asks nothing",
        );
        hooks::record_hook_use(tx, &bot)?;
        posting::ask(tx, &bot, &new, community.as_ref(), nonce.as_deref())
    });
    let id = asked.await?.id;
    let path = format!("/question/{id}");
    Ok(Json(IncomingQuestionAsked { id, path }))
}

/// Splits a Markdown text without a title: into its first line with a letter or a digit, without the mark of a heading, a list or
/// a quote before it and not longer than a title, and the rest. The text stays whole if there is no rest, or if the line was cut.
fn split(text: &str) -> (String, &str) {
    let text = text.trim();
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        rest = after;
        if !line.contains(char::is_alphanumeric) {
            continue;
        }
        let line = line.trim();
        let line = match line.split_once(' ') {
            Some(("-" | "*" | "+" | ">", line)) => line,
            Some((marks, line)) if marks.len() <= 6 && marks.bytes().all(|b| b == b'#') => line,
            _ => line,
        };
        let title: String = line.chars().take(limits::TITLE).collect();
        let is_whole = rest.trim().is_empty() || title.len() < line.len();
        let rest = rest.trim_start_matches(['\r', '\n']);
        return (title, if is_whole { text } else { rest });
    }
    (String::new(), text)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn the_first_line_with_words_is_the_title() {
        for (text, title, rest) in [
            ("**Alert:** disk full\nrest", "**Alert:** disk full", "rest"),
            ("Compile error in C#\n\nrest", "Compile error in C#", "rest"),
            ("-5 °C in the room\nrest", "-5 °C in the room", "rest"),
            ("### Heading\r\n\r\n    code", "Heading", "    code"),
            ("- item\nrest", "item", "rest"),
            ("---\nfoo\nbar", "foo", "bar"),
            ("one line", "one line", "one line"),
            ("#hashtag now\nrest", "#hashtag now", "rest"),
            ("---", "", "---"),
            ("", "", ""),
        ] {
            assert_eq!(split(text), (title.to_owned(), rest), "{text}");
        }
    }
}
