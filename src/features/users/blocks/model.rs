//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

/// Whether the caller has blocked a user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BlockReply {
    pub username: String,
    pub blocked: bool,
}
