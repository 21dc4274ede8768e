//! The route that returns suggestions for the search field.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::core::error::Result;
use crate::core::json_text::JsonText;
use crate::features::questions::suggestions::{Suggestions, suggest};
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::web::{Json, Pace, Query, Routes, register};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return up to 5 questions, tags, users and communities each for the text in a search field
        get_paced("/search/getSuggestions", |_| Pace::Search, suggestions);
    }
}

#[derive(Deserialize, IntoParams)]
struct SuggestionQuery {
    /// The beginning of a search. Only the first 200 characters count.
    #[serde(default)]
    text: String,
}

fn suggestions(
    read: &Read<'_>,
    me: &Me,
    Query(query): Query<SuggestionQuery>,
) -> Result<Json<JsonText<Suggestions>>> {
    suggest(read, me.id(), &query.text).map(Json)
}
