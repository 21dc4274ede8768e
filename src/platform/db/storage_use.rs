//! How much room a site takes, and whether that leaves enough for new texts and pictures.
//!
//! Long before a full disk makes the site read-only, new texts and pictures are refused, so that logins,
//! votes, moderation and deletions go on.

use serde::Serialize;
use utoipa::ToSchema;

use super::transaction::Read;
use crate::core::error::Result;

/// With less of the disk free, in bytes, there is no room for new texts and pictures.
pub const LEAST_FREE: u64 = 64 << 20;
/// With less of the disk free, in bytes, there is little room, unless a tenth of the disk is less.
const LITTLE_FREE: u64 = 1 << 30;
/// From this share of the limit on there is little room, in percent.
const LITTLE_PERCENT: u64 = 80;
const MEGABYTE: u64 = 1_000_000;

/// How much room there is for new texts and pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Room {
    #[default]
    Enough,
    /// Less than a fifth of the limit is left, or less than 1 GiB or a tenth of the disk is free, whichever is less.
    Little,
    /// The limit is reached, or less than 64 MiB of the disk are free: new texts and pictures are refused.
    No,
}

/// The room that a site takes and has, in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StorageUse {
    /// The pages of the database that are in use, and the pictures.
    pub used: u64,
    /// The largest size of these. `None`: there is no limit.
    pub limit: Option<u64>,
    /// The free bytes of the disk and its size, if the system reports them.
    pub disk: Option<(u64, u64)>,
}

impl StorageUse {
    /// Returns what the site takes, under a limit in megabytes (0: none).
    pub fn of(read: &Read<'_>, limit_mb: u32, disk: Option<(u64, u64)>) -> Result<Self> {
        let number = |sql: &str| read.value::<i64>(sql, []).map(i64::unsigned_abs);
        let pages = number("PRAGMA page_count")? - number("PRAGMA freelist_count")?;
        let pictures = number("SELECT bytes FROM media_counts")?;
        Ok(Self {
            used: pages * number("PRAGMA page_size")? + pictures,
            limit: (limit_mb > 0).then(|| u64::from(limit_mb) * MEGABYTE),
            disk,
        })
    }

    /// Returns how much room there is.
    pub fn room(&self) -> Room {
        let is_over = |percent: u64| {
            self.limit
                .is_some_and(|limit| self.used * 100 >= limit * percent)
        };
        let has_less = |least: u64, share: u64| {
            self.disk
                .is_some_and(|(free, size)| free < least.min(size / share))
        };
        if is_over(100) || has_less(LEAST_FREE, 1) {
            Room::No
        } else if is_over(LITTLE_PERCENT) || has_less(LITTLE_FREE, 10) {
            Room::Little
        } else {
            Room::Enough
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_ends_at_the_limit_and_on_a_nearly_full_disk() {
        let of_limit = |used: u64, limit: Option<u64>| StorageUse {
            used: used * MEGABYTE,
            limit: limit.map(|limit| limit * MEGABYTE),
            disk: None,
        };
        let rooms = [0, 79, 80, 99, 100, 101].map(|used| of_limit(used, Some(100)).room());
        let (enough, little, no) = (Room::Enough, Room::Little, Room::No);
        assert_eq!(rooms, [enough, enough, little, little, no, no]);
        assert_eq!(of_limit(1 << 30, None).room(), enough);
        let of_disk = |free: u64, size: u64| StorageUse {
            disk: Some((free << 20, size << 20)),
            ..StorageUse::default()
        };
        let large = [1024, 1023, 64, 63, 0].map(|free| of_disk(free, 1 << 20).room());
        assert_eq!(large, [enough, little, little, no, no]);
        let small = [200, 199, 64, 63].map(|free| of_disk(free, 2_000).room());
        assert_eq!(small, [enough, little, little, no]);
    }
}
