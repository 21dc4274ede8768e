//! Timestamps (milliseconds since 1970; ISO 8601 in UTC with milliseconds on the wire), days and
//! the clock.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::error::Sentence;

/// A point in time, in milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// Creates a timestamp from milliseconds since 1970.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the time since `earlier`; zero if it is later.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    /// Returns the time plus a duration. Saturates.
    pub fn plus(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_add(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }

    /// Parses the value of a header `Date`.
    pub fn from_http_date(text: &str) -> Option<Self> {
        let time = jiff::fmt::rfc2822::parse(text).ok()?;
        Some(Self(time.timestamp().as_millisecond()))
    }

    /// Returns the time to the minute, as people read it: `2026-11-29 12:00 UTC`.
    pub fn to_minute(self) -> String {
        let text = self.to_string();
        match (text.get(..10), text.get(11..16)) {
            (Some(day), Some(time)) => format!("{day} {time} UTC"),
            _ => text,
        }
    }

    /// Returns the time minus a duration. Saturates.
    pub fn minus(self, duration: Duration) -> Self {
        Self(
            self.0
                .saturating_sub(i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)),
        )
    }
}

impl FromStr for Timestamp {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        let time: jiff::Timestamp = text.parse().map_err(|_| Sentence::InvalidDate)?;
        Ok(Self(time.as_millisecond()))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_millisecond(self.0) {
            Ok(time) => write!(f, "{time:.3}"),
            Err(_) => write!(f, "{} ms", self.0),
        }
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|sentence: Sentence| D::Error::custom(sentence.text()))
    }
}

impl ToSql for Timestamp {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for Timestamp {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

/// A day in UTC; `2026-11-21` on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// The length of a day in milliseconds.
    pub const MILLIS: i64 = 24 * 3600 * 1000;

    /// Creates a day from the number of days since 1970-01-01.
    pub const fn since_1970(days: i64) -> Self {
        Self(days)
    }

    /// Returns the first millisecond of the day.
    pub const fn begin(self) -> Timestamp {
        Timestamp(self.0 * Self::MILLIS)
    }

    /// Returns the first millisecond after the day.
    pub const fn end(self) -> Timestamp {
        Self(self.0 + 1).begin()
    }
}

impl FromStr for Day {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        let time: jiff::Timestamp = match text.len() {
            10 => format!("{text}T00:00:00Z")
                .parse()
                .map_err(|_| Sentence::InvalidDate)?,
            _ => return Err(Sentence::InvalidDate),
        };
        Ok(Self(time.as_millisecond().div_euclid(Self::MILLIS)))
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = self.begin().to_string();
        f.write_str(time.split('T').next().unwrap_or_default())
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A time zone of the IANA database, such as `Europe/Vienna`.
pub struct TimeZone(jiff::tz::TimeZone);

/// A day in a time zone. It has 24 hours, except when daylight saving time begins or ends.
pub struct LocalDay {
    date: jiff::civil::Date,
    pub begin: Timestamp,
    /// The first millisecond after the day.
    pub end: Timestamp,
}

impl TimeZone {
    /// Returns the day that contains a time.
    pub fn day_of(&self, time: Timestamp) -> LocalDay {
        let instant = jiff::Timestamp::from_millisecond(time.0).unwrap_or_default();
        self.day(instant.to_zoned(self.0.clone()).date())
    }

    /// Returns the previous day.
    pub fn day_before(&self, day: &LocalDay) -> LocalDay {
        self.day(day.date.yesterday().unwrap_or(day.date))
    }

    fn day(&self, date: jiff::civil::Date) -> LocalDay {
        let begin = |date: jiff::civil::Date| match date.to_zoned(self.0.clone()) {
            Ok(midnight) => Timestamp(midnight.timestamp().as_millisecond()),
            Err(_) => Timestamp(i64::MAX),
        };
        LocalDay {
            date,
            begin: begin(date),
            end: begin(date.tomorrow().unwrap_or(date)),
        }
    }
}

impl FromStr for TimeZone {
    type Err = Sentence;

    fn from_str(name: &str) -> Result<Self, Sentence> {
        jiff::tz::TimeZone::get(name)
            .map(Self)
            .map_err(|_| Sentence::InvalidTimeZone)
    }
}

/// The source of the current time: the system's clock, or a test's.
#[derive(Clone)]
pub struct Clock(Option<Arc<AtomicI64>>);

impl Clock {
    /// Returns the system's clock, which may jump in either direction.
    pub fn system() -> Self {
        Self(None)
    }

    /// Returns a clock that stands still until [`Clock::advance`]. For tests and seeds.
    pub fn fixed_at(time: Timestamp) -> Self {
        Self(Some(Arc::new(AtomicI64::new(time.0))))
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        Timestamp(match &self.0 {
            Some(millis) => millis.load(Ordering::Relaxed),
            None => jiff::Timestamp::now().as_millisecond(),
        })
    }

    /// Moves a fixed clock. Does nothing to the system's clock.
    pub fn advance(&self, by: Duration) {
        if let Some(millis) = &self.0 {
            millis.fetch_add(
                i64::try_from(by.as_millis()).unwrap_or(0),
                Ordering::Relaxed,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, TimeZone, Timestamp};
    use crate::core::error::Sentence;

    #[test]
    fn times_are_iso_8601_with_milliseconds() {
        assert_eq!(
            Timestamp::from_millis(0).to_string(),
            "1970-01-01T00:00:00.000Z"
        );
        assert_eq!(
            Timestamp::from_millis(1_795_224_896_007).to_string(),
            "2026-11-21T01:34:56.007Z"
        );
    }

    #[test]
    fn consecutive_local_days_have_no_gap() {
        let check = |zone: &str, time: &str, hours: [i64; 3]| {
            let zone: TimeZone = zone.parse().unwrap();
            let instant: jiff::Timestamp = time.parse().unwrap();
            let mut day = zone.day_of(Timestamp::from_millis(instant.as_millisecond()));
            assert!(
                day.begin.millis() <= instant.as_millisecond()
                    && instant.as_millisecond() < day.end.millis()
            );
            for hours in hours {
                assert_eq!(
                    (day.end.millis() - day.begin.millis()) / 3_600_000,
                    hours,
                    "{time}"
                );
                let before = zone.day_before(&day);
                assert_eq!(before.end, day.begin);
                day = before;
            }
        };
        check("UTC", "2026-11-21T23:59:59Z", [24, 24, 24]);
        check("Europe/Vienna", "2026-03-29T22:30:00Z", [24, 23, 24]);
        check("Europe/Vienna", "2026-10-25T22:30:00Z", [25, 24, 24]);
        check("Pacific/Kiritimati", "2026-11-21T10:00:00Z", [24, 24, 24]);
        for name in [
            "",
            "Vienna",
            "Europe/Nowhere",
            "../../etc/passwd",
            "\u{1f40e}",
        ] {
            assert_eq!(
                name.parse::<TimeZone>().err(),
                Some(Sentence::InvalidTimeZone),
                "{name}"
            );
        }
    }

    #[test]
    fn a_day_has_one_text_form() {
        for (text, days) in [
            ("1970-01-01", 0),
            ("2026-11-21", 20_778),
            ("2024-02-29", 19_782),
            ("1969-12-31", -1),
            ("9999-12-30", 2_932_895),
        ] {
            assert_eq!(
                (text.parse(), Day::since_1970(days).to_string()),
                (Ok(Day::since_1970(days)), text.to_owned())
            );
        }
        for text in [
            "",
            "2026-11-31",
            "2025-02-29",
            "2026-11-2",
            "26-11-21",
            "20261121",
            "2026-11-21Z",
            " 2026-11-21",
            "2026-11-21T00",
            "ünïcödé",
        ] {
            assert_eq!(text.parse::<Day>(), Err(Sentence::InvalidDate), "{text}");
        }
    }
}
