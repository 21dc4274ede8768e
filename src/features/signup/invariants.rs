//! Invariants of the rows of waiting accounts.

use crate::platform::db::Invariant::{self, DerivedKey};

pub const DERIVED: &[Invariant] = &[DerivedKey {
    table: "waiting_accounts",
    column: "name_key",
    expected: "folded(waiting_accounts.username)",
}];
