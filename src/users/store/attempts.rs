//! Failed logins in SQL.

use crate::clock::Timestamp;
use crate::db::{Read, Write};
use crate::error::Result;
use crate::users::attempts::FORGOTTEN;

/// Until when nothing is looked at for a subject of failed logins.
pub fn retry_at(read: &Read<'_>, subject: &str) -> Result<Option<Timestamp>> {
    read.first("SELECT retry_at FROM login_delays WHERE subject = ?1", [subject], |row| row.get(0))
}

/// Counts a failed login and returns how many there are now.
pub fn count(tx: &Write<'_>, subject: &str) -> Result<u32> {
    tx.execute("DELETE FROM login_delays WHERE last_at < ?1", [tx.now.minus(FORGOTTEN)])?;
    tx.value(
        "INSERT INTO login_delays (subject, failures, retry_at, last_at) VALUES (?1, 1, 0, ?2)
         ON CONFLICT (subject) DO UPDATE SET failures = failures + 1, last_at = ?2 RETURNING failures",
        (subject, tx.now),
    )
}

/// Looks at nothing for a subject before this time.
pub fn delay_until(tx: &Write<'_>, subject: &str, time: Timestamp) -> Result<()> {
    tx.execute("UPDATE login_delays SET retry_at = ?2 WHERE subject = ?1", (subject, time))?;
    Ok(())
}

/// Takes the failure just counted back, and the delay that came with it.
pub fn take_back(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("UPDATE login_delays SET failures = failures - 1, retry_at = ?2 WHERE subject = ?1", (subject, tx.now))?;
    Ok(())
}

/// Takes the failure just counted back. A delay stays: another one may have caused it.
pub fn discount(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("UPDATE login_delays SET failures = failures - 1 WHERE subject = ?1", [subject])?;
    Ok(())
}

/// Starts the count of a subject's failures again.
pub fn forget(tx: &Write<'_>, subject: &str) -> Result<()> {
    tx.execute("DELETE FROM login_delays WHERE subject = ?1", [subject])?;
    Ok(())
}
