//! Mail: what is sent, to whom, and what becomes of it when the mail server fails.

mod addresses;
pub mod delivery;
mod digests;
mod double;
mod invitations;
mod messages;
mod news;
mod page;
mod resets;
mod sending;
mod unsubscribing;
