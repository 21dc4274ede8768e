//! The weight of a report: how much its author is trusted, and how often they were right before.
//!
//! A report has the weight 2 × (u + 1) / (d + 2), at most 1.4; that of a new member has half of it. Of the
//! member's 30 newest decided reports of what everyone can read, u were upheld; d is their number, in which a
//! report that was an abuse counts twice. Of the reports from one network the heaviest counts.
//! So a first report weighs 1, and never fewer than three members in three networks hide a post, except that one
//! trusted member hides that of a new one. What moderators write or pin, and what has stood unchanged for 30
//! days, only moderators remove.

use std::collections::HashMap;
use std::time::Duration;

use super::model::Accuracy;
use super::store::flags;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::network::signup_network;
use crate::features::trust::{self, TrustLevel};
use crate::platform::db::Read;

/// What a first report weighs.
const FIRST: i64 = 1_000;
/// The largest weight of a report.
const MAX: i64 = 1_400;
/// The sum of weights that hides a post.
const HIDES: i64 = 3 * FIRST;
/// How long a post stands unchanged until reports no longer hide it.
const STANDS: Duration = Duration::from_secs(30 * 24 * 3600);

fn weight(earlier: &Accuracy) -> i64 {
    (2 * FIRST * (earlier.upheld + 1) / (earlier.decided + 2)).min(MAX)
}

/// Returns whether the newest reports of a case together are enough to hide its object, a post of this author. One
/// by a trusted member is enough if the author is new.
pub fn hide(read: &Read<'_>, case: Id, post: Id, author: Id) -> Result<bool> {
    if flags::is_exempt(read, post, read.now.minus(STANDS))? {
        return Ok(false);
    }
    let is_new = trust::level(read, author)? == TrustLevel::New;
    // The heaviest report of each network. Members without a session count as one network.
    let mut weights = HashMap::new();
    for (user, address) in flags::newest_reporters(read, case)? {
        let level = trust::level(read, user)?;
        if is_new && level == TrustLevel::Trusted {
            return Ok(true);
        }
        let mut weight = weight(&flags::accuracy(read, user)?);
        if level == TrustLevel::New {
            weight /= 2;
        }
        let network = address
            .and_then(|address| address.parse().ok())
            .map(signup_network);
        let heaviest = weights.entry(network).or_insert(0);
        *heaviest = weight.max(*heaviest);
    }
    Ok(weights.values().sum::<i64>() >= HIDES)
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
