//! The route that returns what the caller may do with a question.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::questions::access::ReadablePost;
use crate::features::questions::model::QuestionPermissions;
use crate::features::questions::permissions;
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::web::{Json, Pace, Path, Routes, register};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return what the caller may do with a question, and to its moderators what they may undo
        get_measured("/question/getPermissions/{id}", get);
    }
}

fn get(
    read: &Read<'_>,
    me: &Me,
    Path(id): &Path<Id>,
    pace: Pace,
) -> Result<Option<Json<QuestionPermissions>>> {
    let question = ReadablePost::find(read, me, *id)?;
    if pace == Pace::Short && permissions::is_slow(read, me, &question)? {
        return Ok(None);
    }
    permissions::of_question(read, me, &question).map(|found| Some(Json(found)))
}
