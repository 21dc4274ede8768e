//! Stars: the questions that somebody wants to find again. Nobody else hears of them.

pub mod routes;
pub mod rules;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;

/// Whether the one who asks has starred a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StarReply {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub starred: bool,
}
