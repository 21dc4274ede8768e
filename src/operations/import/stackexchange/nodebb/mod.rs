//! Reads a dump of the PostgreSQL database of a site of NodeBB (<https://nodebb.org>, version 4), as text.
//!
//! It goes through a temporary database, so that memory is bounded. Its queries return the rows of the files of a dump of
//! Stack Exchange.

mod store;

pub use store::open;
