//! Lists of blocked words, domains and networks: one entry a line. Lines that begin with `#` are notes.

use std::net::IpAddr;

use ipnet::IpNet;
use unicode_normalization::char::is_combining_mark;

use crate::core::error::{Error, Result, Sentence};
use crate::core::text::{self, limits};

/// Returns the entries of a list.
pub fn entries(list: &str) -> impl Iterator<Item = &str> {
    let lines = list.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// Validates the entries of a list, which may be empty. Returns the list trimmed.
fn checked(list: &str, is_valid: impl Fn(&str) -> bool) -> Result<String> {
    let list = text::clean(list)?.trim().to_owned();
    if entries(&list).count() > limits::BLOCKED {
        return Err(Error::with(Sentence::BlockedTooMany, limits::BLOCKED));
    }
    for entry in entries(&list) {
        if entry.chars().count() > limits::BLOCKED_ENTRY || !is_valid(entry) {
            let shown: String = entry.chars().take(limits::BLOCKED_ENTRY).collect();
            return Err(Error::with(Sentence::BlockedInvalid, shown));
        }
    }
    if list.chars().count() > limits::BLOCKED_LIST {
        return Err(Error::with(Sentence::SiteTextTooLong, limits::BLOCKED_LIST));
    }
    Ok(list)
}

/// Validates a list of words and phrases. Each has a letter or a digit.
pub fn checked_words(list: &str) -> Result<String> {
    checked(list, |entry| entry.chars().any(char::is_alphanumeric))
}

/// Validates a list of domains, such as `casino.example`. An entry blocks the domains below it too.
pub fn checked_domains(list: &str) -> Result<String> {
    let is_part =
        |c: char| c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '-' | '_' | '.');
    checked(list, |entry| {
        entry.chars().all(is_part)
            && entry.contains(char::is_alphanumeric)
            && entry.split('.').all(|part| !part.is_empty())
    })
}

/// Validates a list of addresses and networks, such as `192.0.2.0/24`.
pub fn checked_networks(list: &str) -> Result<String> {
    checked(list, |entry| network(entry).is_some())
}

/// Parses an address or a network.
fn network(entry: &str) -> Option<IpNet> {
    let address = || entry.parse::<IpAddr>().ok().map(IpNet::from);
    entry.parse().ok().or_else(address)
}

/// Returns the network of a list that contains an address, if there is one.
pub fn network_of(list: &str, address: IpAddr) -> Option<IpNet> {
    let address = address.to_canonical();
    entries(list)
        .filter_map(network)
        .find(|network| network.contains(&address))
}
