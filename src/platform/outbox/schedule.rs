//! Times of day where a user lives: quiet hours and mornings.
//!
//! A zone is an IANA name, whose rules the server knows, so that a time of day stays the same when the
//! clocks change.

use jiff::civil::{DateTime, Time, Weekday};
use jiff::tz::TimeZone;
use jiff::{Span, ToSpan};

use crate::core::clock::Timestamp;
use crate::core::error::{Result, Sentence};

/// The hour at which digests are due.
const MORNING: Time = Time::constant(8, 0, 0, 0);
/// The number of minutes in a day.
const DAY: i64 = 24 * 60;
/// No name of a zone is longer.
const LONGEST_NAME: usize = 64;

/// A time zone that the server knows.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Zone {
    /// Finds a zone by its name, such as `Europe/Berlin`. Rejects other names with 400.
    pub fn named(name: &str) -> Result<Self> {
        if name.len() > LONGEST_NAME {
            return Err(Sentence::TimeZoneUnknown.into());
        }
        TimeZone::get(name)
            .map(Self)
            .map_err(|_| Sentence::TimeZoneUnknown.into())
    }

    /// Finds a zone by its name. A name that this server does not know, which another one has stored, is
    /// UTC.
    pub fn stored(name: &str) -> Self {
        Self(TimeZone::get(name).unwrap_or(TimeZone::UTC))
    }

    fn local(&self, time: Timestamp) -> DateTime {
        let time = jiff::Timestamp::from_millisecond(time.millis()).unwrap_or_default();
        self.0.to_datetime(time)
    }

    /// Returns when it is this time of day next, on a day that counts. A time that the clocks skip is
    /// taken after the gap.
    fn next(&self, now: Timestamp, time: Time, counts: fn(Weekday) -> bool) -> Timestamp {
        let today = self.local(now).date();
        let times = (0..=8_i64).filter_map(|days| {
            let date = today.checked_add(Span::new().days(days)).ok()?;
            let found = self.0.to_timestamp(date.to_datetime(time)).ok()?;
            counts(date.weekday()).then(|| Timestamp::from_millis(found.as_millisecond()))
        });
        let mut later = times.filter(|time| *time > now);
        later.next().unwrap_or(now)
    }

    /// Returns the next morning.
    pub fn next_morning(&self, now: Timestamp) -> Timestamp {
        self.next(now, MORNING, |_| true)
    }

    /// Returns the next morning of a Monday.
    pub fn next_monday(&self, now: Timestamp) -> Timestamp {
        self.next(now, MORNING, |day| day == Weekday::Monday)
    }
}

/// The time of day in which a user is told nothing that they have chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietHours {
    /// In minutes after midnight.
    pub from: i64,
    /// In minutes after midnight; an earlier time is one of the next day.
    pub to: i64,
}

impl QuietHours {
    /// Creates quiet hours. Rejects other numbers than minutes of a day, and the whole day, with 400.
    pub fn new(from: i64, to: i64) -> Result<Self> {
        let is_valid = (0..DAY).contains(&from) && (0..DAY).contains(&to) && from != to;
        if !is_valid {
            return Err(Sentence::QuietHoursInvalid.into());
        }
        Ok(Self { from, to })
    }

    /// Returns when the quiet hours end that a time is in.
    pub fn end(&self, zone: &Zone, now: Timestamp) -> Option<Timestamp> {
        let local = zone.local(now);
        let minute = i64::from(local.hour()) * 60 + i64::from(local.minute());
        let is_quiet = if self.from < self.to {
            (self.from..self.to).contains(&minute)
        } else {
            minute >= self.from || minute < self.to
        };
        let to = Time::midnight().saturating_add(self.to.minutes());
        is_quiet.then(|| zone.next(now, to, |_| true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    fn berlin() -> Zone {
        Zone::named("Europe/Berlin").expect("a zone")
    }

    #[test]
    fn the_morning_stays_the_morning_when_the_clocks_change() {
        let zone = berlin();
        let winter = zone.next_morning(at("2026-10-25T12:00:00Z"));
        let summer = zone.next_morning(at("2026-10-23T12:00:00Z"));
        assert_eq!(winter, at("2026-10-26T07:00:00Z"));
        assert_eq!(summer, at("2026-10-24T06:00:00Z"));
        let monday = zone.next_monday(at("2026-10-26T07:00:00Z"));
        assert_eq!(monday, at("2026-11-02T07:00:00Z"));
    }

    #[test]
    fn quiet_hours_may_span_midnight_and_end_at_their_time_of_day() {
        let quiet = QuietHours::new(22 * 60, 7 * 60).expect("hours");
        let end = |time| quiet.end(&berlin(), at(time));
        // The clocks go back in this night.
        assert_eq!(
            end("2026-10-24T20:00:00Z"),
            Some(at("2026-10-25T06:00:00Z"))
        );
        assert_eq!(
            end("2026-10-25T05:59:59Z"),
            Some(at("2026-10-25T06:00:00Z"))
        );
        assert_eq!(end("2026-10-25T06:00:00Z"), None);
        assert_eq!(end("2026-10-24T19:59:59Z"), None);
    }

    #[test]
    fn quiet_hours_within_a_day_end_on_this_day() {
        let quiet = QuietHours::new(0, 30).expect("hours");
        let end = quiet.end(&Zone::stored("UTC"), at("2026-10-25T00:29:00Z"));
        assert_eq!(end, Some(at("2026-10-25T00:30:00Z")));
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_taken_after_the_gap() {
        let quiet = QuietHours::new(23 * 60, 2 * 60 + 30).expect("hours");
        let end = quiet.end(&berlin(), at("2026-03-28T23:00:00Z"));
        assert_eq!(end, Some(at("2026-03-29T01:30:00Z")));
    }

    #[test]
    fn other_hours_and_unknown_zones_are_refused() {
        for (from, to) in [(0, 0), (-1, 5), (0, 1_440), (i64::MIN, i64::MAX)] {
            assert!(QuietHours::new(from, to).is_err(), "{from} {to}");
        }
        for name in [
            "",
            "Nowhere",
            "../etc/passwd",
            "a\0b",
            &"x".repeat(1_000_000),
        ] {
            assert!(Zone::named(name).is_err(), "{name:.20}");
        }
    }
}
