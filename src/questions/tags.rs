//! Tags.

use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Tag {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub name: String,
    pub description: String,
}

/// A tag and how many questions with it the viewer may read.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TagCount {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub name: String,
    pub description: String,
    pub qcnt: u32,
}
