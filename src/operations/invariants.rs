//! What follows from what: the invariants of all features, in the order in which they are repaired.
//!
//! Everything that a repair writes is derived from rows that users wrote. No repair makes content
//! readable for more people than its sources do, and where two sources contradict each other,
//! nothing is repaired.

use crate::features::profiles::avatars;
use crate::features::users::{badges, blocks};
use crate::features::{
    communities, flags, following, games, mentions, messages, notifications, pictures, push,
    questions, sanctions, signup, stars, trust, users, webhooks,
};
use crate::platform::db::Invariant;
use crate::platform::outbox;

/// The owners of rows.
pub const ORPHANS: &[&[Invariant]] = &[
    users::invariants::ORPHANS,
    outbox::invariants::ORPHANS,
    push::invariants::ORPHANS,
    webhooks::invariants::ORPHANS,
    communities::invariants::ORPHANS,
    questions::invariants::ORPHANS,
    notifications::invariants::ORPHANS,
    mentions::invariants::ORPHANS,
    badges::invariants::ORPHANS,
    stars::invariants::ORPHANS,
    following::invariants::ORPHANS,
    blocks::invariants::ORPHANS,
    messages::invariants::ORPHANS,
    sanctions::invariants::ORPHANS,
    flags::invariants::ORPHANS,
    games::invariants::ORPHANS,
    pictures::invariants::ORPHANS,
    avatars::invariants::ORPHANS,
    trust::invariants::ORPHANS,
];

/// The derived columns. No two features derive the same one.
pub const DERIVED: &[&[Invariant]] = &[
    users::invariants::DERIVED,
    signup::invariants::DERIVED,
    questions::invariants::DERIVED,
    communities::invariants::DERIVED,
    notifications::invariants::DERIVED,
    mentions::invariants::DERIVED,
    following::invariants::DERIVED,
    messages::invariants::DERIVED,
    sanctions::invariants::DERIVED,
    flags::invariants::DERIVED,
    games::invariants::DERIVED,
    pictures::invariants::DERIVED,
    trust::invariants::DERIVED,
    webhooks::invariants::DERIVED,
];

/// The name indexes.
pub const INDEXES: &[&[Invariant]] =
    &[users::invariants::INDEXES, communities::invariants::INDEXES];

/// The contradictions between sources, which nothing repairs.
pub const CONFLICTS: &[&[Invariant]] = &[questions::invariants::CONFLICTS];

/// The tables that have no content of their own: all that is in them follows from other tables.
pub const DERIVED_TABLES: &[&str] = &[
    "user_names",
    "user_counts",
    "community_names",
    "community_counts",
    "author_counts",
    "question_counts",
    "community_tags",
    "game_counts",
    "player_counts",
    "spam_counts",
    "media_counts",
    "search_texts",
    "search_strong",
    "search_entries",
    "search_ranges",
    "search_rebuild",
    "search_words",
    "search_corrections",
    "search_trigrams",
];
