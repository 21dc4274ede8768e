//! Which domains this site knows.

use std::collections::BTreeSet;
use std::time::Duration;

use super::links::links;
use super::store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::platform::db::{Read, Write};

/// The number of domains of a text that are looked at: the first.
const MAX_DOMAINS: usize = 20;
/// After this time a domain is known that new members have linked in a text that stands.
const KNOWN_AFTER: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// Returns the domains of a text, without repetitions.
fn domains(text: &str) -> Vec<String> {
    let found: BTreeSet<String> = links(text).into_iter().map(|link| link.domain).collect();
    found.into_iter().take(MAX_DOMAINS).collect()
}

/// Domains that no site needs to learn, one a line.
const WELL_KNOWN: &str = include_str!("well_known.txt");
/// While a site knows fewer domains, none is new to it.
const LEARNING: i64 = 20;

/// Returns the domains of a text that are new to this site. Well-known ones never are.
pub fn new_domains(read: &Read<'_>, text: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    if store::domains(read)? < LEARNING {
        return Ok(found);
    }
    for domain in domains(text) {
        if !WELL_KNOWN.lines().any(|known| known == domain) && is_new(read, &domain)? {
            found.push(domain);
        }
    }
    Ok(found)
}

/// Returns whether a domain is new to this site: no member of level 1 or higher has linked it, and no text
/// of new members with it has stood for three days.
fn is_new(read: &Read<'_>, domain: &str) -> Result<bool> {
    let Some(known) = store::domain(read, domain)? else {
        return Ok(true);
    };
    Ok(!known.is_trusted
        && (read.now.since(known.content.time()) < KNOWN_AFTER
            || !store::stands(read, known.content)?))
}

/// Remembers the domains of a text that is not held, and forgets those that were not linked for longest.
pub fn remember(tx: &Write<'_>, id: Id, text: &str, is_trusted: bool) -> Result<()> {
    for domain in domains(text) {
        let stands = match store::domain(tx, &domain)? {
            Some(known) => known.is_trusted || store::stands(tx, known.content)?,
            None => false,
        };
        store::set_domain(tx, &domain, id, is_trusted, stands)?;
    }
    store::expire_domains(tx)
}
