//! Writers: each is two users who do a random mix of what users do, and note in the ledger what became of it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::RngExt;
use rand::seq::IndexedRandom;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::book::{Effect, Line, Outcome, text};
use crate::client::{Client, NoReply, Reply};
use crate::ledger::Ledger;
use crate::verify::PASSWORD;
use crate::{Result, failed};

/// Questions that all writers write about: the newest of them.
const RECENT: usize = 60;
const COMMUNITIES: usize = 4;
/// After a refusal a user does not try again at once.
const PAUSE: Duration = Duration::from_millis(20);

/// How the requests of a run went.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Counts {
    pub acknowledged: usize,
    /// How often the server said what.
    pub refused: BTreeMap<String, usize>,
    /// Without an answer.
    pub unknown: usize,
    /// That could not even be sent.
    pub unsent: usize,
    /// How often there was which answer that a server gives to nobody: a 500, or a 200 that does not say what was made.
    pub broken: BTreeMap<String, usize>,
}

impl Counts {
    /// What was refused though it was in order, and what never is. A busy server may refuse a password's work.
    pub fn unfounded(&self) -> impl Iterator<Item = String> {
        let refused = self.refused.iter().filter(|(sentence, _)| !sentence.contains("busy"));
        refused.map(|(sentence, count)| format!("{count} requests that were in order were refused: {sentence}")).chain(self.faults())
    }

    /// What is wrong whatever is done to the server.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|(answer, count)| format!("{count} requests were answered: {answer}"))
    }

    /// What is wrong besides while the server is up.
    pub fn unanswered(&self) -> impl Iterator<Item = String> {
        let counts = [(self.unknown, "had no answer"), (self.unsent, "could not be sent")];
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} requests {what}, and the server was up"))
    }

    pub fn add(&mut self, other: Counts) {
        self.acknowledged += other.acknowledged;
        self.unknown += other.unknown;
        self.unsent += other.unsent;
        for (mine, others) in [(&mut self.refused, other.refused), (&mut self.broken, other.broken)] {
            for (sentence, count) in others {
                *mine.entry(sentence).or_default() += count;
            }
        }
    }
}

/// So many writers. They keep their users from one server to the next.
pub struct Load {
    writers: Vec<Writer>,
}

impl Load {
    /// Makes the writers' users, and what they write about, on a running server.
    pub async fn new(address: SocketAddr, ledger: &Arc<Ledger>, writers: usize) -> Result<Self> {
        let client = Arc::new(Client::new(address));
        // One after the other: a server lets only so many passwords wait.
        let mut made = Vec::new();
        for number in 0..writers {
            made.push(Writer::new(number, client.clone(), ledger.clone()).await?);
        }
        let first = made.first_mut().ok_or_else(|| failed("a load needs a writer"))?;
        let mut communities = Vec::new();
        for number in 0..COMMUNITIES {
            communities.push(first.make_community(number).await?);
        }
        for writer in &mut made {
            writer.communities.clone_from(&communities);
            writer.ask().await.map_err(|_| failed("the first questions could not be asked"))?;
        }
        Ok(Self { writers: made })
    }

    /// All writers write at once until `until` is over or the server is gone. Returns what `until` returns, and how the requests
    /// went. Whoever gets no answer stops, and whoever gets one that says nothing.
    pub async fn run<T>(&mut self, address: SocketAddr, until: impl Future<Output = T>) -> Result<(T, Counts)> {
        let client = Arc::new(Client::new(address));
        let is_over = Arc::new(AtomicBool::new(false));
        let mut running = JoinSet::new();
        for mut writer in self.writers.drain(..) {
            let (client, is_over) = (client.clone(), is_over.clone());
            running.spawn(async move {
                writer.client = client;
                while !is_over.load(Ordering::Relaxed) && writer.act().await.is_ok() {}
                writer
            });
        }
        let done = until.await;
        is_over.store(true, Ordering::Relaxed);
        let mut counts = Counts::default();
        while let Some(writer) = running.join_next().await {
            let mut writer = writer?;
            counts.add(std::mem::take(&mut writer.counts));
            self.writers.push(writer);
        }
        Ok((done, counts))
    }
}

/// This writer goes on no more: the server is gone or broken, or the ledger.
struct Stopped;

type Acted<T = ()> = Result<T, Stopped>;

#[derive(Clone)]
struct User {
    name: String,
    token: String,
}

struct Writer {
    number: usize,
    client: Arc<Client>,
    ledger: Arc<Ledger>,
    users: [User; 2],
    /// The chat of the two.
    chat: String,
    communities: Vec<String>,
    /// What it has written so far, so that no text is written twice.
    serial: usize,
    counts: Counts,
}

impl Writer {
    async fn new(number: usize, client: Arc<Client>, ledger: Arc<Ledger>) -> Result<Self> {
        let nobody = || User { name: String::new(), token: String::new() };
        let users = [nobody(), nobody()];
        let mut writer =
            Self { number, client, ledger, users, chat: String::new(), communities: Vec::new(), serial: 0, counts: Counts::default() };
        for place in 0..2 {
            let name = format!("writer{number}{}", ["a", "b"][place]);
            match writer.sign_up(&name).await {
                Ok(Some(user)) => writer.users[place] = user,
                _ => return Err(failed(format_args!("{name} could not sign up: {:?}", writer.counts))),
            }
        }
        let names = writer.users.each_ref().map(|user| user.name.clone());
        let body = json!({ "participants": names });
        match writer.client.call("POST", "/chat/createChat", Some(&writer.users[0].token), Some(&body)).await {
            Ok(Reply { status: 200, body, .. }) => writer.chat = text(&body, "_id").to_owned(),
            other => return Err(failed(format_args!("writer {number} has no chat: {other:?}"))),
        }
        Ok(writer)
    }

    async fn make_community(&mut self, number: usize) -> Result<String> {
        let name = format!("community {number}");
        let body = json!({ "name": name, "description": "", "visibility": "public" });
        let owner = self.users[0].token.clone();
        let made = self.request("POST", "/community/addCommunity", Some(&owner), body, Effect::Community { name }).await;
        match made {
            Ok(Some(reply)) => Ok(text(&reply.body, "_id").to_owned()),
            _ => Err(failed("the communities could not be made")),
        }
    }

    /// Makes a request and notes what became of it. None: it was refused.
    async fn request(&mut self, method: &str, path: &str, token: Option<&str>, body: Value, effect: Effect) -> Acted<Option<Reply>> {
        let reply = self.client.call(method, path, token, Some(&body)).await;
        let (outcome, id) = match &reply {
            Ok(Reply { status: 200, body, .. }) => match effect.made(body) {
                None if effect.makes() => (Outcome::Unknown, None),
                id => (Outcome::Acknowledged, id),
            },
            // Something went wrong inside: that says nothing about what is stored.
            Ok(Reply { status: 500, .. }) | Err(NoReply::Unknown) => (Outcome::Unknown, None),
            Ok(_) => (Outcome::Refused, None),
            Err(NoReply::NotSent) => {
                self.counts.unsent += 1;
                return Err(Stopped);
            }
        };
        let mut effect = effect;
        if let (Ok(Reply { token: Some(new), .. }), Effect::User { token, .. } | Effect::Session { token, is_open: true, .. }) =
            (&reply, &mut effect)
        {
            token.clone_from(new);
        }
        // Which session a login without an answer has made, if any, nobody knows.
        let is_lost = outcome != Outcome::Acknowledged && matches!(&effect, Effect::Session { is_open: true, .. });
        if !is_lost && let Err(error) = self.ledger.note(Line { outcome, id, effect }).await {
            *self.counts.broken.entry(format!("{reply:?}, but {error}")).or_default() += 1;
            return Err(Stopped);
        }
        match (outcome, reply) {
            (Outcome::Acknowledged, Ok(reply)) => {
                self.counts.acknowledged += 1;
                Ok(Some(reply))
            }
            (Outcome::Refused, Ok(reply)) => {
                let sentence = format!("{} {}", reply.status, reply.body.as_str().unwrap_or_default());
                *self.counts.refused.entry(sentence).or_default() += 1;
                tokio::time::sleep(PAUSE).await;
                Ok(None)
            }
            (Outcome::Unknown, Ok(reply)) => {
                *self.counts.broken.entry(format!("{} {}", reply.status, reply.body)).or_default() += 1;
                Err(Stopped)
            }
            _ => {
                self.counts.unknown += 1;
                Err(Stopped)
            }
        }
    }

    /// The same as one of the two users.
    async fn as_user(&mut self, user: &User, method: &str, path: &str, body: Value, effect: Effect) -> Acted<Option<Reply>> {
        self.request(method, path, Some(&user.token), body, effect).await
    }

    /// Does something.
    async fn act(&mut self) -> Acted {
        let dice = rand::rng().random_range(0..100);
        match dice {
            0..15 => self.ask().await,
            15..40 => self.answer().await,
            40..55 => self.comment().await,
            55..70 => self.vote().await,
            70..78 => self.star().await,
            78..84 => self.write_message(None).await,
            84..89 => self.write_message(Some(self.chat.clone())).await,
            89..94 => self.join_or_leave().await,
            94..98 => self.play().await,
            _ => self.come_and_go().await,
        }
    }

    fn text(&mut self, what: &str) -> String {
        self.serial += 1;
        format!("{what} w{}n{}r{:08x}", self.number, self.serial, rand::random::<u32>())
    }

    fn one_of_us(&self) -> User {
        self.users[rand::rng().random_range(0..2)].clone()
    }

    /// One of the newest questions, and one of its posts: itself or an answer.
    fn some_post(&self) -> Option<(String, String)> {
        self.ledger.with(|book| {
            let newest: Vec<_> = book.questions.iter().rev().take(RECENT).collect();
            let (id, question) = newest.choose(&mut rand::rng())?;
            let mut posts = vec![(*id).clone()];
            posts.extend(question.answers.values().filter_map(|answer| answer.id.clone()));
            Some(((*id).clone(), posts.choose(&mut rand::rng())?.clone()))
        })
    }

    async fn ask(&mut self) -> Acted {
        let by = self.one_of_us();
        let title = self.text("What about");
        let tags: Vec<String> = vec![format!("tag{}", rand::random_range(0..20)), format!("own{}", self.number)];
        let is_member = |id: &&String| {
            self.ledger.with(|book| book.members.get(&((*id).clone(), by.name.clone())).is_some_and(|state| state.now && state.is_sure()))
        };
        let community = self.communities.iter().find(is_member).filter(|_| rand::random()).cloned();
        let named: Vec<Value> = tags.iter().map(|name| json!({ "name": name })).collect();
        let text = format!("All about {title}, and more.");
        let mut body = json!({ "title": title, "text": text, "tags": named, "askedBy": by.name });
        if let Some(id) = &community {
            body["communityId"] = json!(id);
        }
        let effect = Effect::Question { title, text, by: by.name.clone(), tags, community };
        self.as_user(&by, "POST", "/question/addQuestion", body, effect).await.map(drop)
    }

    async fn answer(&mut self) -> Acted {
        let (Some((question, _)), by) = (self.some_post(), self.one_of_us()) else { return Ok(()) };
        let text = self.text("An answer");
        let body = json!({ "qid": question, "ans": { "text": text, "ansBy": by.name } });
        let effect = Effect::Answer { question, text, by: by.name.clone() };
        self.as_user(&by, "POST", "/answer/addAnswer", body, effect).await.map(drop)
    }

    async fn comment(&mut self) -> Acted {
        let (Some((question, post)), by) = (self.some_post(), self.one_of_us()) else { return Ok(()) };
        let text = self.text("A comment");
        let kind = if post == question { "question" } else { "answer" };
        let body = json!({ "id": post, "type": kind, "comment": { "text": text, "commentBy": by.name } });
        let effect = Effect::Comment { question, post, text, by: by.name.clone() };
        self.as_user(&by, "POST", "/comment/addComment", body, effect).await.map(drop)
    }

    /// A vote toggles; only this writer votes as its users, so it knows what becomes of it.
    async fn vote(&mut self) -> Acted {
        let (Some((question, post)), by) = (self.some_post(), self.one_of_us()) else { return Ok(()) };
        let key = (post.clone(), by.name.clone());
        let before = self.ledger.with(|book| book.questions.get(&question).and_then(|q| q.votes.get(&key)).map_or(0, |vote| vote.now));
        let (wanted, direction) = if rand::random() { (1, "upvote") } else { (-1, "downvote") };
        let value = if before == wanted { 0 } else { wanted };
        let (path, body) = if post == question {
            (format!("/question/{direction}Question"), json!({ "qid": post, "username": by.name }))
        } else {
            (format!("/answer/{direction}Answer"), json!({ "aid": post, "username": by.name }))
        };
        let effect = Effect::Vote { question, post, by: by.name.clone(), value };
        self.as_user(&by, "POST", &path, body, effect).await.map(drop)
    }

    async fn star(&mut self) -> Acted {
        let (Some((question, _)), by) = (self.some_post(), self.one_of_us()) else { return Ok(()) };
        let is_there = rand::random_bool(0.7);
        let (method, path) = if is_there { ("POST", "/star/addStar") } else { ("DELETE", "/star/removeStar") };
        let body = json!({ "qid": question, "username": by.name });
        let effect = Effect::Star { question, by: by.name.clone(), is_there };
        self.as_user(&by, method, path, body, effect).await.map(drop)
    }

    async fn write_message(&mut self, chat: Option<String>) -> Acted {
        let by = self.one_of_us();
        let text = self.text("A message");
        let message = json!({ "msg": text, "msgFrom": by.name });
        let (path, body) = match &chat {
            None => ("/messaging/addMessage".to_owned(), json!({ "messageToAdd": message })),
            Some(id) => (format!("/chat/{id}/addMessage"), message),
        };
        let effect = Effect::Message { chat, text, by: by.name.clone() };
        self.as_user(&by, "POST", &path, body, effect).await.map(drop)
    }

    async fn join_or_leave(&mut self) -> Acted {
        let by = self.users[1].clone();
        let Some(community) = self.communities.choose(&mut rand::rng()).cloned() else { return Ok(()) };
        let key = (community.clone(), by.name.clone());
        let is_member = self.ledger.with(|book| book.members.get(&key).is_some_and(|state| state.now));
        let path = if is_member { "/community/leaveCommunity/" } else { "/community/addMember/" };
        let body = json!({ "userId": by.name });
        let effect = Effect::Member { community: community.clone(), by: by.name.clone(), is_there: !is_member };
        self.as_user(&by, "POST", &format!("{path}{community}"), body, effect).await.map(drop)
    }

    /// A game that one makes, both join, and the other one gives up.
    async fn play(&mut self) -> Acted {
        let [a, b] = self.users.clone();
        let made = self.as_user(&a, "POST", "/games/create", json!({ "gameType": "Nim" }), Effect::Game { by: a.name.clone() }).await?;
        let Some(game) = made.and_then(|reply| reply.body.as_str().map(str::to_owned)) else { return Ok(()) };
        for user in [&a, &b] {
            let body = json!({ "gameID": game, "playerID": user.name });
            let seat = Effect::Seat { game: game.clone(), by: user.name.clone() };
            if self.as_user(user, "POST", "/games/join", body, seat).await?.is_none() {
                return Ok(());
            }
        }
        let body = json!({ "gameID": game, "playerID": b.name });
        let forfeit = Effect::Forfeit { game, by: b.name.clone(), winner: a.name.clone() };
        self.as_user(&b, "POST", "/games/leave", body, forfeit).await.map(drop)
    }

    async fn sign_up(&mut self, name: &str) -> Acted<Option<User>> {
        let body = json!({ "username": name, "password": PASSWORD });
        let effect = Effect::User { name: name.to_owned(), token: String::new() };
        let reply = self.request("POST", "/user/signup", None, body, effect).await?;
        Ok(reply.and_then(|reply| reply.token).map(|token| User { name: name.to_owned(), token }))
    }

    /// Somebody new signs up, logs out, and logs in again.
    async fn come_and_go(&mut self) -> Acted {
        self.serial += 1;
        let name = format!("guest{}n{}r{:08x}", self.number, self.serial, rand::random::<u32>());
        let Some(guest) = self.sign_up(&name).await? else { return Ok(()) };
        let left = Effect::Session { name: name.clone(), token: guest.token.clone(), is_open: false };
        if self.as_user(&guest, "POST", "/user/logout", json!({}), left).await?.is_none() {
            return Ok(());
        }
        let body = json!({ "username": name, "password": PASSWORD });
        let back = Effect::Session { name, token: String::new(), is_open: true };
        self.request("POST", "/user/login", None, body, back).await.map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_without_a_reason_is_a_violation_and_a_500_whatever_was_done() {
        let told = |sentence: &str| BTreeMap::from([(sentence.to_owned(), 1)]);
        let busy = Counts { refused: told("503 The site is busy, please try again"), ..Counts::default() };
        assert_eq!((busy.unfounded().count(), busy.faults().count()), (0, 0));
        let mut counts = Counts { refused: told("403 You can only do this as yourself"), ..busy };
        counts.add(Counts { broken: told("500 Something went wrong on our side"), ..Counts::default() });
        counts.add(counts.clone());
        assert_eq!((counts.unfounded().count(), counts.faults().count()), (2, 1));
        assert!(counts.faults().all(|fault| fault.contains("2 requests")));
    }
}
