//! Ids: 64-bit integers that increase with time; 13 characters on the wire.
//!
//! The high 42 bits are milliseconds since 1970, the low 21 bits are random. Ids therefore sort by
//! time (as numbers and as text), reveal no totals and need no counter shared between processes.

use std::cell::Cell;
use std::fmt;
use std::str::FromStr;

use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::clock::Timestamp;
use crate::core::error::Sentence;

const RANDOM_BITS: u32 = 21;
/// Crockford's base 32 in lower case, without i, l, o and u.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
pub const LENGTH: usize = 13;

/// The id of a row. Each id has exactly one text form; other texts are [`Sentence::NotFound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(i64);

impl Id {
    /// Creates an id from the number in the database.
    pub const fn from_i64(value: i64) -> Self {
        Self(value)
    }

    /// Returns the number in the database.
    pub const fn as_i64(self) -> i64 {
        self.0
    }

    /// Parses an id from a request. An invalid text becomes 0, the id of no row, so that invalid and
    /// unknown ids get the same reply.
    pub fn parse_or_unknown(text: &str) -> Self {
        text.parse().unwrap_or(Self(0))
    }

    /// Returns when the id was created.
    pub fn time(self) -> Timestamp {
        Timestamp::from_millis(self.0 >> RANDOM_BITS)
    }

    /// Creates an id from a time, or from the nearest one that an id can have, and the low bits of
    /// `low`. Imports use it to create the same id in every run.
    pub fn at(time: Timestamp, low: u64) -> Self {
        let mask = (1 << RANDOM_BITS) - 1;
        let millis = time.millis().clamp(0, i64::MAX >> RANDOM_BITS);
        Self((millis << RANDOM_BITS) | i64::try_from(low & mask).unwrap_or(0))
    }
}

/// Generates ids in strictly increasing order.
pub struct Sequence {
    last: Cell<i64>,
}

impl Sequence {
    /// Creates a sequence that continues after `last`, the highest id in use.
    pub fn after(last: i64) -> Self {
        Self {
            last: Cell::new(last),
        }
    }

    /// Returns an id of this time, or one shortly after the previous id.
    pub fn next(&self, now: Timestamp) -> Id {
        // The upper half of a millisecond is left for the steps, so that ids keep their time.
        let fresh = Id::at(now, rand::random::<u64>() & ((1 << (RANDOM_BITS - 1)) - 1)).0;
        // In the same millisecond, or after the clock went back, add a small random step.
        let next = fresh.max(self.last.get() + 1 + i64::from(rand::random::<u8>()));
        self.last.set(next);
        Id(next)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0u8; LENGTH];
        for (place, digit) in text.iter_mut().rev().enumerate() {
            *digit = DIGITS[(self.0 >> (5 * place)) as usize & 31];
        }
        f.write_str(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Id {
    type Err = Sentence;

    fn from_str(text: &str) -> Result<Self, Sentence> {
        if text.len() != LENGTH {
            return Err(Sentence::NotFound);
        }
        let value = text.bytes().try_fold(0i128, |value, byte| {
            let digit = DIGITS
                .iter()
                .position(|&d| d == byte)
                .ok_or(Sentence::NotFound)?;
            Ok::<_, Sentence>(value << 5 | digit as i128)
        })?;
        i64::try_from(value)
            .map(Self)
            .map_err(|_| Sentence::NotFound)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Id {
    /// Uses [`Id::parse_or_unknown`].
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::parse_or_unknown(&text))
    }
}

impl Id {
    /// Deserializes an optional id. An empty text means none.
    pub fn deserialize_or_none<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Self>, D::Error> {
        let text: Option<String> = Option::deserialize(deserializer)?;
        let text = text.filter(|text| !text.is_empty());
        Ok(text.map(|text| Self::parse_or_unknown(&text)))
    }
}

impl ToSql for Id {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        self.0.to_sql()
    }
}

impl FromSql for Id {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        i64::column_result(value).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_one_text_form() {
        for value in [0, 1, 31, 32, i64::MAX, 3_763_000_000_000_000_000] {
            let text = Id(value).to_string();
            assert_eq!(text.len(), LENGTH);
            assert_eq!(text.parse(), Ok(Id(value)));
        }
        for other in [
            "",
            "1",
            "0000000000000 ",
            "000000000000I",
            "000000000000u",
            "zzzzzzzzzzzzz",
            "ééééééé",
        ] {
            assert_eq!(other.parse::<Id>(), Err(Sentence::NotFound), "{other}");
        }
    }

    #[test]
    fn ids_increase_even_when_the_clock_goes_back() {
        let sequence = Sequence::after(0);
        let mut last = sequence.next(Timestamp::from_millis(2_000));
        for millis in [2_000, 2_000, 1_000, 0, 2_001, 3_000] {
            let next = sequence.next(Timestamp::from_millis(millis));
            assert!(next > last && next.to_string() > last.to_string());
            last = next;
        }
    }
}
