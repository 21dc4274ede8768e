//! Reads a dump of the database of a site of Question2Answer (<https://www.question2answer.org>, version 1.8), as text.
//!
//! It goes through a temporary database, so that memory is bounded. Its queries return the rows of the files of a dump of
//! Stack Exchange.

mod html;
mod store;
mod text;

#[cfg(any(test, fuzzing))]
use crate::core::error::Result;
pub use store::open;

/// Reads a dump without taking anything from it, for the targets in `fuzz/`.
#[cfg(any(test, fuzzing))]
pub fn read_nothing(dump: &[u8]) {
    struct Nothing;
    impl text::Sink for Nothing {
        fn table(&mut self, _: &str, _: &[String]) -> Result<()> {
            Ok(())
        }

        fn wants(&mut self, _: &str, columns: &[String]) -> Result<Option<Vec<bool>>> {
            Ok(Some(vec![true; columns.len()]))
        }

        fn row(&mut self, values: Vec<text::Value>) -> Result<()> {
            for value in values.into_iter().flatten() {
                html::of_plain(&String::from_utf8_lossy(&value));
            }
            Ok(())
        }
    }
    let _ = text::read("dump.sql", dump, &mut Nothing);
}

/// What a dump does not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Details<'a> {
    /// The time zone of the database server, whose local time the dump contains.
    pub time_zone: Option<&'a str>,
    /// What the names of the tables begin with. By default it is that of the only site in the dump.
    pub prefix: Option<&'a str>,
}
