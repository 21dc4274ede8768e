//! The groups of a person at a provider, and what they mean here.

use serde_json::{Map, Value};

use crate::core::config::ProviderConfig;

/// The largest number of groups that matter.
const MOST: usize = 10;
/// The longest name of a group that matters, in bytes.
const LENGTH: usize = 100;

/// Returns those of a person's groups that the configuration names, or `None` if the claims say nothing about groups.
pub fn of(config: &ProviderConfig, claims: &Map<String, Value>) -> Option<Vec<String>> {
    let groups: Vec<&str> = match claims.get(&config.groups_claim)? {
        Value::Array(groups) => groups.iter().filter_map(Value::as_str).collect(),
        Value::String(group) => vec![group],
        _ => return None,
    };
    let is_named =
        |group: &&str| config.roles.contains_key(*group) || config.communities.contains_key(*group);
    let named = groups.into_iter().filter(is_named);
    let short = named.filter(|group| group.len() <= LENGTH);
    Some(short.take(MOST).map(str::to_owned).collect())
}

/// Returns whether the configuration gives groups a meaning.
pub fn matter(config: &ProviderConfig) -> bool {
    !config.roles.is_empty() || !config.communities.is_empty()
}
