//! Reads a dump of the database of a site of Question2Answer (<https://www.question2answer.org>, version 1.8), as text.
//!
//! It goes through a temporary database, so that memory is bounded. Its queries return the rows of the files of a dump of
//! Stack Exchange.

mod html;
mod store;

pub use html::of_plain as html_of_plain;
pub use store::open;

/// What a dump does not say.
#[derive(Clone, Copy, Debug, Default)]
pub struct Details<'a> {
    /// The time zone of the database server, whose local time the dump contains.
    pub time_zone: Option<&'a str>,
    /// What the names of the tables begin with. By default it is that of the only site in the dump.
    pub prefix: Option<&'a str>,
}
