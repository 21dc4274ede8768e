//! Reads the links between questions.

use std::path::Path;

use super::dump::Dump;
use crate::core::error::Result;
use crate::operations::import::options::Options;
use crate::operations::import::rows;

/// A link between two posts of a dump, by their ids there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    pub from: i64,
    pub to: i64,
    /// Whether `from` is marked as a duplicate of `to`. Otherwise it only refers to it.
    pub is_duplicate: bool,
}

/// Returns the links in the dump in `directory`.
pub fn links(directory: &Path) -> Result<Vec<Link>> {
    let dump = Dump::open(directory, Options::default())?;
    let mut links = Vec::new();
    if let Some(path) = dump.path("PostLinks.xml") {
        rows::for_each_row(&path, |row, _| {
            let is_duplicate = match row.required_number("LinkTypeId")? {
                1 => false,
                3 => true,
                _ => return Ok(()),
            };
            links.push(Link {
                from: row.required_number("PostId")?,
                to: row.required_number("RelatedPostId")?,
                is_duplicate,
            });
            Ok(())
        })?;
    }
    Ok(links)
}
