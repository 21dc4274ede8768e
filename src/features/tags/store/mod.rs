//! Queries of this feature.

pub mod lookup;
pub mod synonyms;
pub mod top_questions;
pub mod versions;
