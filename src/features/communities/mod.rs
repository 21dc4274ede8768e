//! Communities: membership, roles, and what each role may read and do.
//!
//! Every signed-in user sees that a community exists, its name and its number of members. The
//! members and questions of a private community are visible to its members only, the join requests
//! to its moderators. Each viewer gets their own projection ([`DetailLevel`]) in responses and in
//! events, and an event is sent only to viewers whose projection changed (`events`).

pub mod access;
mod events;
pub mod invariants;
pub mod membership;
mod model;
pub mod routes;
pub mod store;

pub use membership::{merge_user, purge_user};
pub use model::{
    Community, CommunityCard, CommunityChange, CommunityRole, CommunityUpdate, DetailLevel, Member,
    MemberFilter, MemberRequest, NewCommunity, Opening, Visibility, WaitingRequests,
};
