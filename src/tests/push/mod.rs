//! Push messages: their encryption, the client that sends them, the devices they go to, and what
//! becomes of them when a push service fails.

mod browser;
mod collected;
mod devices;
pub(super) mod double;
mod encryption;
mod requests;
mod sending;

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TestSite};
use crate::core::config::{BaseUrl, Config};
use crate::features::push::{Sender, SiteKey};
use browser::Browser;
use double::{Received, ServiceDouble};

/// The time limit of requests in tests.
const TIMEOUT: Duration = Duration::from_secs(1);

/// Turns on push. Nothing is sent unless a test does it.
pub(super) fn enable_push(config: &mut Config) {
    config.push.enabled = true;
    config.server.base_url = BaseUrl::parse("https://stoa.test").expect("an address");
}

/// A site whose push messages go to a double.
struct PushSite {
    site: TestSite,
    double: ServiceDouble,
    sender: Sender,
}

impl PushSite {
    async fn new() -> Self {
        let site = TestSite::with(enable_push);
        let double = ServiceDouble::start();
        let app = &site.site.app;
        let key = app.db.write(SiteKey::find_or_make).await.expect("a key");
        let sender = Sender::new(&app.config, double.client(TIMEOUT), key);
        Self {
            site,
            double,
            sender,
        }
    }

    /// Signs up a user with a device.
    async fn sign_up(&self, name: &str) -> (Person, Browser) {
        let person = self.site.sign_up(name).await;
        let browser = Browser::new(name);
        browser.subscribe(&person).await;
        (person, browser)
    }

    /// Sends all that is due, and returns what the push service has got.
    async fn send(&self) -> Vec<Received> {
        while self.sender.step(&self.site.site.app).await.expect("a step") {}
        self.double.all()
    }

    /// Does the same after the time between an event and its message.
    async fn send_later(&self) -> Vec<Received> {
        self.site.clock.advance(Duration::from_secs(30));
        self.send().await
    }

    /// Returns the rows of a query with one column.
    fn texts(&self, sql: &str) -> Vec<String> {
        let connection = self.site.connection();
        let mut query = connection.prepare(sql).expect("a query");
        let rows = query.query_map([], |row| row.get(0)).expect("rows");
        rows.map(|row| row.expect("a text")).collect()
    }

    fn devices(&self) -> usize {
        self.texts("SELECT endpoint FROM push_devices").len()
    }

    /// Returns the states of the deliveries by push, oldest first.
    fn states(&self) -> Vec<String> {
        self.texts("SELECT state FROM deliveries WHERE channel = 'push' ORDER BY id")
    }
}

async fn settings(person: &Person) -> Value {
    person.get("/user/getPushSettings").await.ok()
}

async fn wants(person: &Person, kind: &str, wanted: bool) {
    let choice = json!({"channel": "push", "kind": kind, "wanted": wanted});
    person.patch("/user/chooseDelivery", choice).await.ok();
}
