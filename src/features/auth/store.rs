//! SQL of failed logins.

use std::time::Duration;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::platform::db::{Read, Write};

/// After this time without a failure the count starts again.
const RESET_AFTER: Duration = Duration::from_secs(24 * 3600);

/// Returns the time before which attempts of this key are rejected.
pub fn retry_at(read: &Read<'_>, key: &str) -> Result<Option<Timestamp>> {
    read.first(
        "SELECT retry_at FROM login_throttles WHERE key = ?1",
        [key],
        |row| row.get(0),
    )
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

/// Takes back the last failure and its delay.
pub fn undo_with_delay(tx: &Write<'_>, key: &str) -> Result<()> {
    tx.execute(
        "UPDATE login_throttles SET failures = failures - 1, retry_at = ?2 WHERE key = ?1",
        (key, tx.now),
    )?;
    Ok(())
}

/// Takes back the last failure. The delay stays, because another failure may have caused it.
pub fn undo(tx: &Write<'_>, key: &str) -> Result<()> {
    tx.execute(
        "UPDATE login_throttles SET failures = failures - 1 WHERE key = ?1",
        [key],
    )?;
    Ok(())
}

/// Resets the failures of a key.
pub fn reset(tx: &Write<'_>, key: &str) -> Result<()> {
    tx.execute("DELETE FROM login_throttles WHERE key = ?1", [key])?;
    Ok(())
}
