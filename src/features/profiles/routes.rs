//! The calls of profiles.

use serde::Deserialize;
use utoipa::ToSchema;

use super::Profile;
use crate::core::error::Result;
use crate::core::text;
use crate::features::users::{Me, PublicReader, User, store};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Json, Limit, Path, Routes, Text, register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return a user, also by a name that they had before
        get("/user/getUser/{username}", by_name);
    }
    register! { routes.signed_in().sessions_only();
        /// Return whether search engines may list the caller's profile and show their name beside their posts
        get("/user/getIndexing", indexing);
        /// Set whether search engines may do that
        patch("/user/setIndexing", Limit::Vote.allows_silenced(), set_indexing);
        /// Change the caller's biography
        patch("/user/updateBiography", Limit::Account.refuses_silenced(), update_biography);
    }
}

fn by_name(
    read: &Read<'_>,
    _: &PublicReader,
    Path(Text(username)): Path<Text>,
) -> Result<Json<Profile>> {
    super::by_name(read, &username).map(Json)
}

fn indexing(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<bool>> {
    store::may_be_indexed(read, me.username()).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct Indexing {
    allow: bool,
}

fn set_indexing(tx: &mut Write<'_>, me: &Me, Body(new): Body<Indexing>) -> Result<Json<bool>> {
    store::set_may_be_indexed(tx, me, new.allow)?;
    tx.without_event("no page shows what search engines may do");
    Ok(Json(new.allow))
}

#[derive(Deserialize, ToSchema)]
struct BiographyUpdate {
    #[serde(default, rename = "username")]
    _username: ClaimedIdentity,
    #[schema(schema_with = schemas::biography)]
    biography: String,
}

fn update_biography(
    tx: &mut Write<'_>,
    me: &Me,
    Body(update): Body<BiographyUpdate>,
) -> Result<Json<User>> {
    super::set_biography(tx, me, &text::biography(&update.biography)?).map(Json)
}
