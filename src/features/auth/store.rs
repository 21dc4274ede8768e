//! SQL of failed logins.

use std::time::Duration;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::platform::db::{Read, Write};

/// After this time without a failure the count starts again.
const RESET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Returns the number of failures of this key, and the time before which its attempts are rejected.
pub fn failures(read: &Read<'_>, key: &str) -> Result<(u32, Timestamp)> {
    let found = read.first(
        "SELECT failures, retry_at FROM login_throttles WHERE key = ?1 AND last_failed_at >= ?2",
        (key, read.now.minus(RESET_AFTER)),
        |row| Ok((row.get(0)?, row.get(1)?)),
    )?;
    Ok(found.unwrap_or((0, Timestamp::from_millis(0))))
}

/// Counts a failed login and returns the number of failures.
pub fn count(tx: &Write<'_>, key: &str) -> Result<u32> {
    tx.execute(
        "DELETE FROM login_throttles WHERE last_failed_at < ?1",
        [tx.now.minus(RESET_AFTER)],
    )?;
    tx.value(
        "INSERT INTO login_throttles (key, failures, retry_at, last_failed_at) VALUES (?1, 1, 0, ?2)
         ON CONFLICT (key) DO UPDATE SET failures = failures + 1, last_failed_at = ?2 RETURNING failures",
        (key, tx.now),
    )
}

/// Rejects attempts of a key before this time.
pub fn delay_until(tx: &Write<'_>, key: &str, time: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE login_throttles SET retry_at = ?2 WHERE key = ?1",
        (key, time),
    )?;
    Ok(())
}

/// Resets the failures of a key.
pub fn reset(tx: &Write<'_>, key: &str) -> Result<()> {
    tx.execute("DELETE FROM login_throttles WHERE key = ?1", [key])?;
    Ok(())
}
