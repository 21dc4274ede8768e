//! Bringing a community's questions along from elsewhere.
//!
//! [`stackexchange::import`] reads an unpacked dump in one transaction: all of it arrives or nothing. It remembers
//! where every row came from, so that running it again adds only what is new.

pub mod stackexchange;

mod comments;
mod history;
mod html;
mod links;
mod names;
mod people;
mod posts;
mod rows;
mod store;
mod summary;
#[cfg(test)]
mod tests;

pub use summary::{Count, Summary, Votes};

/// What an import is told besides where the dump is.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The site that the dump is from; else the directory's name says it.
    pub site: Option<String>,
    /// Do everything and then undo it.
    pub dry_run: bool,
}

/// How far an import has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub step: &'static str,
    /// In bytes read.
    pub done: u64,
    pub total: u64,
}
