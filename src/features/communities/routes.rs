//! Routes of communities. Each route that changes a community returns the caller's new projection
//! of it.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::{
    CanApprove, CanArchive, CanDescribe, CanJoin, CanReject, CanRequest, CanSetReading,
    FoundCommunity, Moderator, Owner, TargetMember,
};
use super::model::{
    Community, CommunityCard, CommunityReach, Member, MemberFilter, MemberRequest, NewCommunity,
};
use super::{membership, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::View;
use crate::core::paging::{Page, Paging};
use crate::core::text;
use crate::features::users::{Me, PublicReader};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Either, Json, Limit, Pace, Path, Query, Routes, register, schemas,
};

/// Adds the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.public();
        /// Return a community
        get("/community/getCommunity/{id}", get);
        /// Return communities, sorted by name
        get("/community/getAllCommunities", list);
        /// Return the members of a community, oldest membership first
        get("/community/getMembers/{id}", members);
    }
    register! { routes.signed_in();
        /// Create a community
        post(["/community/addCommunity", "/addCommunity"], Limit::CreateCommunity.refuses_silenced(), add);
        /// Join a public community
        post(["/community/addMember/{id}", "/addMember/{id}"], Limit::Membership.refuses_silenced(), join);
        /// Ask to join a private community
        post(
            ["/community/addMemberRequest/{id}", "/addMemberRequest/{id}"],
            Limit::Membership.refuses_silenced(),
            request,
        );
        /// Leave a community, or cancel the caller's join request
        post("/community/leaveCommunity/{id}", Limit::Membership.allows_silenced(), leave);
    }
    register! { routes.signed_in().for_moderation();
        /// Return how many posts of how many authors a community has (owner and administrators only)
        get_paced("/community/getReach/{id}", |_| Pace::Slow, reach);
        /// Return the pending join requests, oldest first (moderators only)
        get("/community/getMemberRequests/{id}", requests);
        /// Change the description of a community (moderators only)
        patch("/community/editDescription/{id}", Limit::Edit.refuses_silenced().adds_text(), describe);
        /// Let only members of the site read what is in a public community, or everyone who may read the site
        /// (owner and administrators only)
        patch("/community/setReading/{id}", Limit::Membership.refuses_silenced(), set_reading);
        /// Approve a join request (moderators only)
        post(
            ["/community/approveMemberRequest/{id}", "/approveMemberRequest/{id}"],
            Limit::Membership.refuses_silenced(),
            approve,
        );
        /// Reject a join request (moderators only)
        delete(
            ["/community/rejectMemberRequest/{id}", "/rejectMemberRequest/{id}"],
            Limit::Membership.refuses_silenced(),
            reject,
        );
        /// Make a member a moderator (moderators only)
        post(["/community/addModerator/{id}", "/addModerator/{id}"], Limit::Membership.refuses_silenced(), promote);
        /// Make a moderator an ordinary member (owner only)
        delete("/community/removeModerator/{id}", Limit::Membership.refuses_silenced(), demote);
        /// Remove a member (moderators only; a moderator is removed by the owner)
        delete("/community/removeMember/{id}", Limit::Membership.refuses_silenced(), remove);
        /// Transfer the ownership to a member (owner only)
        post("/community/handOverCommunity/{id}", Limit::Membership.allows_silenced(), transfer_ownership);
        /// Archive a community: nobody can join or post (owner only)
        post(
            "/community/archiveCommunity/{id}",
            Limit::Membership.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, path| set_archived(tx, me, path, true),
        );
        /// Unarchive a community (owner only)
        post(
            "/community/unarchiveCommunity/{id}",
            Limit::Membership.refuses_silenced(),
            |tx: &mut Write<'_>, me: &Me, path| set_archived(tx, me, path, false),
        );
    }
}

#[derive(Deserialize, IntoParams)]
struct ViewQuery {
    /// `card` returns counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

fn get(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Path(id), Query(query)): (Path<Id>, Query<ViewQuery>),
) -> Result<Either<Json<Community>, Json<CommunityCard>>> {
    let found = FoundCommunity::find(read, viewer, id)?;
    Ok(match query.view.parse()? {
        View::Full => Either::A(Json(store::for_viewer(read, viewer, &found)?)),
        View::Card => Either::B(Json(store::card(read, &found)?)),
    })
}

#[derive(Deserialize, IntoParams)]
struct ListQuery {
    /// A part of the name.
    #[serde(default)]
    search: String,
    /// `true` returns only the communities that the caller is a member of, including archived ones.
    #[serde(default)]
    member: bool,
    /// `card` returns counts instead of arrays.
    #[serde(default)]
    #[param(schema_with = schemas::view)]
    view: String,
}

type Communities = Either<Page<Community>, Page<CommunityCard>>;

fn list(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Query(query), paging): (Query<ListQuery>, Paging),
) -> Result<Communities> {
    let ids = if query.member {
        store::lists::mine(read, viewer.member()?, &query.search, &paging)?
    } else {
        store::lists::all(read, &query.search, &paging)?
    };
    let found = ids.try_map(|id| FoundCommunity::find(read, viewer, id))?;
    Ok(match query.view.parse()? {
        View::Full => Either::A(found.try_map(|found| store::for_viewer(read, viewer, &found))?),
        View::Card => Either::B(found.try_map(|found| store::card(read, &found))?),
    })
}

#[derive(Deserialize, IntoParams)]
struct MembersQuery {
    /// `moderator` returns moderators only; `member` or an empty text returns all members.
    #[serde(default)]
    #[param(schema_with = schemas::member_role)]
    role: String,
}

fn members(
    read: &Read<'_>,
    viewer: &PublicReader,
    (Path(id), (Query(query), paging)): (Path<Id>, (Query<MembersQuery>, Paging)),
) -> Result<Page<Member>> {
    let filter: MemberFilter = query.role.parse()?;
    match FoundCommunity::find(read, viewer, id)?.can_see_members() {
        Some(right) => store::lists::members(read, &right, filter, &paging),
        None => Ok(Page {
            items: Vec::new(),
            total: 0,
            next: None,
        }),
    }
}

fn requests(
    read: &Read<'_>,
    me: &Me,
    (Path(id), paging): (Path<Id>, Paging),
) -> Result<Page<MemberRequest>> {
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
    /// `public` (the default) or `private`.
    #[serde(default)]
    #[schema(schema_with = schemas::visibility)]
    visibility: String,
    #[serde(default, rename = "owner")]
    _owner: ClaimedIdentity,
}

fn add(tx: &mut Write<'_>, me: &Me, Body(body): Body<AddCommunity>) -> Result<Json<Community>> {
    let new = NewCommunity {
        name: text::community_name(&body.name)?,
        description: text::community_description(&body.description)?,
        visibility: body.visibility.parse()?,
    };
    let id = membership::create(tx, me, &new)?;
    projection(tx, me, id)
}

#[derive(Deserialize, ToSchema)]
struct DescriptionBody {
    /// Markdown. An empty text removes it.
    #[schema(schema_with = schemas::community_description)]
    description: String,
}

fn describe(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): (Path<Id>, Body<DescriptionBody>),
) -> Result<Json<Community>> {
    let right = CanDescribe::find(tx, me, id)?;
    let description = text::community_description(&body.description)?;
    membership::describe(tx, me, &right, &description)?;
    projection(tx, me, id)
}

/// Returns the caller's projection of a community after a change.
fn projection(tx: &Write<'_>, me: &Me, id: Id) -> Result<Json<Community>> {
    store::for_viewer(tx, me, &FoundCommunity::find(tx, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CallerBody {
    #[serde(default, rename = "userId")]
    _user_id: ClaimedIdentity,
}

type CallerInput = (Path<Id>, Body<CallerBody>);

fn join(tx: &mut Write<'_>, me: &Me, (Path(id), _): CallerInput) -> Result<Json<Community>> {
    if let Some(right) = CanJoin::find(tx, me, id)? {
        membership::join(tx, &right)?;
    }
    projection(tx, me, id)
}

fn request(tx: &mut Write<'_>, me: &Me, (Path(id), _): CallerInput) -> Result<Json<Community>> {
    if let Some(right) = CanRequest::find(tx, me, id)? {
        membership::request(tx, &right)?;
    }
    projection(tx, me, id)
}

fn leave(tx: &mut Write<'_>, me: &Me, (Path(id), _): CallerInput) -> Result<Json<Community>> {
    membership::leave(tx, me, &FoundCommunity::find(tx, me, id)?)?;
    projection(tx, me, id)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TargetBody {
    /// The username or the id of the user.
    #[serde(default)]
    user_id: String,
}

type TargetInput = (Path<Id>, Body<TargetBody>);

fn approve(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::approve(tx, &CanApprove::find(tx, &moderator, &body.user_id)?)?;
    projection(tx, me, id)
}

fn reject(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::reject(tx, &CanReject::find(tx, &moderator, &body.user_id)?)?;
    projection(tx, me, id)
}

fn promote(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::promote(tx, &TargetMember::find(tx, moderator, &body.user_id)?)?;
    projection(tx, me, id)
}

fn demote(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let owner = Owner::find(tx, me, id)?;
    membership::demote(tx, &TargetMember::find_as_owner(tx, owner, &body.user_id)?)?;
    projection(tx, me, id)
}

fn remove(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let moderator = Moderator::find(tx, me, id)?;
    membership::remove(tx, &TargetMember::find(tx, moderator, &body.user_id)?)?;
    projection(tx, me, id)
}

fn transfer_ownership(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): TargetInput,
) -> Result<Json<Community>> {
    let owner = Owner::find(tx, me, id)?;
    membership::transfer_ownership(tx, &TargetMember::find_as_owner(tx, owner, &body.user_id)?)?;
    projection(tx, me, id)
}

fn reach(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<CommunityReach>> {
    store::reach(read, &CanSetReading::find(read, me, id)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReadingBody {
    needs_account: bool,
}

fn set_reading(
    tx: &mut Write<'_>,
    me: &Me,
    (Path(id), Body(body)): (Path<Id>, Body<ReadingBody>),
) -> Result<Json<Community>> {
    let right = CanSetReading::find(tx, me, id)?;
    membership::set_reading(tx, me, &right, body.needs_account)?;
    projection(tx, me, id)
}

fn set_archived(
    tx: &mut Write<'_>,
    me: &Me,
    Path(id): Path<Id>,
    archived: bool,
) -> Result<Json<Community>> {
    membership::set_archived(tx, &CanArchive::as_owner(tx, me, id)?, archived)?;
    projection(tx, me, id)
}
