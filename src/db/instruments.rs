//! What measures the jobs of a database.

use std::sync::OnceLock;

use super::cost::Meter;
use super::query_metrics::QueryMetrics;

/// What measures the jobs, as far as it is switched on.
#[derive(Default)]
pub(super) struct Instruments {
    pub queries: OnceLock<QueryMetrics>,
    pub meter: OnceLock<Meter>,
}
