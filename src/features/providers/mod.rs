//! Logins through OpenID Connect providers, which the operator has configured.
//!
//! The browser leaves for the provider and comes back to a page of this site with a code ([`flow`]); the server
//! exchanges the code for a token ([`provider`]) and checks it (`auth::tokens`). Who someone is at a provider is its
//! issuer with a subject, never an address: an account gets an identity only at its sign-up, or while its owner is
//! signed in and has proved again who they are.
//!
//! Nothing here is needed for a login with a password, and no request to a provider runs in a transaction.

mod check;
mod flow;
mod groups;
mod mapping;
mod metadata;
mod model;
mod names;
mod provider;
pub mod routes;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::core::config::Config;
use crate::core::error::{Result, Sentence};
use crate::core::http_client::Client;
use crate::platform::web::LogThrottle;

use self::flow::Seal;
use self::provider::{Problem, Provider};

pub use check::{FindingLevel, ProviderFinding, check};

/// The time limit of a request to a provider.
const TIMEOUT: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 10 });

/// The configured providers, and what the server remembers about them. A restart forgets it.
#[derive(Clone)]
pub struct Providers(Arc<Inner>);

struct Inner {
    all: Vec<Provider>,
    seal: Seal,
    client: OnceLock<Client>,
    /// Limits the log lines about answers that prove nothing.
    problems: LogThrottle,
}

impl Providers {
    /// Reads the configuration. Contacts no provider.
    pub fn new(config: &Config) -> Self {
        let provider = |one: &_| Provider::new(config, one);
        Self(Arc::new(Inner {
            all: config.auth.provider.iter().map(provider).collect(),
            seal: Seal::default(),
            client: OnceLock::new(),
            problems: LogThrottle::default(),
        }))
    }

    /// Returns all providers in the order of the configuration.
    pub fn all(&self) -> &[Provider] {
        &self.0.all
    }

    /// Returns a provider. Rejects an unknown one with 404.
    pub fn find(&self, id: &str) -> Result<&Provider> {
        let mut all = self.0.all.iter();
        let found = all.find(|provider| provider.config.id == id);
        found.ok_or_else(|| Sentence::ProviderNotFound.into())
    }

    /// Returns the client for requests to providers.
    pub fn client(&self) -> &Client {
        // It reads the authorities of the system, which a site without providers need not do.
        self.0.client.get_or_init(|| Client::new(TIMEOUT))
    }

    fn seal(&self) -> &Seal {
        &self.0.seal
    }

    /// Records in the log why a login through a provider failed.
    fn log(&self, provider: &Provider, problem: &Problem) {
        if let Some(left_out) = self.0.problems.check() {
            let provider = &provider.config.id;
            tracing::warn!(
                provider,
                left_out,
                "login through a provider failed: {problem}"
            );
        }
    }
}
