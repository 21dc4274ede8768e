//! A log line for each change by an audited actor: who, what, on what, and from where.

use std::net::IpAddr;
use std::sync::OnceLock;

use axum::extract::RawPathParams;
use axum::http::Method;
use serde::Deserialize;

/// The longest target in a log line, in characters. Names and ids are shorter.
const TARGET: usize = 64;

/// What the line about a request contains.
pub(super) struct AuditRecord {
    /// The name of the actor, once it is authenticated.
    pub actor: OnceLock<String>,
    target: String,
    address: IpAddr,
}

impl AuditRecord {
    /// Reads what a request names as its target: the parameter of its path, or else the field `userId`
    /// or `id` of its body.
    pub fn new(params: &RawPathParams, body: &[u8], address: IpAddr) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        struct Target {
            user_id: String,
            id: String,
        }
        let target = match params.iter().next() {
            Some((_, parameter)) => parameter.to_owned(),
            None => {
                let Target { user_id, id } = serde_json::from_slice(body).unwrap_or_default();
                if user_id.is_empty() { id } else { user_id }
            }
        };
        Self {
            actor: OnceLock::new(),
            target: target.chars().take(TARGET).collect(),
            address,
        }
    }

    /// Writes the line about a successful change.
    pub fn log(&self, method: &Method, path: &str) {
        let Self {
            actor,
            target,
            address,
        } = self;
        let actor = actor.get().map_or("", String::as_str);
        tracing::info!(
            "administration user={actor:?} call=\"{method} {path}\" target={target:?} client_ip={address}"
        );
    }
}
