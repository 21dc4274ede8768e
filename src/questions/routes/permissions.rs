//! The route that returns what the caller may do with a question.

use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::access::ReadablePost;
use crate::questions::model::QuestionPermissions;
use crate::questions::permissions;
use crate::users::Me;
use crate::web::{Json, Pace, Path, Routes, register};

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
    if pace == Pace::Short && permissions::is_slow(read, &question)? {
        return Ok(None);
    }
    permissions::of_question(read, me, &question).map(|found| Some(Json(found)))
}
