//! Imports a community's content from another site.
//!
//! [`stackexchange::import`] reads an unpacked dump in one transaction. It remembers the origin of
//! every row, so a second run adds only new rows. [`json::import`] reads an export of a whole site,
//! made by `stoa export` or by a converter.

pub mod json;
pub mod stackexchange;

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod dumps;
mod error;
mod html;
mod images;
mod links;
mod names;
mod options;
mod pictures;
mod rows;
mod store;
mod summary;
#[cfg(test)]
pub(crate) mod tests;
mod transaction;

pub use error::ImportError;
pub use options::{Options, Progress};
pub use pictures::PictureSource;
pub use summary::{Count, Summary, Votes};
