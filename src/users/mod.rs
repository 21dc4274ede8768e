//! Users: who they are, how they sign in, and the sessions that remember it.

pub mod account;
pub mod attempts;
pub mod invitations;
pub mod password;
pub mod routes;
pub mod rules;
pub mod session;
pub mod setup;
pub mod store;

use serde::Serialize;
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::Id;
use crate::live::Event;

pub use account::{Account, Administrator, Authority};
pub use session::Me;
pub use setup::Setup;

/// A user as everyone may see him.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct User {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    pub username: String,
    #[cfg_attr(test, ts(type = "string"))]
    pub date_joined: Timestamp,
    /// Markdown.
    pub biography: String,
    /// The name an imported user had where he came from.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub display_name: Option<String>,
    /// Whether he runs the site.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
    pub is_administrator: bool,
}

/// A browser in which one is logged in. Nobody sees those of others.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(rename = "_id")]
    #[cfg_attr(test, ts(type = "string"))]
    pub id: Id,
    #[cfg_attr(test, ts(type = "string"))]
    pub created_at: Timestamp,
    /// Noted every five minutes at most.
    #[cfg_attr(test, ts(type = "string"))]
    pub last_seen_at: Timestamp,
    /// From where it was opened.
    pub address: String,
    /// What the browser said that it is.
    pub user_agent: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// What became of a user. Everyone who is signed in is told.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct UserUpdate {
    pub user: User,
    #[serde(rename = "type")]
    pub change: UserChange,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum UserChange {
    Created,
    Updated,
    Deleted,
}

impl Event for UserUpdate {
    const NAME: &'static str = "userUpdate";
}
