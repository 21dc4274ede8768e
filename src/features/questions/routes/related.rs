//! The route that returns related questions.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::QuestionCard;
use crate::features::questions::store::{self, load};
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::web::{Json, Pace, Path, Routes, register};

/// The largest number of related questions.
const MAX_RELATED: usize = 5;

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return up to 5 questions that are related to a question, best first: linked ones, then similar ones
        get_paced("/question/getRelatedQuestions/{id}", |_| Pace::Search, related);
    }
}

fn related(
    read: &Read<'_>,
    me: &Me,
    Path(id): Path<Id>,
) -> Result<Json<JsonText<Vec<QuestionCard>>>> {
    let question = ReadablePost::find(read, me, id)?;
    let ids = store::related::related(read, me, &question, MAX_RELATED)?;
    let cards = load::cards(read, me.id(), &ids)?;
    Ok(Json(JsonText::of(cards)?.into()))
}
