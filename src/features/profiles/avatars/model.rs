//! The types of this feature.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::id::Id;
use crate::platform::realtime::{Event, Subject};

/// The chosen pictures of those who have one.
#[derive(Default, Serialize, ToSchema)]
pub struct Avatars {
    /// Of users, by their names as they were given.
    pub users: BTreeMap<String, Id>,
    /// Of communities, by their ids.
    pub communities: BTreeMap<Id, Id>,
}

/// What has a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AvatarOf {
    Users,
    Communities,
}

/// A user or a community has another picture, or none. Sent to every signed-in user.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AvatarUpdate {
    pub of: AvatarOf,
    /// The username, or the id of the community.
    pub seed: String,
    #[schema(required = true)]
    pub picture: Option<Id>,
}

impl Event for AvatarUpdate {
    const NAME: &'static str = "avatarUpdate";
    const IS_PUBLIC: bool = true;

    fn subject(&self) -> Subject {
        Subject::default()
    }
}
