//! The routes of the inbox.

use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::model::{InboxEntry, InboxKind, InboxUnread, MutableKind};
use super::muting;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::Me;
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Query, Routes, register};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return everything that the caller is told, newest first: answers, comments, mentions, votes, what is new in what
        /// they watch, requests to join, what everyone may read now, decisions, badges and reminders
        get("/inbox/getEntries", list);
        /// Return how much in the caller's inbox is unread
        get("/inbox/getUnreadCounts", unread);
        /// Return the kinds of entries that the caller has muted
        get("/inbox/getMutedKinds", muted);
        /// Mark the caller's inbox as read; due reminders stay
        patch("/inbox/markInboxRead", Limit::Visit.allows_silenced(), mark_all_read);
        /// Mark a response, a mention or an entry about the caller's own posts as read. Others are read with the rest
        patch("/inbox/markEntryRead", Limit::Visit.allows_silenced(), mark_read);
        /// Mute a kind of entries, or show it again. Returns what is muted
        patch("/inbox/setMutedKind", Limit::Vote.allows_silenced(), set_muted);
    }
}

#[derive(Deserialize, IntoParams)]
struct Filter {
    /// The kinds of entries, separated by commas. Without it, all. A response and a mention of the same text are one entry,
    /// if both kinds are returned.
    #[serde(default)]
    kinds: String,
}

fn list(
    read: &Read<'_>,
    me: &Me,
    (Query(filter), paging): (Query<Filter>, Paging),
) -> Result<Page<InboxEntry>> {
    super::list(read, me, &super::parse_kinds(&filter.kinds)?, &paging)
}

fn unread(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<InboxUnread>> {
    super::unread(read, me).map(Json)
}

fn muted(read: &Read<'_>, me: &Me, (): ()) -> Result<Json<Vec<MutableKind>>> {
    muting::muted(read, me).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AllRead {
    /// The newest entry that the caller has seen. Without it, all.
    up_to: Option<Id>,
}

fn mark_all_read(tx: &mut Write<'_>, me: &Me, Body(read): Body<AllRead>) -> Result<Json<bool>> {
    super::mark_all_read(tx, me, read.up_to)?;
    Ok(Json(true))
}

#[derive(Deserialize, ToSchema)]
struct OneRead {
    kind: InboxKind,
    /// The id of what the entry is about.
    id: Id,
}

fn mark_read(tx: &mut Write<'_>, me: &Me, Body(read): Body<OneRead>) -> Result<Json<bool>> {
    super::mark_read(tx, me, read.kind, read.id)?;
    Ok(Json(true))
}

#[derive(Deserialize, ToSchema)]
struct Muted {
    kind: MutableKind,
    muted: bool,
}

fn set_muted(
    tx: &mut Write<'_>,
    me: &Me,
    Body(new): Body<Muted>,
) -> Result<Json<Vec<MutableKind>>> {
    muting::set_muted(tx, me, new.kind, new.muted).map(Json)
}
