//! SQL of remembered texts and domains.

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::time::Duration;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Me;
use crate::platform::db::{Read, Write};

/// The number of texts that are remembered.
const MAX_TEXTS: i64 = 20_000;
/// For how long a text is remembered.
const TEXT_AGE: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// The number of domains that are remembered.
const MAX_DOMAINS: i64 = 20_000;
/// The number of rows that one text deletes at most. More than it inserts, so that the tables stay bounded.
const EXPIRED_AT_ONCE: i64 = 4;
const DOMAINS_EXPIRED_AT_ONCE: i64 = 40;

/// Returns the newest texts with an equal band, newest first: at most `limit` for each band.
pub fn with_bands(
    read: &Read<'_>,
    bands: impl Iterator<Item = i64>,
    limit: usize,
) -> Result<Vec<Id>> {
    let sql = "SELECT content_id FROM text_bands WHERE band = ?1 ORDER BY content_id DESC LIMIT ?2";
    let found = read.each(sql, bands.map(|band| (band, limit as i64)), |row| {
        row.get(0)
    })?;
    let found: BTreeSet<Id> = found.into_iter().flatten().collect();
    Ok(found.into_iter().rev().collect())
}

/// Returns the signature of a text.
pub fn signature(read: &Read<'_>, id: Id) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT signature FROM text_signatures WHERE content_id = ?1";
    read.first(sql, [id], |row| row.get(0))
}

/// Remembers a text.
pub fn insert(
    tx: &Write<'_>,
    id: Id,
    signature: &[u8],
    bands: impl Iterator<Item = i64>,
) -> Result<()> {
    let sql = "INSERT INTO text_signatures (content_id, signature) VALUES (?1, ?2)";
    tx.execute(sql, (id, signature))?;
    for band in bands {
        let sql =
            "INSERT INTO text_bands (band, content_id) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
        tx.execute(sql, (band, id))?;
    }
    Ok(())
}

/// Forgets a text.
pub fn delete(tx: &Write<'_>, id: Id, bands: impl Iterator<Item = i64>) -> Result<()> {
    let sql = "DELETE FROM text_signatures WHERE content_id = ?1";
    tx.execute(sql, [id])?;
    for band in bands {
        let sql = "DELETE FROM text_bands WHERE band = ?1 AND content_id = ?2";
        tx.execute(sql, (band, id))?;
    }
    Ok(())
}

/// Returns some texts to forget: the oldest, if they are too old or too many.
pub fn expired(read: &Read<'_>) -> Result<Vec<Id>> {
    let oldest = Id::at(read.now.minus(TEXT_AGE), 0);
    let sql = "SELECT content_id FROM (SELECT content_id FROM text_signatures ORDER BY content_id LIMIT ?2)
               WHERE content_id < ?1 OR (SELECT texts FROM spam_counts) > ?3";
    read.all(sql, (oldest, EXPIRED_AT_ONCE, MAX_TEXTS), |row| row.get(0))
}

/// A domain that a text has linked.
pub struct KnownDomain {
    /// The first text that linked it and stands.
    pub content: Id,
    pub is_trusted: bool,
}

/// Returns the number of domains that texts have linked.
pub fn domains(read: &Read<'_>) -> Result<i64> {
    read.value("SELECT domains FROM spam_counts", [])
}

/// Returns the title and the text of a question.
pub fn question_text(read: &Read<'_>, question: Id) -> Result<Option<String>> {
    let sql = "SELECT concat(q.title, char(10), p.text) FROM questions q JOIN posts p ON p.id = q.id WHERE q.id = ?1";
    read.first(sql, [question], |row| row.get(0))
}

/// Returns a domain that texts have linked.
pub fn domain(read: &Read<'_>, domain: &str) -> Result<Option<KnownDomain>> {
    let sql = "SELECT content_id, is_trusted FROM link_domains WHERE domain = ?1";
    read.first(sql, [domain], |row| {
        Ok(KnownDomain {
            content: row.get(0)?,
            is_trusted: row.get(1)?,
        })
    })
}

/// Records that a text links a domain. `stands`: the earlier text with it stays.
pub fn set_domain(
    tx: &Write<'_>,
    domain: &str,
    content: Id,
    is_trusted: bool,
    stands: bool,
) -> Result<()> {
    let sql = "INSERT INTO link_domains (domain, content_id, linked_at, is_trusted) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (domain) DO UPDATE SET linked_at = ?3, is_trusted = max(is_trusted, ?4),
                   content_id = iif(?5, content_id, ?2)";
    tx.execute(sql, (domain, content, tx.now, is_trusted, stands))
        .map(drop)
}

/// Forgets some domains that were not linked for longest, if there are too many.
pub fn expire_domains(tx: &Write<'_>) -> Result<()> {
    let sql = "DELETE FROM link_domains WHERE domain IN (SELECT domain FROM link_domains ORDER BY linked_at LIMIT
                   min(?2, max(0, (SELECT domains FROM spam_counts) - ?1)))";
    tx.execute(sql, (MAX_DOMAINS, DOMAINS_EXPIRED_AT_ONCE))
        .map(drop)
}

/// Returns whether a question, an answer or a comment is not deleted.
pub fn stands(read: &Read<'_>, content: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM posts WHERE id = ?1 AND deleted_at IS NULL
               UNION ALL SELECT 1 FROM comments WHERE id = ?1 AND deleted_at IS NULL";
    read.exists(sql, [content])
}

/// Returns the address from which the actor has logged in, or had when they created the API token with which they act.
pub fn address(read: &Read<'_>, me: &Me) -> Result<Option<IpAddr>> {
    let sql = "SELECT address FROM sessions WHERE token_hash = ?1
               UNION ALL SELECT address FROM api_tokens WHERE token_hash = ?1";
    let address: Option<Option<String>> = read.first(sql, [me.session()], |row| row.get(0))?;
    Ok(address.flatten().and_then(|address| address.parse().ok()))
}
