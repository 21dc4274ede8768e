//! All kinds of records. Each comes after those that it refers to.

mod accounts;
mod activity;
mod chats;
mod description;
mod order;
mod others;
mod people;
mod pictures;
mod posts;
mod queue;

use super::record::RecordKind;

pub use description::PICTURE;

/// All kinds, in the order in which they are written.
const SECTIONS: [&[RecordKind]; 9] = [
    people::KINDS,
    posts::KINDS,
    order::KINDS,
    activity::KINDS,
    accounts::KINDS,
    chats::KINDS,
    queue::KINDS,
    pictures::KINDS,
    others::KINDS,
];

/// Returns all kinds, in the order in which they are written.
pub fn kinds() -> impl Iterator<Item = &'static RecordKind> {
    SECTIONS.into_iter().flatten()
}

/// Returns the kind with this `type`.
pub fn find_kind(name: &str) -> Option<&'static RecordKind> {
    kinds().find(|kind| kind.name == name)
}
