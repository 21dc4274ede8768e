//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::features::pictures::PictureSize;
use crate::features::users::User;

/// A user, with what their page needs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Profile {
    #[serde(flatten)]
    pub user: User,
    /// The sizes of the pictures in the biography.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pictures: Vec<PictureSize>,
}
