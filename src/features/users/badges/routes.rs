//! The route of badges.

use super::model::AwardedBadge;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::features::users::{self, PublicReader};
use crate::platform::db::Read;
use crate::platform::settings;
use crate::platform::web::{Json, Path, Routes, Text, register};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return the badges of a user, the latest first. Empty while the site awards none
        get("/badge/getBadges/{username}", list);
    }
}

fn list(
    read: &Read<'_>,
    _: &PublicReader,
    Path(Text(username)): Path<Text>,
) -> Result<Json<Vec<AwardedBadge>>> {
    let user = users::store::by_name(read, &username)?.ok_or(Sentence::UserNotFound)?;
    if !settings::store::awards_badges(read)? {
        return Ok(Json(Vec::new()));
    }
    store::list(read, user.id, None).map(Json)
}
