//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

/// Whether the caller has blocked a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct BlockReply {
    pub username: String,
    pub blocked: bool,
}
