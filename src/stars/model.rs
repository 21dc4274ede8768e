//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;

/// Whether the caller has starred a question.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StarReply {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    pub starred: bool,
}
