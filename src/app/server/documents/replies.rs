//! The replies of the calls that a page is made of.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{Request, Response, StatusCode, header};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::timeout;
use tower::ServiceExt;

use super::model::Question;
use super::page::{
    ACCOUNTS, Call, DELIVERY_COUNTS, HEALTH, INBOX, MUTED_KINDS, MY_COMMUNITIES, Page, SETTINGS,
    STAR_NOTES, stars_of,
};
use crate::core::error::Sentence;
use crate::core::id::Id;
use crate::features::questions::FIRST_DATA_SIZE;
use crate::platform::web::Caller;

/// The largest reply that becomes a part of a page, in bytes.
const MAX_SIZE: usize = 2 * FIRST_DATA_SIZE;

/// The largest reply that a member's page has beside its content, in bytes.
const AROUND_SIZE: usize = 32 * 1024;
/// How long a page waits for the state of the server: it opens also if a disk does not answer.
const HEALTH_PATIENCE: Duration = Duration::from_millis(300);

/// The headers of these replies that the UI reads.
const AROUND_HEADERS: [&str; 3] = ["link", "x-total-count", "x-unread-count"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct User {
    username: String,
    #[serde(default)]
    is_administrator: bool,
    #[serde(default)]
    is_site_moderator: bool,
}

/// What the UI shows before its first request (`ui/src/api/firstData.ts`).
#[derive(Default, Serialize)]
pub struct Replies {
    /// The signed-in user. None for a reader without a session.
    pub user: Option<Box<RawValue>>,
    /// The parts of a question's page.
    #[serde(flatten)]
    pub first: BTreeMap<String, Box<RawValue>>,
    /// The first parts of lists, by the path of the call.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub lists: BTreeMap<String, List>,
    /// Other replies, by the path of the call.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub others: BTreeMap<String, Box<RawValue>>,
    /// What a member's page shows beside its content, by the path of the call.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    around: BTreeMap<String, Around>,
}

/// A reply with the headers that the UI reads.
#[derive(Serialize)]
struct Around {
    body: Box<RawValue>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    headers: BTreeMap<&'static str, String>,
}

/// The first part of a list.
#[derive(Serialize)]
pub struct List {
    pub items: Box<RawValue>,
    /// The length of the whole list.
    pub total: i64,
    /// The path of the next part.
    next: Option<String>,
}

/// Why a page has no content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The status of the call that failed.
    Status(StatusCode),
    /// The reply is too large, or not what it should be.
    Unusable,
}

impl Refusal {
    /// Returns that with the status of a sentence.
    pub fn of(sentence: Sentence) -> Self {
        StatusCode::from_u16(sentence.status()).map_or(Self::Unusable, Self::Status)
    }
}

impl Replies {
    /// Makes the calls for a page of a member, or of readers without a session, with the rights of the caller, whose limits
    /// they count against.
    pub async fn to(
        page: &Page,
        caller: &Caller,
        calls: &Router,
        is_stranger: bool,
    ) -> Result<Self, Refusal> {
        let mut replies = Self::default();
        let mut has_user = caller.credential.is_none();
        for call in page.calls(is_stranger) {
            match call {
                Call::First(path) => {
                    let (_, body) = reply(&path, caller, calls).await?;
                    replies.first = parse(&body)?;
                    replies.user = replies
                        .first
                        .remove("user")
                        .filter(|user| user.get() != "null");
                    has_user = true;
                }
                Call::List(path) => {
                    let list = List::of(&path, caller, calls).await?;
                    replies.lists.insert(path, list);
                }
                Call::Other(path) => {
                    let (_, body) = reply(&path, caller, calls).await?;
                    replies.others.insert(path, parse(&body)?);
                }
            }
        }
        if !has_user {
            replies.user = match reply("/user/me", caller, calls).await {
                Ok((_, body)) => Some(parse(&body)?),
                // The session has ended.
                Err(refusal) if refusal == Refusal::of(Sentence::NotSignedIn) => None,
                Err(refusal) => return Err(refusal),
            };
        }
        Ok(replies)
    }

    /// Makes the further calls for a member's page. What fails or is large is left out: the UI asks again.
    /// `has_steps`: whether administrators see the steps of a new site.
    pub async fn add_around(
        &mut self,
        page: &Page,
        caller: &Caller,
        calls: &Router,
        has_steps: bool,
    ) {
        let user = self.user.as_ref();
        let user = user.and_then(|user| serde_json::from_str::<User>(user.get()).ok());
        let Some(user) = user else {
            return;
        };
        if *page == Page::Home {
            let has_steps = has_steps && user.is_administrator;
            self.add_home(&user.username, caller, calls, has_steps)
                .await;
        }
        for path in page.calls_around(self.is_author(&user)) {
            if let Ok((response, body)) = reply(&path, caller, calls).await
                && body.len() <= AROUND_SIZE
                && let Ok(body) = parse(&body)
            {
                let header = |name| Some((name, response.headers().get(name)?.to_str().ok()?));
                let headers = AROUND_HEADERS.into_iter().filter_map(header);
                let headers = headers.map(|(name, value)| (name, value.to_owned()));
                let headers = headers.collect();
                self.around.insert(path, Around { body, headers });
            }
        }
    }

    /// Returns whether a member wrote the question or an answer there, and moderates neither.
    fn is_author(&self, user: &User) -> bool {
        let community = self.part::<Option<Moderated>>("community").flatten();
        if user.is_administrator
            || user.is_site_moderator
            || community.is_some_and(|community| community.is_moderator)
        {
            return false;
        }
        self.part::<Question>("question").is_some_and(|question| {
            let mut answers = question.answers.iter();
            question.asked_by == user.username
                || answers.any(|answer| answer.ans_by == user.username)
        })
    }

    /// Adds what the home page of a member shows: their lists, the notes on what they have starred, the kinds of entries
    /// that they have muted, and what the steps of a new site are made of.
    async fn add_home(&mut self, username: &str, caller: &Caller, calls: &Router, has_steps: bool) {
        let stars = stars_of(username);
        let accounts = ACCOUNTS.into_iter().filter(|_| has_steps);
        for path in [INBOX, &stars, MY_COMMUNITIES].into_iter().chain(accounts) {
            if let Ok(list) = List::of(path, caller, calls).await {
                self.lists.insert(path.to_owned(), list);
            }
        }
        let starred = self.list_at::<Vec<Starred>>(&stars);
        let starred = starred.map_or_else(Vec::new, |(cards, _)| cards);
        let ids: Vec<String> = starred.iter().map(|card| card.id.to_string()).collect();
        let notes = (!ids.is_empty()).then(|| format!("{STAR_NOTES}{}", ids.join(",")));
        let steps = [SETTINGS, DELIVERY_COUNTS, HEALTH].into_iter();
        let steps = steps.filter(|_| has_steps).map(str::to_owned);
        let muted = MUTED_KINDS.to_owned();
        for path in notes.into_iter().chain([muted]).chain(steps) {
            let reply = reply(&path, caller, calls);
            let reply = match &*path {
                HEALTH => timeout(HEALTH_PATIENCE, reply).await.ok(),
                _ => Some(reply.await),
            };
            if let Some(Ok((_, body))) = reply
                && let Ok(body) = parse(&body)
            {
                self.others.insert(path, body);
            }
        }
    }

    /// Returns the items of the only list.
    pub fn list<'r, T: Deserialize<'r>>(&'r self) -> Option<(T, i64)> {
        let list = self.lists.values().next()?;
        Some((serde_json::from_str(list.items.get()).ok()?, list.total))
    }

    /// Returns the items of the list of a call.
    pub fn list_at<'r, T: Deserialize<'r>>(&'r self, path: &str) -> Option<(T, i64)> {
        let list = self.lists.get(path)?;
        Some((serde_json::from_str(list.items.get()).ok()?, list.total))
    }

    /// Returns the only other reply.
    pub fn other<'r, T: Deserialize<'r>>(&'r self) -> Option<T> {
        serde_json::from_str(self.others.values().next()?.get()).ok()
    }

    /// Returns the other reply of the call whose path begins like this.
    pub fn other_at<'r, T: Deserialize<'r>>(&'r self, path: &str) -> Option<T> {
        let (_, reply) = self.others.iter().find(|(at, _)| at.starts_with(path))?;
        serde_json::from_str(reply.get()).ok()
    }

    /// Returns a part of a question's page.
    pub fn part<'r, T: Deserialize<'r>>(&'r self, name: &str) -> Option<T> {
        serde_json::from_str(self.first.get(name)?.get()).ok()
    }
}

#[derive(Deserialize)]
struct Starred {
    #[serde(rename = "_id")]
    id: Id,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Moderated {
    is_moderator: bool,
}

impl List {
    /// Makes the call of the first part of a list.
    async fn of(path: &str, caller: &Caller, calls: &Router) -> Result<Self, Refusal> {
        let (response, body) = reply(path, caller, calls).await?;
        Ok(Self {
            items: parse(&body)?,
            total: number(&response, "x-total-count").ok_or(Refusal::Unusable)?,
            next: next(&response),
        })
    }
}

async fn reply(
    path: &str,
    caller: &Caller,
    calls: &Router,
) -> Result<(Response<()>, Bytes), Refusal> {
    let request = Request::get(path)
        .extension(caller.clone())
        .body(Body::empty());
    let request = request.map_err(|_| Refusal::Unusable)?;
    let Ok(response) = calls.clone().oneshot(request).await;
    if response.status() != StatusCode::OK {
        return Err(Refusal::Status(response.status()));
    }
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, MAX_SIZE).await;
    let body = body.map_err(|_| Refusal::Unusable)?;
    Ok((Response::from_parts(parts, ()), body))
}

fn parse<'b, T: Deserialize<'b>>(body: &'b Bytes) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|_| Refusal::Unusable)
}

fn number(response: &Response<()>, name: &str) -> Option<i64> {
    response.headers().get(name)?.to_str().ok()?.parse().ok()
}

/// Returns the path in a `Link` header.
fn next(response: &Response<()>) -> Option<String> {
    let link = response.headers().get(header::LINK)?.to_str().ok()?;
    let (path, _) = link.strip_prefix('<')?.split_once(">; rel=\"next\"")?;
    Some(path.to_owned())
}
