//! Webhooks: who manages them, what they send, and what happens when a receiver fails.

mod forms;
mod managing;
mod reading;
mod sending;

use std::time::Duration;

use serde_json::{Value, json};

use super::push::double::{Received, ServiceDouble};
use super::{Person, TestSite, id_of};
use crate::core::config::{BaseUrl, Config};
use crate::features::webhooks::Sender;

/// The time limit of requests in tests.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The address of a receiver.
const ADDRESS: &str = "https://a.hook.test/secret-path";

/// All events that can be chosen.
const EVENTS: [&str; 9] = [
    "question.created",
    "answer.created",
    "comment.created",
    "post.edited",
    "answer.accepted",
    "question.closed",
    "question.reopened",
    "post.removed",
    "post.restored",
];

/// Lets a site use webhooks. Nothing is sent unless a test does it.
pub(super) fn enable_webhooks(config: &mut Config) {
    config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
}

/// A site whose webhooks go to a double, with an administrator.
struct HookSite {
    site: TestSite,
    double: ServiceDouble,
    sender: Sender,
    root: Person,
}

impl HookSite {
    async fn new() -> Self {
        let site = TestSite::with(enable_webhooks);
        let double = ServiceDouble::start();
        let sender = Sender::new(double.client(TIMEOUT));
        let root = site.sign_up("root1").await;
        site.promote("root1").await;
        Self {
            site,
            double,
            sender,
            root,
        }
    }

    /// Sends all that is due, and returns what the receivers have got.
    async fn send(&mut self) -> Vec<Received> {
        let app = &self.site.site.app;
        while self.sender.step(app).await.expect("a step") {}
        self.double.all()
    }

    /// Does the same some seconds later, when a community's webhook may send again and a failed one is tried again.
    async fn send_later(&mut self) -> Vec<Received> {
        let mut received = Vec::new();
        for _ in 0..20 {
            received.extend(self.send().await);
            self.site.clock.advance(Duration::from_secs(2));
        }
        received
    }
}

/// Returns a webhook for all events, as it is added and, because it says that it is on, changed.
fn settings(address: &str, form: &str) -> Value {
    let settings = json!({"name": "hook", "address": address, "form": form, "events": EVENTS});
    json!({"settings": settings, "isOn": true})
}

/// Adds a webhook of the site, or of a community, and returns its id.
async fn add(person: &Person, community: Option<&str>, form: &str) -> String {
    let mut body = settings(ADDRESS, form);
    if let Some(community) = community {
        body["communityId"] = json!(community);
    }
    id_of(&person.post("/webhook/addWebhook", body).await.ok())
}

/// Returns the webhooks of the site, as an administrator sees them.
async fn webhooks(person: &Person) -> Value {
    person.get("/webhook/getWebhooks").await.ok()
}

async fn deliveries(person: &Person, webhook: &str) -> Vec<Value> {
    let path = format!("/webhook/getWebhookDeliveries/{webhook}");
    let found = person.get(&path).await.ok();
    found.as_array().expect("a list").clone()
}

fn body(received: &Received) -> Value {
    serde_json::from_slice(&received.body).expect("JSON")
}

fn types(received: &[Received]) -> Vec<String> {
    let event = |received: &Received| body(received)["type"].as_str().expect("a type").to_owned();
    received.iter().map(event).collect()
}
