//! The route of contributions.

use serde::Deserialize;
use utoipa::IntoParams;

use super::model::Contribution;
use super::store;
use crate::core::clock::{Day, Timestamp};
use crate::core::error::{Result, Sentence};
use crate::features::users::{self, Me};
use crate::platform::db::Read;
use crate::platform::web::{Json, Pace, Query, Routes, register, schemas};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return how much a user wrote per day
        get_paced("/contributions/getContributions", |_| Pace::Slow, list);
    }
}

#[derive(Deserialize, IntoParams)]
struct ContributionsQuery {
    /// The name or the id of a user.
    #[serde(default, rename = "userID")]
    #[param(rename = "userID")]
    user_id: String,
    /// The first day, such as 2026-11-01. Without it, the list starts with the first contribution.
    #[param(schema_with = schemas::day)]
    from: Option<String>,
    /// The last day. Without it, the list ends with the last contribution.
    #[param(schema_with = schemas::day)]
    to: Option<String>,
}

fn list(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<ContributionsQuery>,
) -> Result<Json<Vec<Contribution>>> {
    let parse_day = |text: Option<String>| text.map(|text| text.parse::<Day>()).transpose();
    let since = parse_day(query.from)?.map_or(Timestamp::from_millis(i64::MIN), Day::begin);
    let until = parse_day(query.to)?.map_or(Timestamp::from_millis(i64::MAX), Day::end);
    let author =
        users::store::by_id_or_name(read, &query.user_id)?.ok_or(Sentence::UserNotFound)?;
    store::of_author(read, me, author.id, since, until).map(Json)
}
