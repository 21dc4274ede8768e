//! Simulated users: each writer acts as two users that perform a random mix of actions, and records
//! every outcome in the ledger.

use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use crate::client::{Client, PASSWORD, RequestError, Response};
use crate::effect::{Effect, LedgerEntry, Outcome};
use crate::error::{Result, failed};
use crate::json::text;
use crate::ledger::Ledger;
use crate::request_counts::RequestCounts;

/// Writers act on this many of the newest questions.
const RECENT_QUESTIONS: usize = 60;
/// Pause after a rejected request.
const REJECTION_PAUSE: Duration = Duration::from_millis(20);

/// Signals that the writer must stop: the server is gone or answered incorrectly, or the ledger
/// failed.
pub struct Stopped;

pub type StepResult<T = ()> = Result<T, Stopped>;

#[derive(Clone)]
struct User {
    name: String,
    token: String,
}

pub struct Writer {
    number: usize,
    pub client: Arc<Client>,
    ledger: Arc<Ledger>,
    users: [User; 2],
    /// ID of the chat between the two users.
    chat: String,
    pub communities: Vec<String>,
    /// Counter that makes every text unique.
    serial: usize,
    pub counts: RequestCounts,
}

impl Writer {
    pub async fn new(number: usize, client: Arc<Client>, ledger: Arc<Ledger>) -> Result<Self> {
        let empty_user = || User {
            name: String::new(),
            token: String::new(),
        };
        let users = [empty_user(), empty_user()];
        let mut writer = Self {
            number,
            client,
            ledger,
            users,
            chat: String::new(),
            communities: Vec::new(),
            serial: 0,
            counts: RequestCounts::default(),
        };
        for index in 0..2 {
            let name = format!("writer{number}{}", ["a", "b"][index]);
            match writer.sign_up(&name).await {
                Ok(Some(user)) => writer.users[index] = user,
                _ => {
                    return Err(failed(format_args!(
                        "{name} cannot sign up: {:?}",
                        writer.counts
                    )));
                }
            }
        }
        let names = writer.users.each_ref().map(|user| user.name.clone());
        let body = json!({ "participants": names });
        match writer
            .client
            .call(
                "POST",
                "/chat/createChat",
                Some(&writer.users[0].token),
                Some(&body),
            )
            .await
        {
            Ok(Response {
                status: 200, body, ..
            }) => writer.chat = text(&body, "_id").to_owned(),
            other => {
                return Err(failed(format_args!(
                    "writer {number} cannot create a chat: {other:?}"
                )));
            }
        }
        Ok(writer)
    }

    pub async fn create_community(&mut self, number: usize) -> Result<String> {
        let name = format!("community {number}");
        let body = json!({ "name": name, "description": "", "visibility": "public" });
        let owner = self.users[0].token.clone();
        let created = self
            .request(
                "POST",
                "/community/addCommunity",
                Some(&owner),
                body,
                Effect::Community { name },
            )
            .await;
        match created {
            Ok(Some(response)) => Ok(text(&response.body, "_id").to_owned()),
            _ => Err(failed("cannot create the communities")),
        }
    }

    /// Sends a request and records its outcome. Returns `None` if the request was rejected.
    async fn request(
        &mut self,
        method: &str,
        path: &str,
        token: Option<&str>,
        body: Value,
        effect: Effect,
    ) -> StepResult<Option<Response>> {
        let response = self.client.call(method, path, token, Some(&body)).await;
        let (outcome, id) = match &response {
            Ok(Response {
                status: 200, body, ..
            }) => match effect.created_id(body) {
                None if effect.expects_id() => (Outcome::Indeterminate, None),
                id => (Outcome::Acknowledged, id),
            },
            // An internal error says nothing about the stored state.
            Ok(Response { status: 500, .. }) | Err(RequestError::NoResponse) => {
                (Outcome::Indeterminate, None)
            }
            Ok(_) => (Outcome::Rejected, None),
            Err(RequestError::NotSent) => {
                self.counts.unsent += 1;
                return Err(Stopped);
            }
        };
        let mut effect = effect;
        if let (
            Ok(Response {
                token: Some(new), ..
            }),
            Effect::User { token, .. }
            | Effect::Session {
                token,
                is_open: true,
                ..
            },
        ) = (&response, &mut effect)
        {
            token.clone_from(new);
        }
        // The token of a session from an indeterminate login is unknown, so such an entry cannot be
        // verified.
        let has_unknown_token = outcome != Outcome::Acknowledged
            && matches!(&effect, Effect::Session { is_open: true, .. });
        if !has_unknown_token
            && let Err(error) = self
                .ledger
                .record(LedgerEntry {
                    outcome,
                    id,
                    effect,
                })
                .await
        {
            *self
                .counts
                .invalid
                .entry(format!("{response:?}, but then: {error}"))
                .or_default() += 1;
            return Err(Stopped);
        }
        match (outcome, response) {
            (Outcome::Acknowledged, Ok(response)) => {
                self.counts.acknowledged += 1;
                Ok(Some(response))
            }
            (Outcome::Rejected, Ok(response)) => {
                let message = format!(
                    "{} {}",
                    response.status,
                    response.body.as_str().unwrap_or_default()
                );
                *self.counts.rejected.entry(message).or_default() += 1;
                tokio::time::sleep(REJECTION_PAUSE).await;
                Ok(None)
            }
            (Outcome::Indeterminate, Ok(response)) => {
                *self
                    .counts
                    .invalid
                    .entry(format!("{} {}", response.status, response.body))
                    .or_default() += 1;
                Err(Stopped)
            }
            _ => {
                self.counts.no_response += 1;
                Err(Stopped)
            }
        }
    }

    /// Sends a request as one of the two users.
    async fn as_user(
        &mut self,
        user: &User,
        method: &str,
        path: &str,
        body: Value,
        effect: Effect,
    ) -> StepResult<Option<Response>> {
        self.request(method, path, Some(&user.token), body, effect)
            .await
    }

    /// Performs one random action.
    pub async fn step(&mut self) -> StepResult {
        let roll = rand::rng().random_range(0..100);
        match roll {
            0..15 => self.ask().await,
            15..40 => self.answer().await,
            40..55 => self.comment().await,
            55..70 => self.vote().await,
            70..78 => self.star().await,
            78..84 => self.write_message(None).await,
            84..89 => self.write_message(Some(self.chat.clone())).await,
            89..94 => self.join_or_leave().await,
            94..98 => self.forfeit_game().await,
            _ => self.sign_up_and_log_in_again().await,
        }
    }

    fn text(&mut self, what: &str) -> String {
        self.serial += 1;
        format!(
            "{what} w{}n{}r{:08x}",
            self.number,
            self.serial,
            rand::random::<u32>()
        )
    }

    fn random_user(&self) -> User {
        self.users[rand::rng().random_range(0..2)].clone()
    }

    /// Returns a recent question and one of its posts: the question itself or an answer.
    fn random_post(&self) -> Option<(String, String)> {
        self.ledger.with(|model| {
            let newest: Vec<_> = model
                .questions
                .iter()
                .rev()
                .take(RECENT_QUESTIONS)
                .collect();
            let (id, question) = newest.choose(&mut rand::rng())?;
            let mut posts = vec![(*id).clone()];
            posts.extend(
                question
                    .answers
                    .values()
                    .filter_map(|answer| answer.id.clone()),
            );
            Some(((*id).clone(), posts.choose(&mut rand::rng())?.clone()))
        })
    }

    pub async fn ask(&mut self) -> StepResult {
        let user = self.random_user();
        let title = self.text("What about");
        let tags: Vec<String> = vec![
            format!("tag{}", rand::random_range(0..20)),
            format!("own{}", self.number),
        ];
        let is_member = |id: &&String| {
            self.ledger.with(|model| {
                model
                    .members
                    .get(&((*id).clone(), user.name.clone()))
                    .is_some_and(|state| state.current && state.is_certain())
            })
        };
        let community = self
            .communities
            .iter()
            .find(is_member)
            .filter(|_| rand::random())
            .cloned();
        let named: Vec<Value> = tags.iter().map(|name| json!({ "name": name })).collect();
        let text = format!("All about {title}, and more.");
        let mut body = json!({ "title": title, "text": text, "tags": named, "askedBy": user.name });
        if let Some(id) = &community {
            body["communityId"] = json!(id);
        }
        let effect = Effect::Question {
            title,
            text,
            user: user.name.clone(),
            tags,
            community,
        };
        self.as_user(&user, "POST", "/question/addQuestion", body, effect)
            .await
            .map(drop)
    }

    async fn answer(&mut self) -> StepResult {
        let (Some((question, _)), user) = (self.random_post(), self.random_user()) else {
            return Ok(());
        };
        let text = self.text("An answer");
        let body = json!({ "qid": question, "ans": { "text": text, "ansBy": user.name } });
        let effect = Effect::Answer {
            question,
            text,
            user: user.name.clone(),
        };
        self.as_user(&user, "POST", "/answer/addAnswer", body, effect)
            .await
            .map(drop)
    }

    async fn comment(&mut self) -> StepResult {
        let (Some((question, post)), user) = (self.random_post(), self.random_user()) else {
            return Ok(());
        };
        let text = self.text("A comment");
        let kind = if post == question {
            "question"
        } else {
            "answer"
        };
        let body = json!({ "id": post, "type": kind, "comment": { "text": text, "commentBy": user.name } });
        let effect = Effect::Comment {
            question,
            post,
            text,
            user: user.name.clone(),
        };
        self.as_user(&user, "POST", "/comment/addComment", body, effect)
            .await
            .map(drop)
    }

    /// Toggles a vote. Only this writer votes as its users, so it knows the resulting value.
    async fn vote(&mut self) -> StepResult {
        let (Some((question, post)), user) = (self.random_post(), self.random_user()) else {
            return Ok(());
        };
        let key = (post.clone(), user.name.clone());
        let before = self.ledger.with(|model| {
            model
                .questions
                .get(&question)
                .and_then(|q| q.votes.get(&key))
                .map_or(0, |vote| vote.current)
        });
        let (requested, direction) = if rand::random() {
            (1, "upvote")
        } else {
            (-1, "downvote")
        };
        let value = if before == requested { 0 } else { requested };
        let (path, body) = if post == question {
            (
                format!("/question/{direction}Question"),
                json!({ "qid": post, "username": user.name }),
            )
        } else {
            (
                format!("/answer/{direction}Answer"),
                json!({ "aid": post, "username": user.name }),
            )
        };
        let effect = Effect::Vote {
            question,
            post,
            user: user.name.clone(),
            value,
        };
        self.as_user(&user, "POST", &path, body, effect)
            .await
            .map(drop)
    }

    async fn star(&mut self) -> StepResult {
        let (Some((question, _)), user) = (self.random_post(), self.random_user()) else {
            return Ok(());
        };
        let is_present = rand::random_bool(0.7);
        let (method, path) = if is_present {
            ("POST", "/star/addStar")
        } else {
            ("DELETE", "/star/removeStar")
        };
        let body = json!({ "qid": question, "username": user.name });
        let effect = Effect::Star {
            question,
            user: user.name.clone(),
            is_present,
        };
        self.as_user(&user, method, path, body, effect)
            .await
            .map(drop)
    }

    async fn write_message(&mut self, chat: Option<String>) -> StepResult {
        let user = self.random_user();
        let text = self.text("A message");
        let message = json!({ "msg": text, "msgFrom": user.name });
        let (path, body) = match &chat {
            None => (
                "/messaging/addMessage".to_owned(),
                json!({ "messageToAdd": message }),
            ),
            Some(id) => (format!("/chat/{id}/addMessage"), message),
        };
        let effect = Effect::Message {
            chat,
            text,
            user: user.name.clone(),
        };
        self.as_user(&user, "POST", &path, body, effect)
            .await
            .map(drop)
    }

    async fn join_or_leave(&mut self) -> StepResult {
        let user = self.users[1].clone();
        let Some(community) = self.communities.choose(&mut rand::rng()).cloned() else {
            return Ok(());
        };
        let key = (community.clone(), user.name.clone());
        let is_member = self
            .ledger
            .with(|model| model.members.get(&key).is_some_and(|state| state.current));
        let path = if is_member {
            "/community/leaveCommunity/"
        } else {
            "/community/addMember/"
        };
        let body = json!({ "userId": user.name });
        let effect = Effect::Member {
            community: community.clone(),
            user: user.name.clone(),
            is_present: !is_member,
        };
        self.as_user(&user, "POST", &format!("{path}{community}"), body, effect)
            .await
            .map(drop)
    }

    /// Creates a game, joins it with both users, and lets the second user leave it.
    async fn forfeit_game(&mut self) -> StepResult {
        let [a, b] = self.users.clone();
        let created = self
            .as_user(
                &a,
                "POST",
                "/games/create",
                json!({ "gameType": "Nim" }),
                Effect::Game {
                    user: a.name.clone(),
                },
            )
            .await?;
        let Some(game) = created.and_then(|response| response.body.as_str().map(str::to_owned))
        else {
            return Ok(());
        };
        for user in [&a, &b] {
            let body = json!({ "gameID": game, "playerID": user.name });
            let joined = Effect::Seat {
                game: game.clone(),
                user: user.name.clone(),
            };
            if self
                .as_user(user, "POST", "/games/join", body, joined)
                .await?
                .is_none()
            {
                return Ok(());
            }
        }
        let body = json!({ "gameID": game, "playerID": b.name });
        let forfeit = Effect::Forfeit {
            game,
            user: b.name.clone(),
            winner: a.name.clone(),
        };
        self.as_user(&b, "POST", "/games/leave", body, forfeit)
            .await
            .map(drop)
    }

    async fn sign_up(&mut self, name: &str) -> StepResult<Option<User>> {
        let body = json!({ "username": name, "password": PASSWORD });
        let effect = Effect::User {
            name: name.to_owned(),
            token: String::new(),
        };
        let response = self
            .request("POST", "/user/signup", None, body, effect)
            .await?;
        Ok(response
            .and_then(|response| response.token)
            .map(|token| User {
                name: name.to_owned(),
                token,
            }))
    }

    /// Signs up a new user, logs out and logs in again.
    async fn sign_up_and_log_in_again(&mut self) -> StepResult {
        self.serial += 1;
        let name = format!(
            "guest{}n{}r{:08x}",
            self.number,
            self.serial,
            rand::random::<u32>()
        );
        let Some(guest) = self.sign_up(&name).await? else {
            return Ok(());
        };
        let logged_out = Effect::Session {
            name: name.clone(),
            token: guest.token.clone(),
            is_open: false,
        };
        if self
            .as_user(&guest, "POST", "/user/logout", json!({}), logged_out)
            .await?
            .is_none()
        {
            return Ok(());
        }
        let body = json!({ "username": name, "password": PASSWORD });
        let logged_in = Effect::Session {
            name,
            token: String::new(),
            is_open: true,
        };
        self.request("POST", "/user/login", None, body, logged_in)
            .await
            .map(drop)
    }
}
