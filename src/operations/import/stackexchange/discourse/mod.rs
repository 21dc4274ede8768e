//! Reads a backup of a site of Discourse (<https://www.discourse.org>, versions 3.0 to 2026.7), or a dump of its database.
//!
//! It goes through a temporary database, so that memory is bounded. Its queries return the rows of the files of a dump of
//! Stack Exchange.

mod archive;
mod schema;
mod store;
mod text;
mod uploads;

pub use archive::open;
#[cfg(any(test, fuzzing))]
pub use text::markdown;
