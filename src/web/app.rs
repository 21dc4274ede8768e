//! The state of a running site that every handler may use.

use super::limits::Limiter;
use super::search_lane::SearchLane;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Db;
use crate::metrics::Metrics;
use crate::realtime::Hub;

/// The shared state of a site.
pub struct App {
    pub config: Config,
    pub clock: Clock,
    pub hub: Hub,
    pub db: Db,
    pub limiter: Limiter,
    pub search_lane: SearchLane,
    pub metrics: Metrics,
}
