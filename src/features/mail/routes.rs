//! The route behind the links that end mails.

use serde::Serialize;
use utoipa::ToSchema;

use super::unsubscribe;
use crate::core::error::Result;
use crate::platform::db::Write;
use crate::platform::outbox::DeliveryKind;
use crate::platform::web::{Anyone, Json, Limit, Path, Routes, Text, register};

/// Adds the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.anyone();
        /// End the mails that a signed link in one of them names; needs no session and no origin (RFC 8058)
        post("/u/{token}", Limit::LogIn.critical(), unsubscribe);
    }
}

/// The kind of the mails that have ended.
#[derive(Serialize, ToSchema)]
pub struct Unsubscribed {
    pub kind: DeliveryKind,
}

fn unsubscribe(
    tx: &mut Write<'_>,
    _: &Anyone,
    Path(Text(token)): Path<Text>,
) -> Result<Json<Unsubscribed>> {
    let kind = unsubscribe::unsubscribe(tx, &token)?;
    Ok(Json(Unsubscribed { kind }))
}
