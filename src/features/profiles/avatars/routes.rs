//! The routes of chosen pictures.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{AvatarUpdate, Avatars};
use super::{set_of_community, set_own, store};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::Moderator;
use crate::features::pictures::PictureTypes;
use crate::features::pictures::access as picture_access;
use crate::features::pictures::files::Media;
use crate::features::users::{Me, PublicReader};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Anyone, Body, FileReply, Json, KnownVersions, Limit, Path, Query, RequestContext, Routes,
    register,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.anyone();
        /// Return the logo of the site, if this picture is it
        get_async("/site/getLogo/{id}", Limit::Request, logo);
        /// Return the cover of the site, if this picture is it
        get_async("/site/getCover/{id}", Limit::Request, cover);
    }
    register! { routes.public();
        /// Return the chosen pictures of those of up to 100 users and communities that have one
        get("/avatar/getAvatars", avatars);
    }
    register! { routes.signed_in();
        /// Choose one of the caller's pictures for the caller: square, with 64 to 512 pixels a side. null removes it
        patch("/avatar/setAvatar", Limit::Account.refuses_silenced(), set_avatar);
        /// Do the same for a community, which the caller must moderate
        patch("/avatar/setCommunityAvatar", Limit::Account.refuses_silenced(), set_community_avatar);
    }
}

/// Visitors see the logo, but no other picture, and no earlier logo.
async fn logo(
    call: RequestContext<Anyone>,
    (Path(id), known): (Path<Id>, KnownVersions),
) -> Result<FileReply<PictureTypes>> {
    of_site(call, store::LOGO, id, &known).await
}

/// Visitors see the cover, but no other picture, and no earlier cover.
async fn cover(
    call: RequestContext<Anyone>,
    (Path(id), known): (Path<Id>, KnownVersions),
) -> Result<FileReply<PictureTypes>> {
    of_site(call, store::COVER, id, &known).await
}

async fn of_site(
    call: RequestContext<Anyone>,
    place: Id,
    picture: Id,
    known: &KnownVersions,
) -> Result<FileReply<PictureTypes>> {
    let media = Media::of(&call.app.config.data.dir);
    let find = move |read: &Read<'_>, _: &Anyone| {
        store::of_site(read, place, picture)?.ok_or_else(|| Sentence::PictureNotFound.into())
    };
    picture_access::routes::reply(media, call.read(find).await?, known).await
}

/// The largest number of users and communities of one call.
const MAX_ASKED: usize = 100;

#[derive(Deserialize, IntoParams)]
struct AvatarsQuery {
    /// Usernames, separated by commas. Unknown ones are left out.
    #[serde(default)]
    users: String,
    /// The ids of communities, separated by commas. Unknown ones are left out.
    #[serde(default)]
    communities: String,
}

fn avatars(
    read: &Read<'_>,
    _: &PublicReader,
    Query(query): Query<AvatarsQuery>,
) -> Result<Json<Avatars>> {
    let names = items(&query.users);
    let communities = items(&query.communities);
    if names.len() + communities.len() > MAX_ASKED {
        return Err(Sentence::AvatarsTooMany.into());
    }
    let ids: Vec<Id> = communities.into_iter().map(Id::parse_or_unknown).collect();
    Ok(Json(Avatars {
        users: store::of_users(read, &names)?,
        communities: store::of_communities(read, &ids)?,
    }))
}

/// Returns what stands between the commas, and one more than is allowed of too many.
fn items(list: &str) -> Vec<&str> {
    let items = list.split(',').filter(|item| !item.is_empty());
    items.take(MAX_ASKED + 1).collect()
}

#[derive(Deserialize, ToSchema)]
struct NewAvatar {
    /// The picture, or null.
    picture: Option<Id>,
}

fn set_avatar(
    tx: &mut Write<'_>,
    me: &Me,
    Body(new): Body<NewAvatar>,
) -> Result<Json<AvatarUpdate>> {
    set_own(tx, me, new.picture).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct NewCommunityAvatar {
    community: Id,
    /// The picture, or null.
    picture: Option<Id>,
}

fn set_community_avatar(
    tx: &mut Write<'_>,
    me: &Me,
    Body(new): Body<NewCommunityAvatar>,
) -> Result<Json<AvatarUpdate>> {
    let by = Moderator::find(tx, me, new.community)?;
    set_of_community(tx, me, &by, new.picture).map(Json)
}
