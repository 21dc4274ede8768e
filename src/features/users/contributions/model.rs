//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Day;

/// The number of posts and comments that a user wrote on one day.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Contribution {
    /// The day in UTC, such as 2026-11-21.
    #[cfg_attr(test, ts(type = "string"))]
    pub date: Day,
    pub questions: u32,
    pub comments: u32,
    pub answers: u32,
}
