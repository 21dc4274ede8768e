//! The HTTP layer below the features: typed routes, input extraction, authentication and responses.
//!
//! A handler is a plain function of a snapshot (or a transaction), the actor and the parsed input.
//! A handler that needs more, for instance to wait for a password hash, takes a [`RequestContext`].
//!
//! `server::security` has already checked the host, the origin and the XSRF token. For each route,
//! a request then passes these checks in this order, and the first failure is the response:
//!
//! 1. A route that needs a session rejects a request without a session cookie and without an API token with
//!    401, and a route for sessions only rejects API tokens with 403. Its input is not read, so an
//!    unauthenticated caller learns nothing about validation.
//! 2. The input is parsed: 400, 408, 413 or 415. The response is held back until 3 to 5 have
//!    passed.
//! 3. The request is counted against the rate limit of the user, or without a session of the
//!    address: 429.
//! 4. The session or the API token must exist in the snapshot or transaction in which the handler runs: 401.
//!    Its user must have the role, and the token the scope: 403.
//! 5. Every [`ClaimedIdentity`] in the input must name the actor: 403. A silenced member is rejected
//!    unless the route only reads or allows them ([`WritePolicy`]): 403.
//! 6. On a route for an actor who must have given their password recently, a password in the input is
//!    checked, and without a recent one the request is rejected: 403.
//! 7. The handler runs. Before that a read may wait in the [`ReadQueue`]: 429, or 503 without a session. What it
//!    refuses as a wrong proof takes at least `EVEN_REFUSAL`, so that the time does not tell what was wrong.
//!
//! Public routes ([`Routes::public`]) differ while everyone may read: a request without a session passes 1 and 4
//! as nobody.

mod actor;
mod app;
mod audit;
pub mod cookies;
mod description;
mod endpoint;
mod extract;
mod file_body;
mod file_reply;
mod form_body;
mod json_file;
mod known_sessions;
mod limits;
mod log_throttle;
mod openapi;
mod password_check;
mod policy;
mod protocol;
mod public_document;
mod read_queue;
mod request_context;
mod response;
mod router;
pub mod schemas;
mod scope;
mod socket_context;
mod stranger_queue;

pub use actor::{Actor, Anyone, Caller, Credential, Identity};
pub use app::App;
#[cfg(test)]
pub(crate) use endpoint::EVEN_REFUSAL;
pub use endpoint::MatchedRoute;
pub use extract::{
    Body, ClaimedIdentity, IdempotencyKey, Input, KnownVersions, OptionalBody, Path, Query, Text,
};
pub use file_body::{FileBody, FileTypes, write_error};
pub use file_reply::FileReply;
pub use form_body::FormBody;
pub use json_file::JsonFile;
pub use known_sessions::KnownSessions;
pub use limits::{Limit, Limiter};
pub use log_throttle::LogThrottle;
pub use openapi::document;
pub use policy::{NeverSilenced, RoutePolicy, WritePolicy, Writes};
pub use protocol::{ProtocolMessage, ProtocolReply};
pub use public_document::{MediaTypes, PublicDocument, entity_tag};
pub use read_queue::{Pace, ReadQueue};
#[cfg(test)]
pub(crate) use read_queue::{Party, Place, Turn};
pub use request_context::RequestContext;
#[cfg(test)]
pub(crate) use request_context::is_body_timeout;
pub use response::{
    Either, Headers, InternalDetail, Json, Reply, WithCookies, WithHeaders, percent_decoded,
    percent_encoded,
};
pub(crate) use router::register;
pub use router::{PathAliases, Route, RouteGroup, Routes};
pub use scope::{Scope, Scopes, TokenAccess};
pub use socket_context::SocketContext;
#[cfg(test)]
pub(crate) use stranger_queue::StrangerQueue;
