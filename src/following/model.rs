//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;

/// What is new to the caller in a question that they have visited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct News {
    #[cfg_attr(test, ts(type = "string"))]
    pub qid: Id,
    /// The number of answers by others since the visit: at most 100.
    #[cfg_attr(test, ts(type = "number"))]
    pub new_answers: i64,
    /// The oldest of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub first_new_answer: Option<Id>,
    /// The newest answer, whether it is new or not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional, type = "string"))]
    pub last_answer: Option<Id>,
}
