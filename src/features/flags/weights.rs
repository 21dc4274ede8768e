//! The weight of a report: how often its author was right before.
//!
//! A report has the weight 2 × (u + 1) / (d + 2), at most 1.4. Of the member's 30 newest decided reports of
//! what everyone can read, u were upheld; d is their number, in which a report that was an abuse counts twice.
//! So a first report weighs 1, and never fewer than three members hide a post, except that one trusted member
//! hides that of a new one.

use super::model::Accuracy;
use super::store::flags;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::trust::{self, TrustLevel};
use crate::platform::db::Read;

/// What a first report weighs.
const FIRST: i64 = 1_000;
/// The largest weight of a report.
const MAX: i64 = 1_400;
/// The sum of weights that hides a post.
const HIDES: i64 = 3 * FIRST;

fn weight(earlier: &Accuracy) -> i64 {
    (2 * FIRST * (earlier.upheld + 1) / (earlier.decided + 2)).min(MAX)
}

/// Returns whether the newest reports of a case together are enough to hide its object. One by a trusted
/// member is enough if the author is new.
pub fn hide(read: &Read<'_>, case: Id, author: Id) -> Result<bool> {
    let is_new = trust::level(read, author)? == TrustLevel::New;
    let mut sum = 0;
    for user in flags::newest_reporters(read, case)? {
        if is_new && trust::level(read, user)? == TrustLevel::Trusted {
            return Ok(true);
        }
        sum += weight(&flags::accuracy(read, user)?);
        if sum >= HIDES {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::{Accuracy, weight};

    #[test]
    fn a_report_weighs_more_the_more_often_its_author_was_right() {
        let weight = |upheld, decided| weight(&Accuracy { upheld, decided });
        assert_eq!(weight(0, 0), 1_000);
        assert_eq!(weight(1, 1), 1_333);
        assert_eq!(weight(30, 30), 1_400);
        assert_eq!(weight(0, 1), 666);
        // An abuse counts twice.
        assert_eq!(weight(0, 2), 500);
        assert_eq!(weight(15, 30), 1_000);
        assert_eq!(weight(0, 60), 32);
    }
}
