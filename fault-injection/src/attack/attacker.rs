//! Accounts and addresses that attack, and what the server answered them.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinSet;

use super::bystander::log_in;
use super::fixture::Fixture;
use crate::client::{Client, RequestError};
use crate::error::{Result, failed};

/// Pause after each request, and after one that was refused: enough to repeat it as soon as the limit
/// allows it.
const PAUSE: Duration = Duration::from_millis(2);
pub const REFUSAL_PAUSE: Duration = Duration::from_millis(200);

/// Target of an attack. Clones share the counts.
#[derive(Clone)]
pub struct Target {
    pub address: SocketAddr,
    pub fixture: Arc<Fixture>,
    answers: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Target {
    pub fn new(address: SocketAddr, fixture: &Arc<Fixture>) -> Self {
        Self {
            address,
            fixture: fixture.clone(),
            answers: Arc::default(),
        }
    }

    /// Counts an event, such as the answer to a request.
    pub fn count(&self, event: String) {
        let mut answers = self.answers.lock().expect("the lock is not poisoned");
        *answers.entry(event).or_default() += 1;
    }

    /// Returns the counts.
    pub fn counts(&self) -> BTreeMap<String, usize> {
        self.answers
            .lock()
            .expect("the lock is not poisoned")
            .clone()
    }

    /// Logs in from the address of all attacks that need only one.
    pub async fn log_in(&self, name: &str) -> Result<Arc<Attacker>> {
        let mut attacker = self.stranger(home());
        let token = log_in(&attacker.client, name)
            .await
            .map_err(|status| failed(format_args!("{name} cannot log in: {status:?}")))?;
        attacker.token = Some(token);
        Ok(Arc::new(attacker))
    }

    /// Returns a client without a session.
    pub fn stranger(&self, from: IpAddr) -> Attacker {
        Attacker {
            client: Client::forwarded_for(self.address, from),
            token: None,
            target: self.clone(),
        }
    }
}

/// Returns the address of all attacks that need only one.
pub fn home() -> IpAddr {
    Ipv4Addr::new(203, 0, 113, 7).into()
}

/// Returns an address in one of the 65,536 networks of a /48.
pub fn in_prefix(network: u16) -> IpAddr {
    Ipv6Addr::new(0x2001, 0xdb8, 1, network, 0, 0, 0, 1).into()
}

/// One request of an attack.
pub struct Request {
    method: &'static str,
    path: String,
    body: Option<Value>,
}

pub fn get(path: impl Into<String>) -> Request {
    Request {
        method: "GET",
        path: path.into(),
        body: None,
    }
}

pub fn send(method: &'static str, path: impl Into<String>, body: Value) -> Request {
    Request {
        method,
        path: path.into(),
        body: Some(body),
    }
}

/// An account, or a client without a session.
pub struct Attacker {
    client: Client,
    token: Option<String>,
    target: Target,
}

impl Attacker {
    /// Returns the session token. Empty without a session.
    pub fn token(&self) -> &str {
        self.token.as_deref().unwrap_or_default()
    }

    /// Uses a session token that the server has not given to it.
    pub fn pretend(&mut self, token: String) {
        self.token = Some(token);
    }

    /// Sends requests one after the other, until the task is dropped. `next` gets their number.
    pub fn repeat(
        self: &Arc<Self>,
        attack: &mut JoinSet<()>,
        name: &'static str,
        mut next: impl FnMut(usize) -> Request + Send + 'static,
    ) {
        let attacker = self.clone();
        attack.spawn(async move {
            for number in 0.. {
                let pause = match attacker.send(name, next(number)).await {
                    Ok(status) if status < 400 => PAUSE,
                    _ => REFUSAL_PAUSE,
                };
                tokio::time::sleep(pause).await;
            }
        });
    }

    /// Sends a request, and counts the status of its answer.
    pub async fn send(&self, name: &str, request: Request) -> Result<u16, RequestError> {
        let Request { method, path, body } = request;
        let token = self.token.as_deref();
        let status = self
            .client
            .status(method, &path, token, body.as_ref())
            .await;
        self.target.count(match &status {
            Ok(status) => format!("{name} {status}"),
            Err(_) => format!("{name} without an answer"),
        });
        status
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_has_many_networks() {
        assert_eq!(in_prefix(0xabcd).to_string(), "2001:db8:1:abcd::1");
        assert_ne!(in_prefix(1), in_prefix(2));
    }
}
