//! What is wrong with a provider, for its operator.

use serde_json::Value;

use super::groups;
use super::metadata::Metadata;
use super::provider::Provider;

use crate::core::clock::Timestamp;
use crate::core::http_client::Client;

/// How far the clocks may differ, in seconds.
const CLOCKS: u64 = 30;

/// A line of a check.
#[derive(Debug, PartialEq, Eq)]
pub struct ProviderFinding {
    pub level: FindingLevel,
    pub text: String,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingLevel {
    Ok,
    /// Logins work, but not all that is configured.
    Warning,
    /// No login works.
    Error,
}

impl ProviderFinding {
    fn new(level: FindingLevel, text: impl Into<String>) -> Self {
        let text = text.into();
        Self { level, text }
    }
}

/// Asks a provider for what it says about itself and for its keys, and returns what is wrong in it. Logs in nobody: only a
/// login shows whether the provider knows this site.
pub async fn check(provider: &Provider, client: &Client, now: Timestamp) -> Vec<ProviderFinding> {
    use FindingLevel::{Error, Ok as Fine, Warning};
    let (document, date) = match provider.ask_document(client).await {
        Ok(answered) => answered,
        Err(problem) => return vec![ProviderFinding::new(Error, problem.to_string())],
    };
    let mut findings = Vec::new();
    let mut find = |level, text: String| findings.push(ProviderFinding::new(level, text));
    if let Some(date) = date {
        let difference = now.since(date).max(date.since(now)).as_secs();
        if difference > CLOCKS {
            let text = format!(
                "its clock and that of this machine differ by {difference} s; more than 60 s stop logins"
            );
            find(if difference > 60 { Error } else { Warning }, text);
        }
    }
    let config = &provider.config;
    let metadata = match Metadata::parse(&document, &config.issuer, &config.reach) {
        Ok(metadata) => metadata,
        Err(problem) => {
            find(Error, problem);
            return findings;
        }
    };
    find(Fine, format!("the issuer is {}", config.issuer));
    match provider.ask_keys(client, &metadata).await {
        Ok(keys) if keys.count() == 0 => {
            find(Error, "it has no key that this site can use".to_owned());
        }
        Ok(keys) => find(Fine, format!("it has {} usable keys", keys.count())),
        Err(problem) => find(Error, problem.to_string()),
    }
    if metadata.userinfo.is_none() {
        find(
            Warning,
            "it has no userinfo_endpoint: names and groups must be in the ID token".to_owned(),
        );
    }
    let lacks = |list: &str, item: &str| {
        let list = document.get(list).and_then(Value::as_array);
        list.is_some_and(|list| !list.iter().any(|one| one.as_str() == Some(item)))
    };
    for (list, item) in [
        ("response_types_supported", "code"),
        ("response_modes_supported", "query"),
    ] {
        if lacks(list, item) {
            find(Error, format!("it does not offer {item:?} ({list})"));
        }
    }
    if lacks("code_challenge_methods_supported", "S256") {
        find(
            Warning,
            "it does not say that it checks PKCE with S256".to_owned(),
        );
    }
    for scope in config
        .scopes
        .iter()
        .filter(|scope| lacks("scopes_supported", scope))
    {
        find(Warning, format!("it does not offer the scope {scope:?}"));
    }
    if groups::matter(config) && lacks("claims_supported", &config.groups_claim) {
        find(
            Warning,
            format!(
                "it does not offer the claim {:?}, which groups_claim names",
                config.groups_claim
            ),
        );
    }
    if config.logs_out && metadata.end_session.is_none() {
        find(
            Warning,
            "logout is true, but it has no end_session_endpoint".to_owned(),
        );
    }
    find(
        Fine,
        format!(
            "register this redirect address there: {}",
            provider.redirect_uri()
        ),
    );
    if document.get("backchannel_logout_supported") == Some(&Value::Bool(true)) {
        let address = provider.notice_uri();
        find(Fine, format!("it can send notices of logouts to {address}"));
    }
    findings
}
