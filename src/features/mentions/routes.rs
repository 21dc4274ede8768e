//! The routes of mentions.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::Mention;
use super::{MARKED_AT_ONCE, store};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::fold;
use crate::features::users::{self, Me};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Query, Routes, register};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the texts that name the caller and that they have not seen, newest first. Looks at the newest 500
        get("/mention/getMentions", list);
        /// Return up to 8 usernames that begin with a text, ignoring case, by name
        get("/mention/getNames", names);
        /// Mark mentions of the caller as seen
        patch("/mention/markMentionsSeen", Limit::Visit.allows_silenced(), mark_seen);
    }
}

fn list(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<Mention>> {
    store::list(read, me, &paging)
}

/// The largest number of names that one call returns.
const MAX_NAMES: usize = 8;

#[derive(Deserialize, IntoParams)]
struct NamesQuery {
    /// The beginning of the names. Nothing begins with an empty text.
    prefix: String,
}

fn names(read: &Read<'_>, _: &Me, Query(query): Query<NamesQuery>) -> Result<Json<Vec<String>>> {
    if query.prefix.is_empty() {
        return Ok(Json(Vec::new()));
    }
    users::store::with_prefix(read, &fold(&query.prefix), MAX_NAMES).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MentionsSeen {
    /// The mentions. Others are left out, and notifications about the same texts are viewed. Without it,
    /// all up to `upTo`.
    #[schema(max_items = 100)]
    ids: Option<Vec<Id>>,
    /// The newest mention that the caller has seen. Without it, all.
    up_to: Option<Id>,
}

fn mark_seen(tx: &mut Write<'_>, me: &Me, Body(seen): Body<MentionsSeen>) -> Result<Json<bool>> {
    match seen.ids {
        Some(ids) if ids.len() > MARKED_AT_ONCE => {
            let text = format_args!("more than {MARKED_AT_ONCE} mentions");
            return Err(Error::with(Sentence::Malformed, text));
        }
        Some(ids) => super::mark_seen(tx, me, &ids)?,
        None => super::mark_all_seen(tx, me, seen.up_to)?,
    }
    tx.without_event("how far a member has seen is private");
    Ok(Json(true))
}
