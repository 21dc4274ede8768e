//! Verifies the ledger through the public API.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::client::{Client, PASSWORD, Response};
use crate::compare::{Comparison, check_state, compare_items, compare_question};
use crate::error::{Result, failed};
use crate::json::{list, text};
use crate::ledger::Ledger;
use crate::model::{ItemsByText, Model, Unverified};

/// Maximum number of concurrent requests.
const MAX_CONCURRENT_REQUESTS: usize = 8;

/// Result of a verification.
#[derive(Debug, Default)]
pub struct Findings {
    /// Number of verified entries, including rejected requests.
    pub entries: usize,
    /// Number of indeterminate requests, which must be applied completely or not at all, and how
    /// many of them were applied.
    pub indeterminate: usize,
    pub applied: usize,
    /// Entries that do not hold.
    pub violations: Vec<String>,
}

impl Findings {
    fn add(&mut self, comparison: Comparison) {
        self.indeterminate += comparison.indeterminate;
        self.applied += comparison.applied;
        self.violations.extend(comparison.violations);
    }
}

impl Ledger {
    /// Verifies the whole ledger, and resolves indeterminate requests by the observed state. There
    /// must be no other clients.
    pub async fn verify(&self, client: &Arc<Client>) -> Result<Findings> {
        self.with(Model::mark_all_unverified);
        self.verify_new(client).await
    }

    /// Verifies only objects with new entries since the last verification.
    pub async fn verify_new(&self, client: &Arc<Client>) -> Result<Findings> {
        let mut model = self.with(std::mem::take);
        let result = Verifier {
            client,
            model: &mut model,
            findings: Findings::default(),
        }
        .run()
        .await;
        self.with(|current| *current = model);
        result
    }
}

/// Verification in progress.
struct Verifier<'l> {
    client: &'l Arc<Client>,
    model: &'l mut Model,
    findings: Findings,
}

impl Verifier<'_> {
    async fn run(mut self) -> Result<Findings> {
        let unverified = std::mem::take(&mut self.model.unverified);
        self.findings.entries = unverified.entries;
        self.verify_sessions(&unverified).await?;
        self.verify_users(&unverified).await?;
        let viewer = self.viewer()?;
        let mut questions = unverified.questions.clone();
        questions.extend(self.verify_newest_questions(&unverified, &viewer).await?);
        let notifications = self.verify_questions(&questions, &viewer).await?;
        self.verify_notifications(notifications, &questions).await?;
        self.verify_stars(&unverified).await?;
        self.verify_messages(&unverified, &viewer).await?;
        self.verify_members(&unverified).await?;
        self.verify_games(&unverified, &viewer).await?;
        Ok(self.findings)
    }

    /// Returns the token of an open session for reading public data.
    fn viewer(&self) -> Result<String> {
        let mut open = self
            .model
            .sessions
            .iter()
            .filter(|(_, (_, state))| state.current && state.is_certain());
        open.next()
            .map(|(token, _)| token.clone())
            .ok_or_else(|| failed("the ledger has no open session"))
    }

    fn token(&self, name: &str) -> Result<String> {
        self.model
            .token(name)
            .map(str::to_owned)
            .ok_or_else(|| failed(format_args!("the ledger has no open session of {name}")))
    }

    async fn verify_sessions(&mut self, unverified: &Unverified) -> Result<()> {
        let calls = unverified
            .sessions
            .iter()
            .map(|token| (token.clone(), "/user/me".to_owned(), token.clone()));
        for (token, response) in get_all(self.client, calls).await? {
            let Some((name, state)) = self.model.sessions.get_mut(&token) else {
                continue;
            };
            let is_open = match response.status {
                200 => text(&response.body, "username") == name,
                401 => false,
                other => {
                    return Err(failed(format_args!(
                        "GET /user/me: {other} {}",
                        response.body
                    )));
                }
            };
            if let Some(violation) = check_state(
                state,
                is_open,
                &mut self.findings.indeterminate,
                &mut self.findings.applied,
            ) {
                self.findings
                    .violations
                    .push(format!("open state of a session of {name}: {violation}"));
            }
        }
        Ok(())
    }

    async fn verify_users(&mut self, unverified: &Unverified) -> Result<()> {
        let viewer = self.viewer()?;
        let calls = unverified.users.iter().map(|name| {
            (
                name.clone(),
                format!("/user/getUser/{name}"),
                viewer.clone(),
            )
        });
        for (name, response) in get_all(self.client, calls).await? {
            let Some(state) = self.model.users.get_mut(&name) else {
                continue;
            };
            let was_certain = state.is_certain();
            if let Some(violation) = check_state(
                state,
                response.status == 200,
                &mut self.findings.indeterminate,
                &mut self.findings.applied,
            ) {
                self.findings
                    .violations
                    .push(format!("existence of {name}: {violation}"));
            }
            if !was_certain && response.status == 200 {
                self.verify_login(&name).await?;
            }
        }
        Ok(())
    }

    /// Checks that a user from an indeterminate sign-up can log in, so that the account is
    /// complete.
    async fn verify_login(&mut self, name: &str) -> Result<()> {
        let body = json!({ "username": name, "password": PASSWORD });
        let response = self
            .client
            .call("POST", "/user/login", None, Some(&body))
            .await;
        match response {
            Ok(Response {
                status: 200,
                token: Some(token),
                ..
            }) => {
                let _ = self
                    .client
                    .call("POST", "/user/logout", Some(&token), None)
                    .await;
            }
            other => self
                .findings
                .violations
                .push(format!("{name} exists but cannot log in: {other:?}")),
        }
        Ok(())
    }

    /// Checks the list of questions down to the last verified one, and searches for questions from
    /// indeterminate requests. Returns the IDs of those that exist.
    async fn verify_newest_questions(
        &mut self,
        unverified: &Unverified,
        viewer: &str,
    ) -> Result<Vec<String>> {
        let mut listed = BTreeMap::new();
        let (questions, indeterminate_questions) =
            (&self.model.questions, &self.model.indeterminate_questions);
        let mut violations = Vec::new();
        self.client
            .pages("/question/getQuestion?view=card", viewer, |page| {
                let mut is_old = false;
                for card in page.as_array().into_iter().flatten() {
                    let (id, title) = (text(card, "_id"), text(card, "title"));
                    listed.insert(title.to_owned(), id.to_owned());
                    is_old |= questions.contains_key(id) && !unverified.questions.contains(id);
                    if !questions.contains_key(id) && !indeterminate_questions.contains_key(title) {
                        violations.push(format!("question {title:?} was never acknowledged"));
                    }
                }
                !is_old
            })
            .await?;
        self.findings.violations.append(&mut violations);
        let mut found = Vec::new();
        for (title, question) in std::mem::take(&mut self.model.indeterminate_questions) {
            self.findings.indeterminate += 1;
            let word = title.split_whitespace().last().unwrap_or_default();
            let path = format!("/question/getQuestion?view=card&search={word}");
            let cards = self.client.get(&path, viewer).await?;
            let card = cards
                .as_array()
                .into_iter()
                .flatten()
                .find(|card| card["title"] == *title);
            match (card, listed.get(&title)) {
                (Some(card), is_listed) => {
                    self.findings.applied += 1;
                    let id = text(card, "_id").to_owned();
                    if is_listed.is_none() {
                        self.findings.violations.push(format!(
                            "question {id} is found by the search but not listed"
                        ));
                    }
                    self.model.questions.insert(id.clone(), question);
                    found.push(id);
                }
                (None, Some(id)) => self.findings.violations.push(format!(
                    "question {id} is listed but not found by the search"
                )),
                (None, None) => {}
            }
        }
        Ok(found)
    }

    /// Compares questions with the model. Returns the expected notifications of every author,
    /// including authors who expect none.
    async fn verify_questions(
        &mut self,
        ids: &BTreeSet<String>,
        viewer: &str,
    ) -> Result<BTreeMap<String, BTreeSet<String>>> {
        let calls = ids.iter().map(|id| {
            (
                id.clone(),
                format!("/question/getQuestionById/{id}"),
                viewer.to_owned(),
            )
        });
        let mut notifications: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (id, response) in get_all(self.client, calls).await? {
            let Some(question) = self.model.questions.get_mut(&id) else {
                continue;
            };
            if response.status != 200 {
                self.findings.violations.push(format!(
                    "question {id} {:?} is missing: {}",
                    question.title, response.status
                ));
                continue;
            }
            let mut comparison = compare_question(&id, question, &response.body);
            for author in std::iter::once(&question.user)
                .chain(question.answers.values().map(|answer| &answer.user))
            {
                notifications.entry(author.clone()).or_default();
            }
            for (name, id) in comparison.notifications.drain(..) {
                notifications.entry(name).or_default().insert(id);
            }
            self.findings.add(comparison);
        }
        Ok(notifications)
    }

    /// Checks that every answer and comment notified the author of the post, and that there are no
    /// other notifications about these questions.
    async fn verify_notifications(
        &mut self,
        notifications: BTreeMap<String, BTreeSet<String>>,
        questions: &BTreeSet<String>,
    ) -> Result<()> {
        for (name, notifications) in notifications {
            let token = self.token(&name)?;
            let mut missing = notifications.clone();
            let mut unexpected = Vec::new();
            self.client
                .pages("/notification/getNotifications", &token, |page| {
                    for notification in page.as_array().into_iter().flatten() {
                        let id = text(notification, "_id");
                        missing.remove(id);
                        if questions.contains(text(notification, "questionId"))
                            && !notifications.contains(id)
                        {
                            unexpected.push(id.to_owned());
                        }
                    }
                    // An unexpected notification can be on any page.
                    true
                })
                .await?;
            let missing = missing
                .iter()
                .map(|id| format!("{name} was not notified of {id}"));
            let unexpected = unexpected
                .iter()
                .map(|id| format!("{name} was notified of {id}, which does not exist"));
            self.findings.violations.extend(missing.chain(unexpected));
        }
        Ok(())
    }

    async fn verify_stars(&mut self, unverified: &Unverified) -> Result<()> {
        let mut calls = Vec::new();
        for key in &unverified.stars {
            calls.push((
                key.clone(),
                format!("/star/getStar/{}", key.0),
                self.token(&key.1)?,
            ));
        }
        for ((question, name), response) in get_all(self.client, calls).await? {
            let states = self
                .model
                .questions
                .get_mut(&question)
                .and_then(|question| question.stars.get_mut(&name));
            let (Some(state), Some(is_starred)) = (states, response.body["starred"].as_bool())
            else {
                self.findings.violations.push(format!(
                    "star of {name} on {question}: {} {}",
                    response.status, response.body
                ));
                continue;
            };
            if let Some(violation) = check_state(
                state,
                is_starred,
                &mut self.findings.indeterminate,
                &mut self.findings.applied,
            ) {
                self.findings
                    .violations
                    .push(format!("star of {name} on {question}: {violation}"));
            }
        }
        Ok(())
    }

    /// Checks messages page by page, newest first, down to the first one that was verified before.
    async fn verify_messages(&mut self, unverified: &Unverified, viewer: &str) -> Result<()> {
        for (chat, new_texts) in &unverified.messages {
            let Some(expected) = self.model.messages.get(chat) else {
                continue;
            };
            let (path, token) = match chat {
                None => ("/messaging/getMessages".to_owned(), viewer.to_owned()),
                Some(id) => {
                    // The only message of this chat was indeterminate and not applied.
                    let Some(item) = expected.values().next() else {
                        continue;
                    };
                    (format!("/chat/{id}"), self.token(&item.user)?)
                }
            };
            let mut received: Vec<Value> = Vec::new();
            let is_old = |item_text: &str| {
                !new_texts.contains(item_text) && expected.contains_key(item_text)
            };
            self.client
                .pages(&path, &token, |page| {
                    let messages = if chat.is_some() {
                        list(page, "messages")
                    } else {
                        page.as_array().map_or(&[][..], Vec::as_slice)
                    };
                    received.extend_from_slice(messages);
                    !messages.iter().any(|message| is_old(text(message, "msg")))
                })
                .await?;
            // Verified messages that were not received are on older pages.
            let expected = self
                .model
                .messages
                .get_mut(chat)
                .expect("the chat is in the model");
            let received_texts: BTreeSet<&str> = received
                .iter()
                .map(|message| text(message, "msg"))
                .collect();
            let is_covered = |item_text: &str| {
                new_texts.contains(item_text) || received_texts.contains(item_text)
            };
            let (mut covered, others): (ItemsByText, ItemsByText) = std::mem::take(expected)
                .into_iter()
                .partition(|(item_text, _)| is_covered(item_text));
            let mut comparison = Comparison::default();
            compare_items(
                "message",
                &mut covered,
                &received,
                ["msg", "msgFrom"],
                &mut comparison,
            );
            expected.extend(covered.into_iter().chain(others));
            self.findings.add(comparison);
        }
        Ok(())
    }

    async fn verify_members(&mut self, unverified: &Unverified) -> Result<()> {
        let mut calls = Vec::new();
        for key in &unverified.members {
            calls.push((
                key.clone(),
                format!("/community/getCommunity/{}?view=card", key.0),
                self.token(&key.1)?,
            ));
        }
        for (key, response) in get_all(self.client, calls).await? {
            let (Some(state), Some(is_member)) = (
                self.model.members.get_mut(&key),
                response.body["isMember"].as_bool(),
            ) else {
                self.findings.violations.push(format!(
                    "community {}: {} {}",
                    key.0, response.status, response.body
                ));
                continue;
            };
            if let Some(violation) = check_state(
                state,
                is_member,
                &mut self.findings.indeterminate,
                &mut self.findings.applied,
            ) {
                self.findings
                    .violations
                    .push(format!("membership of {} in {}: {violation}", key.1, key.0));
            }
        }
        Ok(())
    }

    async fn verify_games(&mut self, unverified: &Unverified, viewer: &str) -> Result<()> {
        let calls = unverified.games.iter().map(|id| {
            (
                id.clone(),
                format!("/games/getGame/{id}"),
                viewer.to_owned(),
            )
        });
        let mut winners = BTreeSet::new();
        for (id, response) in get_all(self.client, calls).await? {
            let Some(game) = self.model.games.get_mut(&id) else {
                continue;
            };
            if response.status != 200 {
                self.findings
                    .violations
                    .push(format!("game {id} is missing: {}", response.status));
                continue;
            }
            let players: BTreeSet<&str> = list(&response.body, "players")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let (indeterminate, applied) =
                (&mut self.findings.indeterminate, &mut self.findings.applied);
            for (name, state) in &mut game.players {
                if let Some(violation) = check_state(
                    state,
                    players.contains(name.as_str()),
                    indeterminate,
                    applied,
                ) {
                    self.findings
                        .violations
                        .push(format!("game {id}: participation of {name}: {violation}"));
                }
            }
            for player in players
                .iter()
                .filter(|name| !game.players.contains_key(**name))
            {
                self.findings
                    .violations
                    .push(format!("game {id}: {player} never joined it"));
            }
            let state = &response.body["state"];
            let is_won = list(state, "winners")
                .iter()
                .any(|winner| *winner == *game.winner);
            let is_over = text(state, "status") == "OVER";
            if is_over != is_won && !game.winner.is_empty() {
                self.findings
                    .violations
                    .push(format!("game {id} is only partly over: {state}"));
            }
            if let Some(violation) =
                check_state(&mut game.forfeited, is_over, indeterminate, applied)
            {
                self.findings
                    .violations
                    .push(format!("game {id}: end of the game: {violation}"));
            }
            if !game.winner.is_empty() {
                winners.insert(game.winner.clone());
            }
        }
        let calls = winners.into_iter().map(|name| {
            (
                name.clone(),
                format!("/gamer/getGamer/{name}"),
                viewer.to_owned(),
            )
        });
        for (name, response) in get_all(self.client, calls).await? {
            let wins = self.model.wins(&name);
            if response.body["wins"] != wins {
                self.findings.violations.push(format!(
                    "{name} has won {wins} games but is listed with {}",
                    response.body["wins"]
                ));
            }
        }
        Ok(())
    }
}

/// Sends GET requests with bounded concurrency. Each has a key, a path and a session token.
async fn get_all<K: Send + 'static>(
    client: &Arc<Client>,
    calls: impl IntoIterator<Item = (K, String, String)>,
) -> Result<Vec<(K, Response)>> {
    let mut calls = calls.into_iter();
    let (mut running, mut replies) = (JoinSet::new(), Vec::new());
    loop {
        while running.len() < MAX_CONCURRENT_REQUESTS
            && let Some((key, path, token)) = calls.next()
        {
            let client = client.clone();
            running.spawn(async move {
                let response = client.call("GET", &path, Some(&token), None).await;
                response
                    .map(|response| (key, response))
                    .map_err(|_| failed(format_args!("GET {path}: no answer")))
            });
        }
        match running.join_next().await {
            Some(response) => replies.push(response??),
            None => return Ok(replies),
        }
    }
}
