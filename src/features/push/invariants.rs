//! Invariants of the devices.

use crate::platform::db::Invariant::{self, Owned};

/// A device ends with its session.
pub const ORPHANS: &[Invariant] = &[Owned {
    table: "push_devices",
    orphan: "session_hash NOT IN (SELECT token_hash FROM sessions)",
}];
