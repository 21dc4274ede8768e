//! The route that returns the questions for the caller.

use crate::db::Read;
use crate::questions::for_you::for_you;
use crate::users::Me;
use crate::web::{Json, Pace, Routes};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    routes.signed_in().get_paced(
        "/question/getForYou",
        "Return up to 5 new and 5 unanswered questions with the tags that the caller uses",
        |()| Pace::Slow,
        |read: &Read<'_>, me: &Me, ()| for_you(read, me).map(Json),
    );
}
