//! Times of databases that do not say their zone.

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::core::error::{Error, Result};

/// Returns the zone that an option names.
pub fn time_zone(zone: Option<&str>) -> Result<TimeZone> {
    let Some(zone) = zone else {
        return Err(Error::internal(
            "name the time zone of the old server, as in --time-zone Europe/Berlin: a dump has its local times, but not their zone",
        ));
    };
    TimeZone::get(zone).map_err(|_| {
        Error::internal(format_args!(
            "there is no time zone {zone}: name one such as Europe/Berlin, America/New_York or UTC"
        ))
    })
}

/// Returns a time as rows of dumps have it, local unless it has an offset. `None`: it is no time, such as one of only zeros or of
/// the year 1, which stands for none in Go.
pub fn utc(time: &str, zone: &TimeZone) -> Option<String> {
    let local = || zone.to_timestamp(time.parse::<DateTime>().ok()?).ok();
    let time = time.parse::<Timestamp>().ok().or_else(local)?.to_string();
    let is_none = time.starts_with(['0', '-']);
    (!is_none).then(|| time.trim_end_matches('Z').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_local_time_is_that_of_its_zone_and_its_day() {
        let zone = TimeZone::get("Europe/Berlin").expect("a zone");
        for (time, expected) in [
            ("2026-01-15 12:00:00", Some("2026-01-15T11:00:00")),
            ("2026-07-15 12:00:00", Some("2026-07-15T10:00:00")),
            // An hour that clocks leave out, and one that comes twice.
            ("2026-03-29 02:30:00", Some("2026-03-29T01:30:00")),
            ("2026-10-25 02:30:00", Some("2026-10-25T00:30:00")),
            // Times of PostgreSQL with their offset.
            (
                "2026-07-15 12:00:00.123+08",
                Some("2026-07-15T04:00:00.123"),
            ),
            ("2026-07-15 12:00:00-03:30", Some("2026-07-15T15:30:00")),
            ("0000-00-00 00:00:00", None),
            ("0001-01-01 00:00:00", None),
            ("infinity", None),
        ] {
            assert_eq!(utc(time, &zone).as_deref(), expected, "{time}");
        }
    }
}
