//! What measures the jobs of a database.

use std::sync::OnceLock;

use super::cost::Meter;
use super::job::guarded;
use super::query_metrics::QueryMetrics;
use super::transaction::{Read, SearchSetting};
use crate::core::error::Result;

/// What measures the jobs, as far as it is switched on.
#[derive(Default)]
pub(super) struct Instruments {
    pub queries: OnceLock<QueryMetrics>,
    pub meter: OnceLock<Meter>,
    /// [`Read::search`] of all reads.
    pub search: OnceLock<SearchSetting>,
}

impl Instruments {
    /// Runs a read, measures it, and isolates its panics.
    pub fn read<T>(&self, read: &Read<'_>, f: impl FnOnce(&Read<'_>) -> Result<T>) -> Result<T> {
        match self.meter.get() {
            Some(meter) => meter.read(read.connection, || guarded(|| f(read))),
            None => guarded(|| f(read)),
        }
    }
}
