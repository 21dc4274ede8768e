//! Whether every line of the ledger is true, seen through the public API.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::book::{Book, Changed, Seen, Texts, compare, compare_texts, list, settle, text};
use crate::client::{Client, Reply};
use crate::ledger::Ledger;
use crate::{Result, failed};

/// Requests under way at once.
const AT_ONCE: usize = 8;
/// The password of every writer's users.
pub const PASSWORD: &str = "a drill's own word";

/// How a look at the lines went.
#[derive(Debug, Default)]
pub struct Findings {
    /// Lines that were looked at, refused requests among them.
    pub lines: usize,
    /// Requests without an answer, which had to be wholly done or wholly not, and how many of them were done.
    pub unknown: usize,
    pub done: usize,
    /// What is not true, one sentence each.
    pub violations: Vec<String>,
}

impl Findings {
    fn add(&mut self, seen: Seen) {
        self.unknown += seen.settled;
        self.done += seen.done;
        self.violations.extend(seen.violations);
    }
}

impl Ledger {
    /// Looks whether every line is true. Nobody may be writing. What had no answer is settled by what is found.
    pub async fn verify(&self, client: &Arc<Client>) -> Result<Findings> {
        self.with(Book::reopen);
        self.verify_changed(client).await
    }

    /// The same for whatever has new lines since the last look.
    pub async fn verify_changed(&self, client: &Arc<Client>) -> Result<Findings> {
        let mut book = self.with(std::mem::take);
        let looked = Look { client, book: &mut book, findings: Findings::default() }.at_everything_changed().await;
        self.with(|kept| *kept = book);
        looked
    }
}

/// A look under way.
struct Look<'l> {
    client: &'l Arc<Client>,
    book: &'l mut Book,
    findings: Findings,
}

impl Look<'_> {
    async fn at_everything_changed(mut self) -> Result<Findings> {
        let changed = std::mem::take(&mut self.book.changed);
        self.findings.lines = changed.lines;
        self.at_sessions(&changed).await?;
        self.at_users(&changed).await?;
        let viewer = self.viewer()?;
        let mut questions = changed.questions.clone();
        questions.extend(self.at_the_newest_questions(&changed, &viewer).await?);
        let due = self.at_questions(&questions, &viewer).await?;
        self.at_notifications(due, &questions).await?;
        self.at_stars(&changed).await?;
        self.at_messages(&changed, &viewer).await?;
        self.at_members(&changed).await?;
        self.at_games(&changed, &viewer).await?;
        Ok(self.findings)
    }

    /// Somebody who can look.
    fn viewer(&self) -> Result<String> {
        let mut open = self.book.sessions.iter().filter(|(_, (_, state))| state.now && state.is_sure());
        open.next().map(|(token, _)| token.clone()).ok_or_else(|| failed("nobody is logged in to look"))
    }

    fn token(&self, name: &str) -> Result<String> {
        self.book.token(name).map(str::to_owned).ok_or_else(|| failed(format_args!("{name} has no session to look with")))
    }

    async fn at_sessions(&mut self, changed: &Changed) -> Result<()> {
        let calls = changed.sessions.iter().map(|token| (token.clone(), "/user/me".to_owned(), token.clone()));
        for (token, reply) in all(self.client, calls).await? {
            let Some((name, state)) = self.book.sessions.get_mut(&token) else { continue };
            let is_open = match reply.status {
                200 => text(&reply.body, "username") == name,
                401 => false,
                other => return Err(failed(format_args!("GET /user/me: {other} {}", reply.body))),
            };
            if let Some(violation) = settle(state, is_open, &mut self.findings.unknown, &mut self.findings.done) {
                self.findings.violations.push(format!("whether a session of {name} is open {violation}"));
            }
        }
        Ok(())
    }

    async fn at_users(&mut self, changed: &Changed) -> Result<()> {
        let viewer = self.viewer()?;
        let calls = changed.users.iter().map(|name| (name.clone(), format!("/user/getUser/{name}"), viewer.clone()));
        for (name, reply) in all(self.client, calls).await? {
            let Some(state) = self.book.users.get_mut(&name) else { continue };
            let was_sure = state.is_sure();
            if let Some(violation) = settle(state, reply.status == 200, &mut self.findings.unknown, &mut self.findings.done) {
                self.findings.violations.push(format!("whether {name} exists {violation}"));
            }
            if !was_sure && reply.status == 200 {
                self.log_in(&name).await?;
            }
        }
        Ok(())
    }

    /// Who exists without having been told so can log in: his account is whole.
    async fn log_in(&mut self, name: &str) -> Result<()> {
        let body = json!({ "username": name, "password": PASSWORD });
        let reply = self.client.call("POST", "/user/login", None, Some(&body)).await;
        match reply {
            Ok(Reply { status: 200, token: Some(token), .. }) => {
                let _ = self.client.call("POST", "/user/logout", Some(&token), None).await;
            }
            other => self.findings.violations.push(format!("{name} exists and cannot log in: {other:?}")),
        }
        Ok(())
    }

    /// Finds among the questions that are newer than the last look what should not be there, and by a search what was asked
    /// without an answer; returns the ids of what was found.
    async fn at_the_newest_questions(&mut self, changed: &Changed, viewer: &str) -> Result<Vec<String>> {
        let mut listed = BTreeMap::new();
        let (questions, perhaps_asked) = (&self.book.questions, &self.book.perhaps_asked);
        let mut violations = Vec::new();
        self.client
            .pages("/question/getQuestion?view=card", viewer, |page| {
                let mut is_old = false;
                for card in page.as_array().into_iter().flatten() {
                    let (id, title) = (text(card, "_id"), text(card, "title"));
                    listed.insert(title.to_owned(), id.to_owned());
                    is_old |= questions.contains_key(id) && !changed.questions.contains(id);
                    if !questions.contains_key(id) && !perhaps_asked.contains_key(title) {
                        violations.push(format!("the question {title:?} was never acknowledged"));
                    }
                }
                !is_old
            })
            .await?;
        self.findings.violations.append(&mut violations);
        let mut found = Vec::new();
        for (title, question) in std::mem::take(&mut self.book.perhaps_asked) {
            self.findings.unknown += 1;
            let word = title.split_whitespace().last().unwrap_or_default();
            let path = format!("/question/getQuestion?view=card&search={word}");
            let cards = self.client.get(&path, viewer).await?;
            let card = cards.as_array().into_iter().flatten().find(|card| card["title"] == *title);
            match (card, listed.get(&title)) {
                (Some(card), is_listed) => {
                    self.findings.done += 1;
                    let id = text(card, "_id").to_owned();
                    if is_listed.is_none() {
                        self.findings.violations.push(format!("question {id} is found by a search, and not listed"));
                    }
                    self.book.questions.insert(id.clone(), question);
                    found.push(id);
                }
                (None, Some(id)) => self.findings.violations.push(format!("question {id} is listed, and no search finds it")),
                (None, None) => {}
            }
        }
        Ok(found)
    }

    /// Returns the notifications that must be there, and nothing for those whose posts nobody has answered or commented on.
    async fn at_questions(&mut self, ids: &BTreeSet<String>, viewer: &str) -> Result<BTreeMap<String, BTreeSet<String>>> {
        let calls = ids.iter().map(|id| (id.clone(), format!("/question/getQuestionById/{id}"), viewer.to_owned()));
        let mut due: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (id, reply) in all(self.client, calls).await? {
            let Some(question) = self.book.questions.get_mut(&id) else { continue };
            if reply.status != 200 {
                self.findings.violations.push(format!("question {id} {:?} is gone: {}", question.title, reply.status));
                continue;
            }
            let mut seen = compare(&id, question, &reply.body);
            for author in std::iter::once(&question.by).chain(question.answers.values().map(|answer| &answer.by)) {
                due.entry(author.clone()).or_default();
            }
            for (name, id) in seen.due.drain(..) {
                due.entry(name).or_default().insert(id);
            }
            self.findings.add(seen);
        }
        Ok(due)
    }

    /// Each answer and comment on somebody else's post has notified its author, and nothing else about these questions has.
    async fn at_notifications(&mut self, due: BTreeMap<String, BTreeSet<String>>, questions: &BTreeSet<String>) -> Result<()> {
        for (name, due) in due {
            let token = self.token(&name)?;
            let mut missing = due.clone();
            let mut unfounded = Vec::new();
            self.client
                .pages("/notification/getNotifications", &token, |page| {
                    for notification in page.as_array().into_iter().flatten() {
                        let id = text(notification, "_id");
                        missing.remove(id);
                        if questions.contains(text(notification, "questionId")) && !due.contains(id) {
                            unfounded.push(id.to_owned());
                        }
                    }
                    // To the end: what should not be there may be anywhere.
                    true
                })
                .await?;
            let missing = missing.iter().map(|id| format!("{name} was not notified of {id}"));
            let unfounded = unfounded.iter().map(|id| format!("{name} was notified of {id}, which is not there"));
            self.findings.violations.extend(missing.chain(unfounded));
        }
        Ok(())
    }

    async fn at_stars(&mut self, changed: &Changed) -> Result<()> {
        let mut calls = Vec::new();
        for key in &changed.stars {
            calls.push((key.clone(), format!("/star/getStar/{}", key.0), self.token(&key.1)?));
        }
        for ((question, name), reply) in all(self.client, calls).await? {
            let states = self.book.questions.get_mut(&question).and_then(|question| question.stars.get_mut(&name));
            let (Some(state), Some(is_starred)) = (states, reply.body["starred"].as_bool()) else {
                self.findings.violations.push(format!("the star of {name} on {question}: {} {}", reply.status, reply.body));
                continue;
            };
            if let Some(violation) = settle(state, is_starred, &mut self.findings.unknown, &mut self.findings.done) {
                self.findings.violations.push(format!("the star of {name} on {question} {violation}"));
            }
        }
        Ok(())
    }

    /// Messages come newest first, a page at a time: it is enough to read as far as one that was looked at before.
    async fn at_messages(&mut self, changed: &Changed, viewer: &str) -> Result<()> {
        for (chat, news) in &changed.messages {
            let Some(expected) = self.book.messages.get(chat) else { continue };
            let (path, token) = match chat {
                None => ("/messaging/getMessages".to_owned(), viewer.to_owned()),
                Some(id) => {
                    // Whose only message had no answer and was not done.
                    let Some(written) = expected.values().next() else { continue };
                    (format!("/chat/{id}"), self.token(&written.by)?)
                }
            };
            let mut shown: Vec<Value> = Vec::new();
            let is_old = |words: &str| !news.contains(words) && expected.contains_key(words);
            self.client
                .pages(&path, &token, |page| {
                    let messages = if chat.is_some() { list(page, "messages") } else { page.as_array().map_or(&[][..], Vec::as_slice) };
                    shown.extend_from_slice(messages);
                    !messages.iter().any(|message| is_old(text(message, "msg")))
                })
                .await?;
            // Those looked at before and not shown now are on pages that were not read.
            let expected = self.book.messages.get_mut(chat).expect("it was there");
            let words_shown: BTreeSet<&str> = shown.iter().map(|message| text(message, "msg")).collect();
            let is_looked_at = |words: &str| news.contains(words) || words_shown.contains(words);
            let (mut looked_at, others): (Texts, Texts) = std::mem::take(expected).into_iter().partition(|(words, _)| is_looked_at(words));
            let mut seen = Seen::default();
            compare_texts("message", &mut looked_at, &shown, ["msg", "msgFrom"], &mut seen);
            expected.extend(looked_at.into_iter().chain(others));
            self.findings.add(seen);
        }
        Ok(())
    }

    async fn at_members(&mut self, changed: &Changed) -> Result<()> {
        let mut calls = Vec::new();
        for key in &changed.members {
            calls.push((key.clone(), format!("/community/getCommunity/{}?view=card", key.0), self.token(&key.1)?));
        }
        for (key, reply) in all(self.client, calls).await? {
            let (Some(state), Some(is_member)) = (self.book.members.get_mut(&key), reply.body["isMember"].as_bool()) else {
                self.findings.violations.push(format!("community {}: {} {}", key.0, reply.status, reply.body));
                continue;
            };
            if let Some(violation) = settle(state, is_member, &mut self.findings.unknown, &mut self.findings.done) {
                self.findings.violations.push(format!("whether {} is a member of {} {violation}", key.1, key.0));
            }
        }
        Ok(())
    }

    async fn at_games(&mut self, changed: &Changed, viewer: &str) -> Result<()> {
        let calls = changed.games.iter().map(|id| (id.clone(), format!("/games/getGame/{id}"), viewer.to_owned()));
        let mut winners = BTreeSet::new();
        for (id, reply) in all(self.client, calls).await? {
            let Some(game) = self.book.games.get_mut(&id) else { continue };
            if reply.status != 200 {
                self.findings.violations.push(format!("game {id} is gone: {}", reply.status));
                continue;
            }
            let players: BTreeSet<&str> = list(&reply.body, "players").iter().filter_map(Value::as_str).collect();
            let (unknown, done) = (&mut self.findings.unknown, &mut self.findings.done);
            for (name, state) in &mut game.players {
                if let Some(violation) = settle(state, players.contains(name.as_str()), unknown, done) {
                    self.findings.violations.push(format!("game {id}: whether {name} plays {violation}"));
                }
            }
            for stranger in players.iter().filter(|name| !game.players.contains_key(**name)) {
                self.findings.violations.push(format!("game {id}: {stranger} has never joined it"));
            }
            let state = &reply.body["state"];
            let is_won = list(state, "winners").iter().any(|winner| *winner == *game.winner);
            let is_over = text(state, "status") == "OVER";
            if is_over != is_won && !game.winner.is_empty() {
                self.findings.violations.push(format!("game {id} is half over: {state}"));
            }
            if let Some(violation) = settle(&mut game.forfeited, is_over, unknown, done) {
                self.findings.violations.push(format!("game {id}: whether it is over {violation}"));
            }
            if !game.winner.is_empty() {
                winners.insert(game.winner.clone());
            }
        }
        let calls = winners.into_iter().map(|name| (name.clone(), format!("/gamer/getGamer/{name}"), viewer.to_owned()));
        for (name, reply) in all(self.client, calls).await? {
            let wins = self.book.wins(&name);
            if reply.body["wins"] != wins {
                self.findings.violations.push(format!("{name} has won {wins} games and is shown with {}", reply.body["wins"]));
            }
        }
        Ok(())
    }
}

/// Gets all of these (a key, a path, a session's token), some at once.
async fn all<K: Send + 'static>(client: &Arc<Client>, calls: impl IntoIterator<Item = (K, String, String)>) -> Result<Vec<(K, Reply)>> {
    let mut calls = calls.into_iter();
    let (mut running, mut replies) = (JoinSet::new(), Vec::new());
    loop {
        while running.len() < AT_ONCE
            && let Some((key, path, token)) = calls.next()
        {
            let client = client.clone();
            running.spawn(async move {
                let reply = client.call("GET", &path, Some(&token), None).await;
                reply.map(|reply| (key, reply)).map_err(|_| failed(format_args!("GET {path}: no answer")))
            });
        }
        match running.join_next().await {
            Some(reply) => replies.push(reply??),
            None => return Ok(replies),
        }
    }
}
