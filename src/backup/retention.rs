//! Selects expired backups. Retained are the last few, and the last of each of some days, weeks and
//! months.

use std::collections::BTreeSet;

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
