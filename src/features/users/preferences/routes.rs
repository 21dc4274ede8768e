//! The route of preferences.

use super::model::{Preferences, PreferencesUpdate};
use super::store;
use crate::core::error::Result;
use crate::features::users::Me;
use crate::platform::db::Write;
use crate::platform::realtime::Audience;
use crate::platform::web::{Body, Json, Limit, Routes, register};

/// Adds the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in().sessions_only();
        /// Change preferences of the caller's account. Those that are absent stay. Returns all that are chosen
        patch("/user/setPreferences", Limit::Account.allows_silenced(), set_preferences);
    }
}

fn set_preferences(
    tx: &mut Write<'_>,
    me: &Me,
    Body(chosen): Body<Preferences>,
) -> Result<Json<Preferences>> {
    let before = store::of(tx, me.id())?;
    let preferences = chosen.or(before.clone());
    if preferences == before {
        tx.without_event("nothing has changed");
        return Ok(Json(preferences));
    }
    store::set(tx, me, &preferences)?;
    let event = PreferencesUpdate {
        preferences: preferences.clone(),
    };
    tx.emit(event, Audience::Users(vec![me.id()]));
    Ok(Json(preferences))
}
