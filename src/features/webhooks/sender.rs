//! The task that sends the messages.
//!
//! Each webhook sends one message at a time, so that its messages keep their order. A receiver that is slow delays no other
//! webhook but those that the same account manages.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use futures_util::{FutureExt, StreamExt};
use hyper::Method;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};

use super::access::SendingRight;
use super::content::{Message, compose};
use super::forms;
use super::model::{pause, target};
use super::signature::sign;
use super::store::{self, Attempt, Due, Waiting};
use crate::core::error::{Error, Result};
use crate::core::http_client::{Client, Response};
use crate::core::id::Id;
use crate::features::users::store::notices;
use crate::platform::db::{Read, Write};
use crate::platform::web::App;

/// The time between two looks for due messages.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The time without attempts after an error of this site.
const PAUSE: Duration = Duration::from_secs(10);
/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The largest number of requests at a time, and of webhooks that one account manages.
const PARALLEL: usize = 32;
const PARALLEL_OF_ACCOUNT: usize = 2;
/// The least time between two messages of a community's webhook: any member can found a community.
const COMMUNITY_PACE: Duration = Duration::from_secs(1);
/// The part of a reply that is kept, in bytes.
const REPLY: usize = 4_000;
/// A webhook that fails for longer is turned off.
const LONGEST_FAILURE: Duration = Duration::from_secs(24 * 3_600);
/// A message that has waited longer is given up.
const LONGEST_WAIT: Duration = Duration::from_secs(2 * 24 * 3_600);
/// The longest pause that a receiver can ask for.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);
/// After this number of refusals a message is given up, and the next one is tried.
const REFUSALS: u32 = 3;

/// Sends due messages.
pub struct Sender {
    client: Arc<Client>,
    running: FuturesUnordered<BoxFuture<'static, (Id, Result<()>)>>,
    /// The webhooks that are sending, each with the account that manages it.
    busy: HashMap<Id, Id>,
}

impl Sender {
    /// Creates a sender of a site.
    pub fn new(client: Client) -> Self {
        Self {
            client: Arc::new(client),
            running: FuturesUnordered::new(),
            busy: HashMap::new(),
        }
    }

    /// Begins to send what is due, and waits for the first message that has been sent, or a second. Returns false if there
    /// is nothing to do.
    pub async fn step(&mut self, app: &Arc<App>) -> Result<bool> {
        let most = (PARALLEL + self.busy.len(), PARALLEL_OF_ACCOUNT);
        for due in app.db.read(move |read| store::due(read, most)).await? {
            if self.has_room(&due) {
                self.busy.insert(due.webhook, due.manager);
                let (client, app) = (self.client.clone(), app.clone());
                let sent =
                    async move { (due.webhook, send_next(&client, &app, due.webhook).await) };
                self.running.push(sent.boxed());
            }
        }
        match tokio::time::timeout(POLL_INTERVAL, self.running.next()).await {
            Err(_) => Ok(true),
            Ok(None) => Ok(false),
            Ok(Some((webhook, result))) => {
                self.busy.remove(&webhook);
                result.map(|()| true)
            }
        }
    }

    fn has_room(&self, due: &Due) -> bool {
        let same = |manager: &&Id| **manager == due.manager;
        self.busy.len() < PARALLEL
            && !self.busy.contains_key(&due.webhook)
            && self.busy.values().filter(same).count() < PARALLEL_OF_ACCOUNT
    }
}

/// What is to be done with the next message of a webhook.
enum Next {
    Nothing,
    Drop(Id),
    TurnOff(Waiting, &'static str),
    GiveUp(Waiting),
    Send(Waiting, Box<Message>),
}

/// Sends the next message of a webhook, and records what became of it.
async fn send_next(client: &Client, app: &Arc<App>, webhook: Id) -> Result<()> {
    let settings = app.settings();
    let look = move |read: &Read<'_>| look(read, &settings.config, webhook);
    let next = app.db.read(look).await?;
    let (waiting, response, duration) = match next {
        Next::Nothing => return Ok(()),
        Next::Drop(delivery) => {
            count(app, "dropped");
            return write(app, move |tx| store::drop_delivery(tx, delivery)).await;
        }
        Next::TurnOff(waiting, reason) => {
            return write(app, move |tx| turn_off(tx, &waiting, reason)).await;
        }
        Next::GiveUp(waiting) => {
            count(app, "failed");
            return write(app, move |tx| give_up(tx, &waiting)).await;
        }
        Next::Send(waiting, message) => {
            let start = Instant::now();
            let response = post(client, app, &waiting, &message).await?;
            (waiting, response, start.elapsed())
        }
    };
    let attempt = attempt(&response, duration);
    let is_taken = matches!(&response, Ok(response) if (200..300).contains(&response.status));
    count(app, if is_taken { "sent" } else { "refused" });
    if !is_taken {
        let (status, problem) = (attempt.status, attempt.problem.as_deref());
        tracing::warn!(webhook = %waiting.webhook, status, problem, "a message of a webhook was not taken");
    }
    write(app, move |tx| {
        if is_taken {
            let pace = waiting.community.map_or(Duration::ZERO, |_| COMMUNITY_PACE);
            store::mark_sent(tx, &waiting, &attempt, tx.now.plus(pace))
        } else {
            mark_failure(tx, &waiting, &attempt, &response)
        }
    })
    .await
}

fn count(app: &App, result: &'static str) {
    app.metrics
        .count("stoa_webhooks_total", &[("result", result)]);
}

async fn write(
    app: &App,
    change: impl FnOnce(&Write<'_>) -> Result<()> + Send + 'static,
) -> Result<()> {
    let change = move |tx: &mut Write<'_>| {
        super::private(tx);
        change(tx)
    };
    app.db.write(change).await
}

fn look(read: &Read<'_>, config: &crate::core::config::Config, webhook: Id) -> Result<Next> {
    let Some(waiting) = store::next(read, webhook)? else {
        return Ok(Next::Nothing);
    };
    let Some(right) = SendingRight::find(read, waiting.manager, waiting.community)? else {
        let reason = "The account that manages it no longer has the right to send this";
        return Ok(Next::TurnOff(waiting, reason));
    };
    if read.now.since(waiting.delivery.time()) > LONGEST_WAIT && waiting.attempts > 0 {
        return Ok(Next::GiveUp(waiting));
    }
    Ok(match compose(read, config, &right, &waiting)? {
        None => Next::Drop(waiting.delivery),
        Some(message) => Next::Send(waiting, Box::new(message)),
    })
}

/// Sends a message. Returns the reply, or why there was none.
async fn post(
    client: &Client,
    app: &App,
    waiting: &Waiting,
    message: &Message,
) -> Result<std::result::Result<Response, String>> {
    let Some(mut target) = target(&waiting.address, &app.config.webhooks.networks) else {
        let problem = "the server's configuration does not allow this address any more";
        return Ok(Err(problem.to_owned()));
    };
    let request = forms::write(message, waiting.form, target.path());
    if let Some(path) = request.path {
        target = target.at(path);
    }
    let now = app.clock.now();
    let signature = sign(&waiting.secrets, message.id, now, &request.body)?;
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (CONTENT_TYPE, "application/json".to_owned()),
        (USER_AGENT, "Stoa".to_owned()),
        (
            HeaderName::from_static("webhook-id"),
            message.id.to_string(),
        ),
        (
            HeaderName::from_static("webhook-timestamp"),
            (now.millis() / 1_000).to_string(),
        ),
        (HeaderName::from_static("webhook-signature"), signature),
    ] {
        headers.insert(
            name,
            HeaderValue::from_str(&value).map_err(Error::internal)?,
        );
    }
    let response = client.send(&target, Method::POST, headers, request.body, REPLY);
    Ok(response.await.map_err(|error| error.to_string()))
}

fn attempt(response: &std::result::Result<Response, String>, duration: Duration) -> Attempt {
    let duration = u32::try_from(duration.as_millis()).unwrap_or(u32::MAX);
    match response {
        Ok(response) => {
            let reply = String::from_utf8_lossy(&response.body);
            let visible = |c: &char| !c.is_control() || *c == '\n';
            Attempt {
                status: Some(response.status),
                duration,
                reply: Some(reply.chars().filter(visible).collect()),
                problem: None,
            }
        }
        Err(problem) => Attempt {
            duration,
            problem: Some(problem.clone()),
            ..Attempt::default()
        },
    }
}

/// Records a failure. A message that the receiver refuses is given up after some attempts, because the next one may be
/// taken; one that it could not take is tried for as long as the webhook is on.
fn mark_failure(
    tx: &Write<'_>,
    waiting: &Waiting,
    attempt: &Attempt,
    response: &std::result::Result<Response, String>,
) -> Result<()> {
    if let Ok(Response { status: 410, .. }) = response {
        store::mark_failure(tx, waiting, attempt, true, tx.now)?;
        return turn_off(tx, waiting, "The receiver said that it is gone (410)");
    }
    let is_refusal = matches!(response, Ok(response)
        if (300..500).contains(&response.status) && ![408, 425, 429].contains(&response.status));
    let is_given_up = is_refusal && waiting.attempts + 1 >= REFUSALS;
    let asked = response.as_ref().ok().and_then(|it| it.retry_after);
    let asked = asked.unwrap_or_default().min(LONGEST_PAUSE);
    let next = tx.now.plus(pause(waiting.attempts).max(asked));
    store::mark_failure(tx, waiting, attempt, is_given_up, next)?;
    match waiting.failing_since {
        Some(since) if tx.now.since(since) > LONGEST_FAILURE => {
            turn_off(tx, waiting, "It has failed for a day")
        }
        _ => Ok(()),
    }
}

/// Gives up a message that has waited too long.
fn give_up(tx: &Write<'_>, waiting: &Waiting) -> Result<()> {
    let attempt = Attempt {
        problem: Some("it has waited for two days".to_owned()),
        ..Attempt::default()
    };
    store::mark_failure(tx, waiting, &attempt, true, tx.now)
}

/// Turns off a webhook, and notifies the account that manages it.
fn turn_off(tx: &Write<'_>, waiting: &Waiting, reason: &str) -> Result<()> {
    store::turn_off(tx, waiting.webhook, reason)?;
    notices::insert_about_webhook(tx, waiting.manager, &waiting.name)
}

/// Starts to send what is due.
///
/// # Panics
///
/// Panics outside of a tokio runtime.
pub fn start(app: &Arc<App>) {
    if !app.config.webhooks.enabled {
        app.db.write_later(|tx| {
            super::private(tx);
            store::forget_waiting(tx)
        });
        return;
    }
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Err(error) = run(&app).await {
            tracing::warn!(%error, "cannot send messages of webhooks");
            tokio::time::sleep(PAUSE).await;
        }
    });
}

/// Sends what is due until the site ends.
async fn run(app: &Weak<App>) -> Result<()> {
    let mut sender = Sender::new(Client::new(TIMEOUT));
    while let Some(site) = app.upgrade() {
        let is_busy = sender.step(&site).await?;
        drop(site);
        if !is_busy {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }
    Ok(())
}
