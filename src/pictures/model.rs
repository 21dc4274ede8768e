//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;

/// The type of a stored picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PictureType {
    #[serde(rename = "image/png")]
    Png,
    #[serde(rename = "image/jpeg")]
    Jpeg,
}

impl PictureType {
    /// Returns the media type.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }
}

/// A picture that the caller has uploaded.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Picture {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The size on the disk, with the thumbnail.
    pub bytes: u32,
    #[serde(rename = "type")]
    pub kind: PictureType,
}

/// The size of a picture that a text shows, in pixels.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PictureSize {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub width: u32,
    pub height: u32,
}
