//! How much members may upload and store.

use std::path::Path;
use std::time::Duration;

use super::model::{PictureUsage, PicturesToday};
use super::store::quotas;
use crate::core::clock::Timestamp;
use crate::core::config::Config;
use crate::core::error::{Error, Result, Sentence};
use crate::features::users::Me;
use crate::platform::db::{self, Read, Write};

const MEGABYTE: u64 = 1_000_000;
/// The free space that is left to other things, in bytes, unless a twentieth of the disk is less.
const LEAST_FREE: u64 = 1_000_000_000;
const DAY: i64 = 24 * 3600 * 1000;

/// The limits that apply now.
#[derive(Clone, Copy)]
pub struct Quota {
    per_member: u64,
    per_day: u32,
    bytes_per_day: u64,
    site: u64,
    /// Whether the limits of a day apply.
    is_rate_limited: bool,
}

impl Quota {
    /// Returns the limits of a configuration.
    pub fn of(config: &Config) -> Self {
        let bytes = |megabytes: u32| u64::from(megabytes) * MEGABYTE;
        Self {
            per_member: bytes(config.pictures.per_member_mb),
            per_day: config.pictures.per_day,
            bytes_per_day: bytes(config.pictures.per_day_mb),
            site: bytes(config.pictures.site_mb),
            is_rate_limited: config.limits.enabled,
        }
    }

    /// Returns what the actor has stored and uploaded, and the limits.
    pub fn usage(&self, read: &Read<'_>, me: &Me) -> Result<PictureUsage> {
        let (count, bytes) = quotas::stored(read, me.id())?;
        let (uploads, uploaded) = quotas::uploaded(read, me.id(), day(read.now))?;
        Ok(PictureUsage {
            bytes,
            limit: self.per_member,
            count,
            today: PicturesToday {
                count: uploads,
                limit: self.per_day,
                bytes: uploaded,
                byte_limit: self.bytes_per_day,
            },
        })
    }

    /// Rejects a file of the actor of this size with 429 if they have uploaded too much today, and with
    /// 507 if they have, or the site has, no room for it.
    pub fn check(&self, read: &Read<'_>, me: &Me, bytes: u64) -> Result<()> {
        let usage = self.usage(read, me)?;
        let today = &usage.today;
        let is_too_much = today.count >= today.limit || today.bytes + bytes > today.byte_limit;
        if self.is_rate_limited && is_too_much {
            let rest = DAY - read.now.millis().rem_euclid(DAY);
            let wait = Duration::from_millis(rest.unsigned_abs());
            return Err(Error::RetryAfter(Sentence::TooManyPicturesToday, wait));
        }
        self.check_room(read, me, 0)
    }

    /// Rejects pictures of the actor of this size with 507 if they have, or the site has, no room for
    /// them.
    pub fn check_room(&self, read: &Read<'_>, me: &Me, bytes: u64) -> Result<()> {
        let is_full = |stored: u64, limit: u64| stored >= limit || stored + bytes > limit;
        if is_full(quotas::stored(read, me.id())?.1, self.per_member)
            || is_full(quotas::stored_by_all(read)?, self.site)
        {
            return Err(Sentence::NoRoomForPictures.into());
        }
        Ok(())
    }

    /// Counts a file that the actor has uploaded. Rejects it like [`Quota::check`].
    pub fn charge(&self, tx: &Write<'_>, me: &Me, bytes: u64) -> Result<()> {
        self.check(tx, me, bytes)?;
        quotas::charge(tx, me.id(), day(tx.now), bytes)
    }

    /// Counts what the pictures of an upload take beyond the bytes that arrived.
    pub fn charge_stored(&self, tx: &Write<'_>, me: &Me, more: u64) -> Result<()> {
        quotas::charge_bytes(tx, me.id(), day(tx.now), more)
    }
}

/// Rejects pictures with 507 if the disk of a directory is nearly full.
pub fn check_disk(directory: &Path) -> Result<()> {
    let (free, size) = db::files::disk_space(directory)?;
    if is_nearly_full(free, size) {
        return Err(Sentence::NoRoomForPictures.into());
    }
    Ok(())
}

fn is_nearly_full(free: u64, size: u64) -> bool {
    free < LEAST_FREE.min(size / 20)
}

/// Returns the number of days since 1970 in UTC.
fn day(time: Timestamp) -> i64 {
    time.millis().div_euclid(DAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gigabyte_or_a_twentieth_of_the_disk_stays_free() {
        let gigabytes = |count: u64| count * 1_000_000_000;
        assert!(is_nearly_full(gigabytes(1) - 1, gigabytes(1000)));
        assert!(!is_nearly_full(gigabytes(1), gigabytes(1000)));
        assert!(is_nearly_full(gigabytes(1) / 2 - 1, gigabytes(10)));
        assert!(!is_nearly_full(gigabytes(1) / 2, gigabytes(10)));
    }
}
