//! A log line for each change by an audited actor: who, what, on what, and from where.

use std::sync::Arc;

use axum::extract::RawPathParams;
use axum::http::Method;
use serde::Deserialize;

use super::request_context::RequestGuard;

/// The longest target in a log line, in characters. Names and ids are shorter.
const TARGET: usize = 64;

/// Returns what a request names as its target: the parameter of its path, or else the field `userId`
/// or `id` of its body.
pub(super) fn target(params: &RawPathParams, body: &[u8]) -> String {
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
    target.chars().take(TARGET).collect()
}

/// A line to be written if the change succeeds.
pub(super) struct AuditLine {
    pub guard: Arc<RequestGuard>,
    pub method: Method,
    pub path: &'static str,
}

impl AuditLine {
    pub fn write(&self) {
        let Self {
            guard,
            method,
            path,
        } = self;
        let actor = guard.actor_name.get().map_or("", String::as_str);
        let (target, address) = (&guard.target, guard.caller.address);
        tracing::info!(
            "administration user={actor:?} call=\"{method} {path}\" target={target:?} client_ip={address}"
        );
    }
}
