//! Invariants of the deliveries.

use crate::platform::db::Invariant::{self, Owned};

/// What belongs to a user ends with the account.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "deliveries",
        orphan: "recipient_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "delivery_settings",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "delivery_choices",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
];
