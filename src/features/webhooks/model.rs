//! The types of webhooks.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::config::{Config, Networks};
use crate::core::error::{Result, Sentence};
use crate::core::http_client::{Reach, Target};
use crate::core::id::Id;
use crate::core::string_enum::string_enum;
use crate::core::text::limits;
use crate::platform::outbox::SiteEvent;

string_enum! {
    /// What a receiver takes.
    WebhookForm {
        /// JSON for programs: Standard Webhooks.
        Standard = "standard",
        /// A text for Slack, Mattermost, Rocket.Chat, Zulip, and Discord addresses that end in `/slack`.
        Slack = "slack",
        Discord = "discord",
        /// A text for the generic webhooks of matrix-hookshot.
        Matrix = "matrix",
        /// A notification. The last part of the address is the topic.
        Ntfy = "ntfy",
    }
}

/// A webhook as those who manage it see it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    #[serde(rename = "_id")]
    pub id: Id,
    /// Absent: of the site.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community_id: Option<Id>,
    pub name: String,
    pub address: String,
    pub form: WebhookForm,
    pub events: Vec<SiteEvent>,
    /// The account whose rights its messages have.
    pub managed_by: String,
    pub created_at: Timestamp,
    /// Since when it is off. Absent: it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_at: Option<Timestamp>,
    /// Why the site turned it off. Absent: it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub off_reason: Option<String>,
    /// The first failure since the last message that the receiver took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<Timestamp>,
    /// The number of messages that wait, at most 5,000.
    pub waiting: u32,
    /// Until when the former secret signs too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub former_secret_until: Option<Timestamp>,
}

/// A message of a webhook.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WebhookDelivery {
    /// The id of the message, which a receiver gets in the header `webhook-id`.
    #[serde(rename = "_id")]
    pub id: Id,
    pub event: SiteEvent,
    pub created_at: Timestamp,
    /// When it was taken or given up. Absent: it waits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Timestamp>,
    pub is_sent: bool,
    pub attempts: u32,
    /// The status of the last reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the last attempt took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duration: Option<u32>,
    /// The first 4,000 characters of the last reply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// Why the last attempt had no reply, or why the message was given up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// The settings of a webhook, which are valid.
pub struct NewWebhook {
    name: String,
    address: String,
    form: WebhookForm,
    events: Vec<SiteEvent>,
}

impl NewWebhook {
    /// Rejects an address that may not be contacted, and no events with 400, and a site without `server.base_url` with
    /// 409. `name` is valid.
    pub fn new(
        name: String,
        address: &str,
        form: WebhookForm,
        events: &[SiteEvent],
        config: &Config,
    ) -> Result<Self> {
        if config.server.base_url.is_empty() {
            return Err(Sentence::WebhooksNeedBaseUrl.into());
        }
        let address = address.trim();
        if address.len() > limits::WEBHOOK_ADDRESS
            || target(address, &config.webhooks.networks).is_none()
        {
            return Err(Sentence::WebhookAddressInvalid.into());
        }
        let chosen = SiteEvent::CHOSEN.into_iter();
        let events: Vec<_> = chosen.filter(|event| events.contains(event)).collect();
        if events.is_empty() {
            return Err(Sentence::WebhookEventsEmpty.into());
        }
        Ok(Self::stored(name, address.to_owned(), form, events))
    }

    /// Returns the settings of a stored webhook.
    pub(super) fn stored(
        name: String,
        address: String,
        form: WebhookForm,
        events: Vec<SiteEvent>,
    ) -> Self {
        Self {
            name,
            address,
            form,
            events,
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn form(&self) -> WebhookForm {
        self.form
    }

    pub fn events(&self) -> &[SiteEvent] {
        &self.events
    }

    /// Returns the host of the address.
    pub(super) fn host(&self) -> String {
        let target = Target::of_service(&self.address, Reach::Listed([].into()));
        target.map_or_else(String::new, |target| target.host().to_owned())
    }
}

/// Returns where the messages go. `None`: the address may not be contacted, whatever IP addresses its host has.
pub(super) fn target(address: &str, networks: &Networks) -> Option<Target> {
    let reach = if networks.ranges().is_empty() {
        Reach::Public
    } else {
        Reach::Listed(networks.ranges().into())
    };
    let target = Target::of_service(address, reach)?;
    // An IP address is known now; the addresses of a name are checked for each message.
    let is_allowed = target.host().parse().map_or(true, |ip| target.allows(ip));
    is_allowed.then_some(target)
}

/// The pauses after failures of a webhook, by the number of attempts of its first message. The last one repeats.
const PAUSES: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_secs(2 * 60),
    Duration::from_secs(10 * 60),
    Duration::from_secs(30 * 60),
    Duration::from_secs(60 * 60),
];

/// Returns the pause after the attempt with this number, from 0.
pub(super) fn pause(attempt: u32) -> Duration {
    PAUSES[(attempt as usize).min(PAUSES.len() - 1)]
}
