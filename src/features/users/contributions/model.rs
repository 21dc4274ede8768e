//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Day;

/// The number of posts and comments that a user wrote on one day.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Contribution {
    /// The day in UTC, such as 2026-11-21.
    pub date: Day,
    pub questions: u32,
    pub comments: u32,
    pub answers: u32,
}
