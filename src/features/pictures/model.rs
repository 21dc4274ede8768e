//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use super::files::FileHash;
use crate::core::id::Id;

/// The type of a stored picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
pub struct Picture {
    #[serde(rename = "_id")]
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

/// The size of a picture that a text shows.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureSize {
    #[serde(rename = "_id")]
    pub id: Id,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

/// A picture that was deleted.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureDeleted {
    #[serde(rename = "_id")]
    pub id: Id,
}

/// How much the pictures of a member take, and how much they may.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureUsage {
    /// The size of all pictures.
    pub bytes: u64,
    pub limit: u64,
    /// The number of pictures.
    pub count: u32,
    pub today: PicturesToday,
}

/// What a member has uploaded today (UTC), those that were no pictures included.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PicturesToday {
    /// The number of files.
    pub count: u32,
    pub limit: u32,
    pub bytes: u64,
    pub byte_limit: u64,
}

/// The kind of a text that shows a picture, or of another use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PictureKind {
    Question,
    Answer,
    Comment,
    Message,
    /// The description of a tag.
    Tag,
    /// The description of a community.
    Community,
    /// What a user tells about themselves.
    Biography,
    /// Not a text: a user or a community has chosen it for themselves.
    Avatar,
    /// Not a text either: it is the logo of the site.
    Logo,
    /// Not a text either: it is the cover of the site.
    Cover,
}

impl PictureKind {
    /// Returns whether earlier versions of such a text are kept.
    pub(super) fn has_history(self) -> bool {
        !matches!(self, Self::Message | Self::Community | Self::Biography)
    }
}

/// A text that may show pictures.
pub struct Source {
    pub kind: PictureKind,
    /// The question, the answer, the comment or the message, or the tag, the community or the user whose
    /// description it is.
    pub id: Id,
    /// The question or the chat that it is in. Of a description, its tag, community or user.
    pub place: Id,
    /// The pictures that it shows, if they exist and its author may show them.
    pub pictures: Vec<Id>,
}

/// One of the files of a picture.
pub struct PictureFile {
    pub hash: FileHash,
    pub kind: PictureType,
}
