//! The task that sends what is due, some deliveries at a time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use futures_util::{FutureExt, StreamExt, stream};
use hyper::header::{
    AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue,
};
use ring::rand::SystemRandom;

use super::content::{Message, compose};
use super::digest_checks;
use super::encryption::encrypt;
use super::store::{self, Receiver};
use super::vapid::SiteKey;
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::core::error::{Error, Result};
use crate::core::http_client::{Client, HostList, RequestError, Response, Target};
use crate::core::id::Id;
use crate::platform::db::{Read, Write};
use crate::platform::outbox::choices::quiet_until;
use crate::platform::outbox::store::{self as deliveries, choices};
use crate::platform::outbox::{Channel, Delivery};
use crate::platform::web::App;

/// The time between two looks for due deliveries.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The time between two steps, so that other writes do not wait.
const STEP_PAUSE: Duration = Duration::from_millis(20);
/// The time without attempts after an error of this site.
const PAUSE: Duration = Duration::from_secs(10);
/// The time limit of a request.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The largest number of deliveries that are sent at a time. Each has at most ten devices.
const BATCH: usize = 16;
/// The largest number of requests at a time.
const PARALLEL: usize = 32;
/// The time in which nothing is sent to a push service that did not respond.
const SERVICE_PAUSE: Duration = Duration::from_secs(60);
/// The longest wait that a push service can ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(6 * 3_600);
/// How long a push service keeps a message for a device that is off.
const TIME_TO_LIVE: &str = "86400";

/// Sends due deliveries.
pub struct Sender {
    client: Client,
    hosts: HostList,
    contact: String,
    key: SiteKey,
    /// The push services that did not respond, each with the end of its pause.
    paused: Mutex<HashMap<String, Instant>>,
}

/// What became of the attempt to reach a device.
#[derive(Debug)]
enum Outcome {
    Taken,
    /// The push service does not know the device any more.
    Gone,
    /// The push service takes nothing at the moment, or did not respond. It gets a pause.
    Unavailable(String, Duration),
    /// The push service may take it later, not before this wait.
    Later(String, Duration),
    /// The push service will not take it.
    Refused(String),
}

impl Outcome {
    /// Returns the name in metrics.
    fn name(&self) -> &'static str {
        match self {
            Self::Taken => "sent",
            Self::Gone => "gone",
            Self::Unavailable(..) | Self::Later(..) => "later",
            Self::Refused(_) => "refused",
        }
    }
}

/// A delivery that has been claimed, with its message and its devices.
struct Composed {
    delivery: Delivery,
    message: Message,
    receivers: Vec<Receiver>,
}

/// What became of a delivery: the outcome for each device.
struct Attempt {
    delivery: Delivery,
    told_up_to: Option<i64>,
    outcomes: Vec<(Id, Outcome)>,
}

impl Sender {
    /// Creates a sender of a site.
    pub fn new(config: &Config, client: Client, key: SiteKey) -> Self {
        Self {
            client,
            hosts: HostList::new(&config.push.hosts),
            contact: config.server.base_url.to_string(),
            key,
            paused: Mutex::default(),
        }
    }

    /// Claims some deliveries that are due, sends them and marks them. If none is due, looks for what is
    /// collected. Returns whether it has done anything.
    pub async fn step(&self, app: &Arc<App>) -> Result<bool> {
        let is_due = |read: &Read<'_>| deliveries::is_due(read, Channel::Push);
        if !app.db.read(is_due).await? {
            return digest_checks::step(app).await;
        }
        let claim = |tx: &mut Write<'_>| {
            tx.without_event("the outbox is private");
            claim(tx)
        };
        let claimed = app.db.write(claim).await?;
        let settings = app.settings();
        let compose = move |read: &Read<'_>| compose_all(read, &settings.config, claimed);
        let (composed, dropped) = app.db.read(compose).await?;
        for _ in &dropped {
            let result = [("result", "dropped")];
            app.metrics.count("stoa_pushes_total", &result);
        }
        let attempts = self.send(app, composed).await;
        let mark = move |tx: &mut Write<'_>| {
            tx.without_event("the outbox is private");
            for id in &dropped {
                deliveries::drop_delivery(tx, *id)?;
            }
            attempts.iter().try_for_each(|attempt| mark(tx, attempt))
        };
        app.db.write(mark).await?;
        Ok(true)
    }

    /// Sends some deliveries to their devices, at most [`PARALLEL`] at a time.
    async fn send(&self, app: &App, composed: Vec<Composed>) -> Vec<Attempt> {
        let now = app.clock.now();
        let mut requests: Vec<BoxFuture<'_, (usize, &Receiver, String, Outcome)>> = Vec::new();
        for (index, composed) in composed.iter().enumerate() {
            for receiver in &composed.receivers {
                let (message, user) = (&composed.message, composed.delivery.recipient);
                let sent = self.send_to(receiver, message, user, now);
                let sent = sent.map(move |(host, outcome)| (index, receiver, host, outcome));
                requests.push(sent.boxed());
            }
        }
        let sent: Vec<_> = stream::iter(requests)
            .buffer_unordered(PARALLEL)
            .collect()
            .await;
        let mut outcomes: Vec<Vec<(Id, Outcome)>> = Vec::new();
        outcomes.resize_with(composed.len(), Vec::new);
        for (index, receiver, host, outcome) in sent {
            let (device, result) = (receiver.id, outcome.name());
            app.metrics
                .count("stoa_pushes_total", &[("result", result)]);
            if let Outcome::Unavailable(problem, _)
            | Outcome::Later(problem, _)
            | Outcome::Refused(problem) = &outcome
            {
                tracing::warn!(%device, host, result, "a push message was not sent: {problem}");
            }
            outcomes[index].push((device, outcome));
        }
        composed
            .into_iter()
            .zip(outcomes)
            .map(|(composed, outcomes)| Attempt {
                delivery: composed.delivery,
                told_up_to: composed.message.told_up_to,
                outcomes,
            })
            .collect()
    }

    /// Sends a message to a device. Returns the host of its push service, too.
    async fn send_to(
        &self,
        receiver: &Receiver,
        message: &Message,
        user: Id,
        now: Timestamp,
    ) -> (String, Outcome) {
        let Some(target) = Target::parse(&receiver.endpoint, &self.hosts) else {
            let problem = "push.hosts does not have this push service any more";
            return (String::new(), Outcome::Refused(problem.to_owned()));
        };
        let host = target.host().to_owned();
        if self.is_paused(&host) {
            let problem = "the push service did not respond a moment ago";
            return (host, Outcome::Later(problem.to_owned(), SERVICE_PAUSE));
        }
        let text = if receiver.hides_text {
            &message.short
        } else {
            &message.full
        };
        let topic = self.key.topic(user, message.place);
        let sent = match self.post(&target, receiver, text, &topic, now).await {
            Ok(Answer::TooLarge) => {
                self.post(&target, receiver, &message.short, &topic, now)
                    .await
            }
            sent => sent,
        };
        let outcome = match sent {
            Ok(Answer::Outcome(outcome)) => outcome,
            Ok(Answer::TooLarge) => Outcome::Refused("413, also for a short message".to_owned()),
            Err(error) => Outcome::Refused(error.to_string()),
        };
        if matches!(outcome, Outcome::Unavailable(..)) {
            self.pause(&host);
        }
        (host, outcome)
    }

    fn is_paused(&self, host: &str) -> bool {
        let paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        paused.get(host).is_some_and(|end| *end > Instant::now())
    }

    /// Lets the requests to a push service that have not begun wait.
    fn pause(&self, host: &str) {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        paused.retain(|_, end| *end > now);
        paused.insert(host.to_owned(), now + SERVICE_PAUSE);
    }

    async fn post(
        &self,
        target: &Target,
        receiver: &Receiver,
        text: &str,
        topic: &str,
        now: Timestamp,
    ) -> Result<Answer> {
        let body = encrypt(&receiver.keys, text.as_bytes(), &SystemRandom::new());
        let body = body.map_err(|_| Error::internal("the keys of the device are not valid"))?;
        let authorization = self
            .key
            .authorization(&target.origin(), &self.contact, now)?;
        let mut headers = HeaderMap::new();
        for (name, value) in [
            (AUTHORIZATION, authorization.as_str()),
            (CONTENT_ENCODING, "aes128gcm"),
            (CONTENT_TYPE, "application/octet-stream"),
            (HeaderName::from_static("ttl"), TIME_TO_LIVE),
            (HeaderName::from_static("urgency"), "normal"),
            (HeaderName::from_static("topic"), topic),
        ] {
            headers.insert(name, HeaderValue::from_str(value).map_err(Error::internal)?);
        }
        let response = self.client.post(target, headers, body).await;
        Ok(match response {
            Ok(response) => answer(&response),
            Err(error @ RequestError::NotAllowed(_)) => {
                Answer::Outcome(Outcome::Refused(error.to_string()))
            }
            Err(RequestError::Unreachable(problem)) => {
                Answer::Outcome(Outcome::Unavailable(problem, Duration::ZERO))
            }
        })
    }
}

/// What a push service says about a message.
enum Answer {
    Outcome(Outcome),
    /// A shorter message may be taken.
    TooLarge,
}

/// Returns what a response means (RFC 8030).
fn answer(response: &Response) -> Answer {
    let wait = response.retry_after.unwrap_or_default().min(LONGEST_WAIT);
    let problem = || {
        let body = String::from_utf8_lossy(&response.body);
        let body = body.chars().filter(|c| !c.is_control()).take(200);
        format!("{} {}", response.status, body.collect::<String>())
    };
    Answer::Outcome(match response.status {
        200..=299 => Outcome::Taken,
        404 | 410 => Outcome::Gone,
        413 => return Answer::TooLarge,
        408 | 429 => Outcome::Later(problem(), wait),
        500..=599 => Outcome::Unavailable(problem(), wait),
        _ => Outcome::Refused(problem()),
    })
}

/// Claims some deliveries that are due. Postpones those of recipients with quiet hours.
fn claim(tx: &Write<'_>) -> Result<Vec<Delivery>> {
    let mut claimed = Vec::new();
    for _ in 0..BATCH {
        let Some(delivery) = deliveries::claim(tx, Channel::Push)? else {
            break;
        };
        match quiet_until(tx, delivery.recipient)? {
            Some(end) => deliveries::postpone(tx, delivery.id, end)?,
            None => claimed.push(delivery),
        }
    }
    Ok(claimed)
}

/// Writes the messages of claimed deliveries. Returns the ids of those that are not to be sent any more,
/// too.
fn compose_all(
    read: &Read<'_>,
    config: &Config,
    claimed: Vec<Delivery>,
) -> Result<(Vec<Composed>, Vec<Id>)> {
    let (mut composed, mut dropped) = (Vec::new(), Vec::new());
    for delivery in claimed {
        let Some(message) = compose(read, config, &delivery)? else {
            dropped.push(delivery.id);
            continue;
        };
        let receivers = receivers(read, &delivery, &message)?;
        if receivers.is_empty() {
            dropped.push(delivery.id);
        } else {
            composed.push(Composed {
                delivery,
                message,
                receivers,
            });
        }
    }
    Ok((composed, dropped))
}

/// Returns the devices that are told of the kind of a delivery and that it has not reached yet.
fn receivers(read: &Read<'_>, delivery: &Delivery, message: &Message) -> Result<Vec<Receiver>> {
    let mut receivers = store::receivers(read, delivery.recipient, delivery.kind)?;
    if let Some(other) = message.told_as {
        let others = store::receivers(read, delivery.recipient, other)?;
        receivers.retain(|receiver| others.iter().all(|other| other.id != receiver.id));
    }
    if let Some(waiting) = &delivery.destination {
        let waiting: Vec<&str> = waiting.split(',').collect();
        receivers.retain(|receiver| waiting.contains(&receiver.id.to_string().as_str()));
    }
    Ok(receivers)
}

/// Marks a delivery after an attempt: it is tried again for the devices that may get it later.
fn mark(tx: &Write<'_>, attempt: &Attempt) -> Result<()> {
    let Attempt {
        delivery,
        told_up_to,
        outcomes,
    } = attempt;
    let (mut waiting, mut longest) = (Vec::new(), Duration::ZERO);
    let (mut is_taken, mut problem) = (false, None);
    for (device, outcome) in outcomes {
        match outcome {
            Outcome::Taken => {
                is_taken = true;
                store::note_taken(tx, *device)?;
            }
            Outcome::Gone => store::remove_gone(tx, *device)?,
            Outcome::Refused(cause) => {
                problem = problem.or(Some(cause));
                store::note_refused(tx, *device)?;
            }
            Outcome::Unavailable(cause, wait) | Outcome::Later(cause, wait) => {
                problem = Some(cause);
                longest = longest.max(*wait);
                waiting.push(device.to_string());
            }
        }
    }
    if let Some(up_to) = told_up_to {
        // Also of a message that has failed or is tried again: the next one goes on after it.
        let (user, kind) = (delivery.recipient, delivery.kind);
        choices::set_told(tx, user, Channel::Push, kind, *up_to)?;
    }
    match problem {
        Some(problem) if !waiting.is_empty() => {
            deliveries::set_destination(tx, delivery.id, &waiting.join(","))?;
            let next = delivery
                .pause()
                .map(|pause| tx.now.plus(pause.max(longest)));
            deliveries::mark_attempt(tx, delivery.id, problem, next)
        }
        _ if is_taken => deliveries::mark_sent(tx, delivery.id),
        Some(problem) => deliveries::mark_attempt(tx, delivery.id, problem, None),
        None => deliveries::drop_delivery(tx, delivery.id),
    }
}

/// Starts the task that sends the site's push messages for as long as `app` lives. A site that does not
/// use push forgets the devices.
///
/// # Panics
///
/// Panics outside of a tokio runtime.
pub fn start(app: &Arc<App>) {
    let is_on = app.config.push.enabled;
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        while let Some(site) = app.upgrade() {
            let done = if is_on {
                run(&app, site).await
            } else {
                forget(&site).await
            };
            match done {
                Ok(()) => break,
                Err(error) => tracing::warn!(%error, "cannot send push messages"),
            }
            tokio::time::sleep(PAUSE).await;
        }
    });
}

/// Sends what is due until the site ends.
async fn run(app: &Weak<App>, site: Arc<App>) -> Result<()> {
    // The process that claimed them may have ended before it could mark what it had sent. After an error
    // a claim may be left over too.
    let prepare = |tx: &mut Write<'_>| {
        deliveries::release_all(tx, Channel::Push)?;
        SiteKey::find_or_make(tx)
    };
    let key = site.db.write(prepare).await?;
    let sender = Sender::new(&site.config, Client::new(TIMEOUT), key);
    drop(site);
    while let Some(site) = app.upgrade() {
        let is_busy = sender.step(&site).await?;
        drop(site);
        tokio::time::sleep(if is_busy { STEP_PAUSE } else { POLL_INTERVAL }).await;
    }
    Ok(())
}

/// Removes the devices of a site that does not use push any more.
async fn forget(site: &App) -> Result<()> {
    if !site.db.read(store::is_in_use).await? {
        return Ok(());
    }
    let forget = |tx: &mut Write<'_>| {
        tx.without_event("devices are private");
        store::remove_all(tx)
    };
    site.db.write_critical(forget).await
}
