//! The route that lists what a user wrote.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::core::error::{Result, Sentence};
use crate::core::paging::{Page, Paging};
use crate::features::questions::model::{AuthoredPost, PostKind};
use crate::features::questions::store;
use crate::features::users::{self, Me};
use crate::platform::db::Read;
use crate::platform::web::{Pace, Path, Query, Routes, Text, register, schemas};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// List a user's questions and answers, newest first
        get_measured("/user/getPosts/{username}", list);
    }
}

/// The kinds of posts that a list can be limited to.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Question,
    Answer,
}

#[derive(Deserialize, IntoParams)]
struct PostsQuery {
    /// question or answer: only these.
    #[serde(rename = "type")]
    #[param(rename = "type", schema_with = schemas::post_kind)]
    kind: Option<Kind>,
}

/// The number of posts from which on a list takes long: the viewer may read only the oldest.
const MANY: i64 = 2_000;

fn list(
    read: &Read<'_>,
    me: &Me,
    (Path(Text(username)), (Query(query), paging)): &(Path<Text>, (Query<PostsQuery>, Paging)),
    pace: Pace,
) -> Result<Option<Page<AuthoredPost>>> {
    let author = users::store::by_name(read, username)?.ok_or(Sentence::UserNotFound)?;
    if pace == Pace::Short && store::authored::has_more_than(read, author.id, MANY)? {
        return Ok(None);
    }
    let kind = query.kind.map(|kind| match kind {
        Kind::Question => PostKind::Question,
        Kind::Answer => PostKind::Answer,
    });
    store::authored::list(read, me, author.id, kind, paging).map(Some)
}
