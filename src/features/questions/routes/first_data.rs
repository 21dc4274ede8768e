//! The route that returns what the page of a question shows first.

use serde::Serialize;
use utoipa::ToSchema;

use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::features::communities::access::FoundCommunity;
use crate::features::communities::{self, CommunityCard};
use crate::features::questions::FIRST_DATA_SIZE;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::{LinkedQuestion, Question};
use crate::features::questions::store::{content, duplicates, load};
use crate::features::users::{self, Me, PublicReader, User};
use crate::platform::db::Read;
use crate::platform::web::{Json, Path, Routes, register};

/// What the page of a question shows before its first request.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FirstData {
    /// The signed-in user. `null` for a reader without a session.
    #[schema(required = true)]
    user: Option<User>,
    /// The question. `null` if it is too large to be part of the page.
    #[schema(value_type = Option<Question>, required = true)]
    question: Option<JsonText<Question>>,
    /// The questions that are linked to it as duplicates.
    duplicates: Vec<LinkedQuestion>,
    /// The community of the question, if it has one.
    #[schema(required = true)]
    community: Option<CommunityCard>,
    /// The names of those of its authors whom search engines may name.
    listed_authors: Vec<String>,
}

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return the signed-in user, if there is one, and a question, without counting a view
        get("/question/getFirstData/{id}", first_data);
    }
}

fn first_data(
    read: &Read<'_>,
    viewer: &PublicReader,
    Path(id): Path<Id>,
) -> Result<Json<FirstData>> {
    let found = ReadablePost::find(read, viewer, id)?;
    let question = found.question();
    let (user, moderates_site) = match viewer {
        PublicReader::Member(me) => (Some(user(read, me)?), me.moderates_site()),
        PublicReader::Nobody(_) => (None, false),
    };
    let question = if load::exceeds(read, question, FIRST_DATA_SIZE)? {
        None
    } else {
        Some(load::question_json(read, question)?)
    };
    let duplicates = duplicates::list(read, viewer, moderates_site, &found)?;
    let community = match content::community(read, found.question())? {
        Some(id) => Some(communities::store::card(
            read,
            &FoundCommunity::find(read, viewer, id)?,
        )?),
        None => None,
    };
    Ok(Json(FirstData {
        user,
        question,
        duplicates,
        community,
        listed_authors: content::listed_authors(read, found.question())?,
    }))
}

/// Returns the signed-in user as they see themselves.
fn user(read: &Read<'_>, me: &Me) -> Result<User> {
    let user = users::store::as_oneself(read, me.id(), me.silenced_until())?;
    Ok(user.ok_or(Sentence::NotSignedIn)?)
}
