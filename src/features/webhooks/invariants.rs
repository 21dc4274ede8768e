//! Invariants of webhooks.

use crate::platform::db::Invariant::{self, Derived, Owned};

/// Messages end with their webhook, and webhooks with their community.
pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "webhooks",
        orphan: "community_id IS NOT NULL AND community_id NOT IN (SELECT id FROM communities)",
    },
    Owned {
        table: "webhook_deliveries",
        orphan: "webhook_id NOT IN (SELECT id FROM webhooks)",
    },
];

pub const DERIVED: &[Invariant] = &[Derived {
    table: "webhooks",
    column: "waiting",
    expected: "SELECT count(*) FROM webhook_deliveries d WHERE d.webhook_id = webhooks.id AND d.state = 'waiting'",
}];
