//! The types of this feature.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::clock::Timestamp;
use crate::core::id::Id;
use crate::features::pictures::{PictureKind, PictureType};

/// A picture of a member, with the texts that show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureRecord {
    #[serde(rename = "_id")]
    pub id: Id,
    /// The name of the member who has uploaded it.
    pub owner: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// The size on the disk, with the thumbnail.
    pub bytes: u32,
    #[serde(rename = "type")]
    pub kind: PictureType,
    pub uploaded_at: Timestamp,
    /// The first 5 texts that show it and that the caller may read.
    pub uses: Vec<PictureUse>,
    /// The number of these texts. At most 100 are counted.
    pub use_count: u32,
}

/// A picture of a member, in the download of their data.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnPicture {
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
    pub uploaded_at: Timestamp,
}

/// A text that shows a picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PictureUse {
    pub kind: PictureKind,
    /// The question, the answer, the comment or the message, the community or the user whose description
    /// it is, or the user or the community whose picture it is. Absent for the logo and the cover, and for the
    /// description of a tag: the id of a tag says
    /// when it was first used, which may have been in a private community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_id: Option<Id>,
    /// The question that it is or belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qid: Option<Id>,
    /// The title of that question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The answer that it is or comments on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_id: Option<Id>,
    /// The chat of a direct message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chat_id: Option<Id>,
    /// The name of the tag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// The name of the community.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub community: Option<String>,
}

/// How many pictures the site has, and how much they take.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PictureCounts {
    pub pictures: u32,
    /// The size of all files.
    pub bytes: u64,
    pub files: u32,
    pub unused: UnusedPictures,
    /// The 10 members whose pictures take the most.
    pub largest: Vec<MemberPictures>,
}

/// Pictures that no text shows, which are deleted after 30 days.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct UnusedPictures {
    pub pictures: u32,
    pub bytes: u64,
}

/// How much the pictures of a member take.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MemberPictures {
    pub username: String,
    pub pictures: u32,
    pub bytes: u64,
}
