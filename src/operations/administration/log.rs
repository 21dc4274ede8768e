//! Reading the log of administration.
//!
//! A moderator of the site sees no entry about a post in a private community that they are not a member
//! of: it would reveal that the post exists. The operator sees all entries.

use super::model::LogFilter;
use super::store;
use crate::core::error::Result;
use crate::core::paging::{Page, Paging};
use crate::features::users::admin_log::AdminLogEntry;
use crate::features::users::{AdminAuthority, SiteModerator};
use crate::platform::db::Read;

/// Returns the entries that a moderator of the site may read, newest first.
pub fn entries(
    read: &Read<'_>,
    by: &SiteModerator,
    filter: &LogFilter,
    paging: &Paging,
) -> Result<Page<AdminLogEntry>> {
    store::log_entries(read, Some(by.id()), filter, paging)
}

/// Returns all entries, newest first, for the operator.
pub fn all_entries(
    read: &Read<'_>,
    _: &AdminAuthority,
    filter: &LogFilter,
    paging: &Paging,
) -> Result<Page<AdminLogEntry>> {
    store::log_entries(read, None, filter, paging)
}
