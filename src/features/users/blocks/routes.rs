//! The routes of blocking.

use serde::Deserialize;
use utoipa::ToSchema;

use super::model::BlockReply;
use super::store;
use crate::core::error::{Result, Sentence};
use crate::core::paging::{Page, Paging};
use crate::features::users::{self, Me};
use crate::platform::db::{Read, Write};
use crate::platform::web::{Body, Json, Limit, Path, Routes, Text, register};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return the names of the users whom the caller has blocked, by name
        get("/user/getBlockedUsers", list);
        /// Return whether the caller has blocked a user
        get("/user/getBlock/{username}", of_user);
        /// Block a user: neither can start a chat with the other or write to them alone
        post("/user/blockUser", Limit::Chat.allows_silenced(), block);
        /// Unblock a user
        post("/user/unblockUser", Limit::Chat.allows_silenced().critical(), unblock);
    }
}

fn list(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<String>> {
    store::list(read, me, &paging)
}

fn of_user(read: &Read<'_>, me: &Me, Path(Text(user)): Path<Text>) -> Result<Json<BlockReply>> {
    let user = users::store::by_id_or_name(read, &user)?.ok_or(Sentence::UserNotFound)?;
    let blocked = store::exists(read, me, user.id)?;
    Ok(Json(BlockReply {
        username: user.username,
        blocked,
    }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OtherUser {
    /// The username or the id of the user.
    user_id: String,
}

fn block(tx: &mut Write<'_>, me: &Me, Body(other): Body<OtherUser>) -> Result<Json<BlockReply>> {
    let username = super::block(tx, me, &other.user_id)?;
    tx.without_event(BLOCKS_ARE_PRIVATE);
    Ok(Json(BlockReply {
        username,
        blocked: true,
    }))
}

fn unblock(tx: &mut Write<'_>, me: &Me, Body(other): Body<OtherUser>) -> Result<Json<BlockReply>> {
    let username = super::unblock(tx, me, &other.user_id)?;
    tx.without_event(BLOCKS_ARE_PRIVATE);
    Ok(Json(BlockReply {
        username,
        blocked: false,
    }))
}

const BLOCKS_ARE_PRIVATE: &str = "blocks are private";
