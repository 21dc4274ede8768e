//! Options and progress of an import.

use crate::features::pictures::files::Media;

/// The options of a Stack Exchange import.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The host name of the dumped site. By default it is derived from the name of the directory.
    pub site: Option<String>,
    /// Import, roll back and report what would have been imported.
    pub dry_run: bool,
    /// The maximum number of new questions, which are imported with their posts, tags and users. By
    /// default everything is imported.
    pub limit: Option<u64>,
    /// Where the files of pictures are stored. Without it, images stay links.
    pub media: Option<Media>,
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The current file, type of record or final step.
    pub step: &'static str,
    /// The bytes read so far.
    pub done: u64,
    /// The bytes to read.
    pub total: u64,
}
