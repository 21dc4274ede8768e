//! Selects expired backups. Retained are the last few, and the last of each of some days, weeks and
//! months.

use std::collections::BTreeSet;
use std::fmt;

use super::list::Listed;
use crate::core::clock::Timestamp;

/// Returns the day, week or month of a time, as the year and the number within it.
type Period = fn(&jiff::Zoned) -> (i16, i16);

/// The number of backups to retain of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    pub last: usize,
    pub daily: usize,
    pub weekly: usize,
    pub monthly: usize,
}

/// Expired backups that retention keeps, because the newest backup does not replace them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Withheld {
    /// The backups of other sites than that of the newest one.
    pub of_other_sites: usize,
    /// The backups of the same site with more than twice the content of the newest one.
    pub fuller: usize,
}

impl Withheld {
    pub fn count(self) -> usize {
        self.of_other_sites + self.fuller
    }
}

impl fmt::Display for Withheld {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons = Vec::new();
        if self.of_other_sites > 0 {
            reasons.push(format!(
                "{} are of another site than the newest backup",
                self.of_other_sites
            ));
        }
        if self.fuller > 0 {
            reasons.push(format!(
                "{} have more than twice the content of the newest backup",
                self.fuller
            ));
        }
        write!(f, "old backups are kept: {}", reasons.join(", "))
    }
}

/// What to do about withheld backups.
pub const WITHHELD_ADVICE: &str = "if content is missing from the site, restore one of them (stoa backup list); otherwise move them to another directory, or delete them with stoa backup prune --force";

/// The backups among which retention chooses, and those that it keeps out of caution.
pub struct Candidates<'l> {
    /// Sorted, the oldest first.
    pub dated: Vec<(jiff::Timestamp, &'l Listed)>,
    pub withheld: Withheld,
}

/// Selects all readable backups from before `now`, whatever they contain.
pub(super) fn all(listed: &[Listed], now: Timestamp) -> Candidates<'_> {
    let mut dated: Vec<(jiff::Timestamp, &Listed)> = listed
        .iter()
        .filter(|backup| backup.time().is_some_and(|time| time <= now))
        .filter_map(|backup| Some((backup.manifest.as_ref()?.created_at.parse().ok()?, backup)))
        .collect();
    dated.sort_by(|(time, backup), (other, second)| {
        (time, &backup.path).cmp(&(other, &second.path))
    });
    Candidates {
        dated,
        withheld: Withheld::default(),
    }
}

/// Selects the backups that may expire at `now`: those of the site of the newest one, unless one of
/// them has more than twice its content. An emptied site, or a new one in the place of a lost one,
/// thus never displaces the backups that hold the content. Archives that cannot be read, or were
/// made while the clock was ahead, never expire.
pub fn candidates(listed: &[Listed], now: Timestamp) -> Candidates<'_> {
    let Candidates {
        mut dated,
        mut withheld,
    } = all(listed, now);
    let newest = dated
        .last()
        .and_then(|(_, backup)| backup.manifest.as_ref());
    if let Some(newest) = newest {
        let before = dated.len();
        dated.retain(|(_, backup)| {
            let site = backup
                .manifest
                .as_ref()
                .and_then(|manifest| manifest.site.as_ref());
            site.is_none() || newest.site.is_none() || site == newest.site.as_ref()
        });
        let is_fuller = |backup: &Listed| {
            let manifest = backup.manifest.as_ref();
            manifest.is_some_and(|manifest| manifest.content() > 2 * newest.content())
        };
        withheld = Withheld {
            of_other_sites: before - dated.len(),
            fuller: dated.iter().filter(|(_, backup)| is_fuller(backup)).count(),
        };
        if withheld.fuller > 0 {
            dated.clear();
        }
    }
    Candidates { dated, withheld }
}

impl Retention {
    /// Returns the indexes of the backups to remove. `times` are sorted, the oldest first. If all
    /// counts are 0, nothing expires.
    pub fn expired(&self, times: &[jiff::Timestamp]) -> Vec<usize> {
        if *self == Self::default() {
            return Vec::new();
        }
        let newest_first = || {
            times
                .iter()
                .enumerate()
                .rev()
                .map(|(index, time)| (index, time.to_zoned(jiff::tz::TimeZone::UTC)))
        };
        let mut retained: BTreeSet<usize> = newest_first()
            .take(self.last)
            .map(|(index, _)| index)
            .collect();
        let periods: [(usize, Period); 3] = [
            (self.daily, |time| (time.year(), time.day_of_year())),
            (self.weekly, |time| {
                (
                    time.date().iso_week_date().year(),
                    i16::from(time.date().iso_week_date().week()),
                )
            }),
            (self.monthly, |time| (time.year(), i16::from(time.month()))),
        ];
        for (count, period) in periods {
            let mut seen = BTreeSet::new();
            for (index, time) in newest_first() {
                let is_new = seen.insert(period(&time));
                if seen.len() > count {
                    break;
                }
                if is_new {
                    retained.insert(index);
                }
            }
        }
        (0..times.len())
            .filter(|index| !retained.contains(index))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expired(retention: Retention, times: &[&str]) -> Vec<usize> {
        let times: Vec<jiff::Timestamp> = times
            .iter()
            .map(|time| format!("{time}:00Z").parse().unwrap())
            .collect();
        retention.expired(&times)
    }

    #[test]
    fn the_last_backup_of_each_period_is_retained() {
        let times = [
            "2026-10-30T02:00",
            "2026-11-15T02:00",
            "2026-11-16T02:00",
            "2026-11-20T02:00",
            "2026-11-21T02:00",
            "2026-11-21T14:00",
        ];
        let none = Retention::default();
        assert_eq!(expired(none, &times), [0_usize; 0]);
        assert_eq!(expired(Retention { last: 2, ..none }, &times), [0, 1, 2, 3]);
        assert_eq!(
            expired(Retention { daily: 2, ..none }, &times),
            [0, 1, 2, 4]
        );
        // Weeks begin on Monday, and 15 November 2026 is a Sunday.
        assert_eq!(
            expired(Retention { weekly: 2, ..none }, &times),
            [0, 2, 3, 4]
        );
        assert_eq!(
            expired(Retention { monthly: 9, ..none }, &times),
            [1, 2, 3, 4]
        );
        assert_eq!(
            expired(
                Retention {
                    last: 1,
                    daily: 3,
                    monthly: 2,
                    weekly: 0
                },
                &times
            ),
            [1, 4]
        );
    }
}
