//! The route that returns the questions for the caller.

use crate::features::questions::for_you::for_you;
use crate::features::users::Me;
use crate::platform::db::Read;
use crate::platform::web::{Json, Pace, Routes, register};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return up to 5 new and 5 unanswered questions with the tags that the caller uses
        get_paced("/question/getForYou", |()| Pace::Slow, |read: &Read<'_>, me: &Me, ()| for_you(read, me).map(Json));
    }
}
