//! The calls about communities. Each that changes one answers with it as the caller sees it then.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::{Archiving, Fellow, Found, Joining, Moderator, Owner, Request, Requesting};
use super::membership::{self, NewCommunity};
use super::{Community, CommunityCard, Member, MemberRequest, store};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::text;
use crate::users::Me;
use crate::web::{Body, Claim, Either, Json, Limit, Page, Paging, Path, Query, Routes, schemas};

/// Adds the calls.
pub fn routes(routes: &mut Routes) {
    routes
        .signed_in()
        .get("/community/getCommunity/{id}", "One community", get)
        .get("/community/getAllCommunities", "Communities by name", list)
        .get("/community/getMembers/{id}", "Who belongs to a community, the oldest membership first", members)
        .get("/community/getMemberRequests/{id}", "Who waits to be let in, the oldest request first; for moderators", requests)
        .limit(Limit::Found)
        .post(["/community/addCommunity", "/addCommunity"], "Make a community", add)
        .limit(Limit::Membership)
        .post(["/community/addMember/{id}", "/addMember/{id}"], "Join a public community", join)
        .post(["/community/addMemberRequest/{id}", "/addMemberRequest/{id}"], "Ask to join a private community", request)
        .post(["/community/approveMemberRequest/{id}", "/approveMemberRequest/{id}"], "Let somebody in; for moderators", approve)
        .delete(["/community/rejectMemberRequest/{id}", "/rejectMemberRequest/{id}"], "Turn a request down; for moderators", reject)
        .post(["/community/addModerator/{id}", "/addModerator/{id}"], "Make a member a moderator; for moderators", promote)
        .delete("/community/removeModerator/{id}", "Make a moderator a member like others; for the owner", demote)
        .delete("/community/removeMember/{id}", "Take a member out; for moderators, and a moderator for the owner", remove)
        .post("/community/leaveCommunity/{id}", "Leave a community, or take one's request to join it back", leave)
        .post("/community/handOverCommunity/{id}", "Make a member the owner; for the owner", hand_over)
        .post("/community/archiveCommunity/{id}", "Let nobody join or ask any more; for the owner", |tx: &mut Write<'_>, me: &Me, path| {
            set_archived(tx, me, path, true)
        })
        .post("/community/unarchiveCommunity/{id}", "Take that back; for the owner", |tx: &mut Write<'_>, me: &Me, path| {
            set_archived(tx, me, path, false)
        });
}

#[derive(Deserialize, IntoParams)]
struct View {
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn get(
    read: &Read<'_>,
    me: &Me,
    (Path(id), Query(query)): (Path<Id>, Query<View>),
) -> Result<Either<Json<Community>, Json<CommunityCard>>> {
    let found = Found::find(read, me, id)?;
    Ok(match query.view.as_str() {
        "" => Either::A(Json(store::seen(read, me, &found)?)),
        "card" => Either::B(Json(store::card(read, &found)?)),
        _ => return Err(Sentence::InvalidView.into()),
    })
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// Part of a name.
    #[serde(default)]
    search: String,
    /// true: only those that the caller belongs to, archived ones too.
    #[serde(default)]
    member: bool,
    /// card: counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

type Communities = Either<Page<Community>, Page<CommunityCard>>;

fn list(read: &Read<'_>, me: &Me, (Query(query), paging): (Query<ListQuery>, Paging)) -> Result<Communities> {
    let ids =
        if query.member { store::lists::mine(read, me, &query.search, &paging)? } else { store::lists::all(read, &query.search, &paging)? };
    let found = ids.try_map(|id| Found::find(read, me, id))?;
    Ok(match query.view.as_str() {
        "" => Either::A(found.try_map(|found| store::seen(read, me, &found))?),
        "card" => Either::B(found.try_map(|found| store::card(read, &found))?),
        _ => return Err(Sentence::InvalidView.into()),
    })
}

#[derive(Deserialize, IntoParams)]
struct MembersQuery {
    /// moderator: only those; member or nothing: all.
    #[serde(default)]
    #[param(schema_with = schemas::member_role)]
    role: String,
}

fn members(
    read: &Read<'_>,
    me: &Me,
    (Path(id), (Query(query), paging)): (Path<Id>, (Query<MembersQuery>, Paging)),
) -> Result<Page<Member>> {
    let moderators_only = match query.role.as_str() {
        "" | "member" => false,
        "moderator" => true,
        _ => return Err(Sentence::InvalidRole.into()),
    };
    match Found::find(read, me, id)?.visible() {
        Some(visible) => store::lists::members(read, &visible, moderators_only, &paging),
        None => Ok(Page { items: Vec::new(), total: 0, next: None }),
    }
}

fn requests(read: &Read<'_>, me: &Me, (Path(id), paging): (Path<Id>, Paging)) -> Result<Page<MemberRequest>> {
    store::lists::requests(read, &Moderator::find(read, me, id)?, &paging)
}

#[derive(Deserialize, ToSchema)]
struct AddCommunity {
    #[serde(default)]
    #[schema(schema_with = schemas::community_name, required = true)]
    name: String,
    #[serde(default)]
    #[schema(schema_with = schemas::community_description)]
    description: String,
    /// public (which it is without one) or private.
    #[serde(default)]
    #[schema(schema_with = schemas::visibility)]
    visibility: String,
    #[serde(default, rename = "owner")]
    _owner: Claim,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddCommunity>) -> Result<Json<Community>> {
    let new = NewCommunity {
        name: text::community_name(&body.name)?,
        description: text::community_description(&body.description)?,
        visibility: body.visibility.parse()?,
    };
    let id = membership::create(tx, me, &new)?;
    now(tx, me, id)
}

/// A community as the actor sees it now.
fn now(tx: &Write<'_>, me: &Me, id: Id) -> Result<Json<Community>> {
    store::seen(tx, me, &Found::find(tx, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Oneself {
    #[serde(default, rename = "userId")]
    _user_id: Claim,
}

type AsOneself = (Path<Id>, Body<Oneself>);

fn join(tx: &mut Write<'_>, me: &Me, (Path(id), _): AsOneself) -> Result<Json<Community>> {
    if let Some(joining) = Joining::find(tx, me, id)? {
        membership::join(tx, me, &joining)?;
    }
    now(tx, me, id)
}

fn request(tx: &mut Write<'_>, me: &Me, (Path(id), _): AsOneself) -> Result<Json<Community>> {
    if let Some(requesting) = Requesting::find(tx, me, id)? {
        membership::request(tx, me, &requesting)?;
    }
    now(tx, me, id)
}

fn leave(tx: &mut Write<'_>, me: &Me, (Path(id), _): AsOneself) -> Result<Json<Community>> {
    membership::leave(tx, me, &Found::find(tx, me, id)?)?;
    now(tx, me, id)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Another {
    /// Of the user whom it concerns: his name or his id.
    #[serde(default)]
    user_id: String,
}

type OfAnother = (Path<Id>, Body<Another>);

fn approve(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::approve(tx, &Request::find_to_approve(tx, &moderator, &body.user_id)?)?;
    now(tx, me, id)
}

fn reject(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::reject(tx, &Request::find(tx, &moderator, &body.user_id)?)?;
    now(tx, me, id)
}

fn promote(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::promote(tx, &Fellow::find(tx, &moderator, &body.user_id)?)?;
    now(tx, me, id)
}

fn demote(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let owner = Owner::find(tx, me, id)?;
    membership::demote(tx, &owner, &Fellow::find_as_owner(tx, &owner, &body.user_id)?)?;
    now(tx, me, id)
}

fn remove(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::remove(tx, &moderator, &Fellow::find(tx, &moderator, &body.user_id)?)?;
    now(tx, me, id)
}

fn hand_over(tx: &mut Write<'_>, me: &Me, (Path(id), Body(body)): OfAnother) -> Result<Json<Community>> {
    let owner = Owner::find(tx, me, id)?;
    membership::hand_over(tx, &owner, &Fellow::find_as_owner(tx, &owner, &body.user_id)?)?;
    now(tx, me, id)
}

fn set_archived(tx: &mut Write<'_>, me: &Me, Path(id): Path<Id>, archived: bool) -> Result<Json<Community>> {
    membership::set_archived(tx, &Archiving::as_owner(tx, me, id)?, archived)?;
    now(tx, me, id)
}
