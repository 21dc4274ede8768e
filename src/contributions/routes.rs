//! The call about contributions.

use serde::Deserialize;
use utoipa::IntoParams;

use super::{Contribution, store};
use crate::clock::{Day, Timestamp};
use crate::db::Read;
use crate::error::{Result, Sentence};
use crate::users::{self, Me};
use crate::web::{Json, Query, Routes, schemas};

/// Adds the call.
pub fn routes(routes: &mut Routes) {
    routes.signed_in().get("/contributions/getContributions", "How much somebody wrote on which days", list);
}

#[derive(Deserialize, IntoParams)]
struct Calendar {
    /// The name or the id of anybody.
    #[serde(default, rename = "userID")]
    #[param(rename = "userID")]
    user_id: String,
    /// The first day, such as 2026-11-01; without it from the beginning.
    #[param(schema_with = schemas::day)]
    from: Option<String>,
    /// The last day.
    #[param(schema_with = schemas::day)]
    to: Option<String>,
}

fn list(read: &Read<'_>, me: &Me, Query(calendar): Query<Calendar>) -> Result<Json<Vec<Contribution>>> {
    let day = |text: Option<String>| text.map(|text| text.parse::<Day>()).transpose();
    let since = day(calendar.from)?.map_or(Timestamp::from_millis(i64::MIN), Day::begin);
    let until = day(calendar.to)?.map_or(Timestamp::from_millis(i64::MAX), Day::end);
    let author = users::store::by_id_or_name(read, &calendar.user_id)?.ok_or(Sentence::UserNotFound)?;
    store::of_author(read, me, author.id, since, until).map(Json)
}
