//! Contributions: how much somebody wrote on which day, as far as the one who asks may read it.

pub mod routes;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Day;

/// What somebody wrote on one day.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Contribution {
    /// In UTC, such as 2026-11-21.
    #[cfg_attr(test, ts(type = "string"))]
    pub date: Day,
    pub questions: u32,
    pub comments: u32,
    pub answers: u32,
}
