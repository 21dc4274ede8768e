//! The route of addresses.

use serde::Deserialize;
use utoipa::IntoParams;

use super::Address;
use super::model::AddressTarget;
use crate::core::error::{Error, Result, Sentence};
use crate::features::users::PublicReader;
use crate::platform::db::Read;
use crate::platform::web::{Json, Query, Routes, register};

/// Registers the route.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return where an address leads: that of a merged question, a former username or a synonym of a tag, or one of
        /// an imported site
        get("/address/getTarget", target);
    }
}

#[derive(Deserialize, IntoParams)]
struct TargetQuery {
    /// A path of this site with its query, or one of an imported site.
    #[serde(default)]
    #[param(required = true)]
    of: String,
}

fn target(
    read: &Read<'_>,
    viewer: &PublicReader,
    Query(query): Query<TargetQuery>,
) -> Result<Json<AddressTarget>> {
    let found = match Address::parse(&query.of) {
        Some(address) => super::find(read, viewer, &address),
        None => Err(Sentence::NotFound.into()),
    };
    match found {
        Err(Error::Code(Sentence::NotFound)) => super::find_path(read, viewer, &query.of),
        found => found,
    }
    .map(Json)
}
