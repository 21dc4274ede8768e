//! Reads a file with one question, answer or comment in each record, as CSV or as lines of JSON. `docs/import.md` has the fields.
//!
//! It goes through a temporary database, so that memory is bounded. Its queries return the rows of the files of a dump of
//! Stack Exchange.

mod records;
mod store;

#[cfg(any(test, fuzzing))]
pub use records::{Format, read};
pub use store::open;
