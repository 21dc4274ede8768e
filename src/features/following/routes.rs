//! The routes of following.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::inbox as inboxes;
use super::model::{Follow, FollowReply, FollowState, InboxItem, News, SavedSearch, SearchState};
use super::object::Followable;
use super::searches;
use super::store::{follows as store, inbox as inbox_store, searches as search_store, visits};
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{LongPaging, Page, Paging};
use crate::core::text;
use crate::features::notifications::entries;
use crate::features::questions::access::{ReadablePost, parse_ids};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Query, Routes, register, schemas};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return what is new in those of up to 100 questions that the caller has visited and may read
        get("/following/getNews", news);
        /// Return whether the caller watches a question, a tag or a community, and its number of watchers
        get("/following/getFollow", follow);
        /// Return what the caller watches or has muted and may read, by kind and name
        get("/following/getFollows", follows);
        /// Return what is new in what the caller watches, newest first: answers to watched questions, and questions of
        /// watched tags and communities. Looks at the newest 500
        get("/following/getInbox", inbox);
        /// Return whether the caller watches the questions that they answer
        get("/following/getWatchAnswered", watch_answered);
        /// Set whether the caller watches the questions that they answer from now on
        patch("/following/setWatchAnswered", Limit::Vote.allows_silenced(), set_watch_answered);
        /// Watch or mute a question, a tag or a community, or do neither
        patch("/following/setFollow", Limit::Vote.allows_silenced(), set_follow);
        /// Return the searches that the caller has saved, oldest first
        get("/following/getSavedSearches", saved_searches);
        /// Save a search, watch it too, so that new results appear in the inbox, or remove it. A user saves at most 20, and
        /// watches at most 5 of them. Returns what is saved
        patch("/following/setSearch", Limit::Vote.allows_silenced(), set_search);
        /// Record that the caller has seen a question and its answers; never goes back
        patch("/following/markSeen", Limit::Visit.allows_silenced(), mark_seen);
        /// Record that the caller has seen their inbox; never goes back
        patch("/following/markInboxSeen", Limit::Visit.allows_silenced(), mark_inbox_seen);
    }
}

#[derive(Deserialize, IntoParams)]
struct NewsQuery {
    /// The ids of questions, separated by commas. Others are left out.
    ids: String,
}

fn news(read: &Read<'_>, me: &Me, Query(query): Query<NewsQuery>) -> Result<Json<Vec<News>>> {
    visits::news(read, me, &parse_ids(&query.ids)?).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Seen {
    qid: Id,
    /// The newest answer that the caller has seen, or the question itself if they have seen none.
    /// Without it, all answers.
    up_to: Option<Id>,
}

fn mark_seen(tx: &mut Write<'_>, me: &Me, Body(seen): Body<Seen>) -> Result<Json<News>> {
    let question = ReadablePost::find(tx, me, seen.qid)?;
    visits::record(tx, me, &question, seen.up_to)?;
    tx.without_event("visits are private");
    let news = visits::news(tx, me, &[seen.qid])?.into_iter().next();
    news.map(Json).ok_or(Sentence::QuestionNotFound.into())
}

#[derive(Deserialize, IntoParams)]
struct ObjectQuery {
    /// question, tag or community.
    kind: String,
    /// The id of the question or the community, or the name of the tag.
    object: String,
}

fn follow(
    read: &Read<'_>,
    me: &Me,
    Query(ObjectQuery { kind, object }): Query<ObjectQuery>,
) -> Result<Json<FollowReply>> {
    let found = Followable::find(read, me, kind.parse()?, &object)?;
    follow_reply(read, me, &found, object).map(Json)
}

fn follow_reply(
    read: &Read<'_>,
    me: &Me,
    found: &Followable,
    object: String,
) -> Result<FollowReply> {
    let unset = if found.is_own() {
        FollowState::Watching
    } else {
        FollowState::Normal
    };
    Ok(FollowReply {
        kind: found.kind(),
        object,
        state: store::state(read, me, found)?.unwrap_or(unset),
        watchers: store::watchers(read, found)?,
    })
}

fn follows(read: &Read<'_>, me: &Me, LongPaging(paging): LongPaging) -> Result<Page<Follow>> {
    store::list(read, me, &paging)
}

#[derive(Deserialize, ToSchema)]
struct NewState {
    /// question, tag or community.
    kind: String,
    /// The id of the question or the community, or the name of the tag.
    object: String,
    /// watching, normal or muted.
    state: String,
}

fn set_follow(
    tx: &mut Write<'_>,
    me: &Me,
    Body(NewState {
        kind,
        object,
        state,
    }): Body<NewState>,
) -> Result<Json<FollowReply>> {
    let (kind, state) = (kind.parse()?, state.parse()?);
    let found = Followable::find(tx, me, kind, &object)?;
    super::set_state(tx, me, &found, state)?;
    tx.without_event("what a member watches is private");
    follow_reply(tx, me, &found, object).map(Json)
}

fn inbox(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<InboxItem>> {
    inboxes::list(read, me, &paging)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct InboxSeen {
    /// The newest item that the caller has seen. Without it, all.
    up_to: Option<Id>,
}

fn mark_inbox_seen(tx: &mut Write<'_>, me: &Me, Body(seen): Body<InboxSeen>) -> Result<Json<bool>> {
    inboxes::mark_seen(tx, me, seen.up_to)?;
    tx.without_event("how far a member has seen is private");
    Ok(Json(true))
}

fn watch_answered(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<bool>> {
    inbox_store::watches_answered(read, me).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct WatchAnswered {
    watch: bool,
}

fn set_watch_answered(
    tx: &mut Write<'_>,
    me: &Me,
    Body(new): Body<WatchAnswered>,
) -> Result<Json<bool>> {
    inbox_store::set_watches_answered(tx, me, new.watch)?;
    tx.without_event("what a member watches is private");
    Ok(Json(new.watch))
}

fn saved_searches(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<SavedSearch>>> {
    search_store::list(read, me).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewSearch {
    #[schema(schema_with = schemas::saved_search)]
    text: String,
    /// The community to search. Without it, everything.
    community_id: Option<Id>,
    state: SearchState,
}

fn set_search(
    tx: &mut Write<'_>,
    me: &Me,
    Body(new): Body<NewSearch>,
) -> Result<Json<Vec<SavedSearch>>> {
    let text = text::saved_search(&new.text)?;
    searches::set_state(tx, me, &text, new.community_id, new.state)?;
    entries::emit_changed(tx, me.id());
    search_store::list(tx, me).map(Json)
}
