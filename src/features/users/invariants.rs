//! Invariants of the users' rows.

use crate::platform::db::Invariant::{self, Derived, DerivedKey, Indexed, Owned, Present};

pub const DERIVED: &[Invariant] = &[
    DerivedKey {
        table: "users",
        column: "name_key",
        expected: "folded(users.username)",
    },
    DerivedKey {
        table: "former_usernames",
        column: "name_key",
        expected: "folded(former_usernames.username)",
    },
    Present {
        table: "user_counts",
        columns: "id, users",
        missing: "SELECT 1, 0 WHERE NOT EXISTS (SELECT 1 FROM user_counts)",
    },
    Derived {
        table: "user_counts",
        column: "users",
        expected: "SELECT count(*) FROM users WHERE deleted_at IS NULL",
    },
];

pub const ORPHANS: &[Invariant] = &[
    Owned {
        table: "former_usernames",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = former_usernames.user_id)",
    },
    Owned {
        table: "pending_erasures",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = pending_erasures.user_id AND u.deleted_at IS NOT NULL)",
    },
    Owned {
        table: "sessions",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = sessions.user_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "identities",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = identities.user_id)",
    },
    Owned {
        table: "waiting_identities",
        orphan: "NOT EXISTS (SELECT 1 FROM waiting_accounts w WHERE w.id = waiting_identities.account_id)",
    },
    Owned {
        table: "provider_sessions",
        orphan: "NOT EXISTS (SELECT 1 FROM sessions s WHERE s.token_hash = provider_sessions.token_hash)
             OR NOT EXISTS (SELECT 1 FROM identities i WHERE i.id = provider_sessions.identity_id)",
    },
    Owned {
        table: "known_devices",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = known_devices.user_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "second_factors",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = second_factors.user_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "recovery_codes",
        orphan: "NOT EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = recovery_codes.user_id)",
    },
    Owned {
        table: "passkeys",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = passkeys.user_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "api_tokens",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = api_tokens.user_id AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "incoming_hooks",
        orphan: "NOT EXISTS (SELECT 1 FROM users u WHERE u.id = incoming_hooks.user_id AND u.bot_owner_id IS NOT NULL AND u.deleted_at IS NULL)",
    },
    Owned {
        table: "password_links",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL) OR created_by NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "mail_addresses",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "mail_links",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "security_notices",
        orphan: "user_id NOT IN (SELECT id FROM users WHERE deleted_at IS NULL)",
    },
    Owned {
        table: "invitations",
        orphan: "created_by NOT IN (SELECT id FROM users WHERE deleted_at IS NULL UNION ALL SELECT user_id FROM pending_purges)
             OR used_by NOT IN (SELECT id FROM users WHERE deleted_at IS NULL UNION ALL SELECT user_id FROM pending_purges)",
    },
];

pub const INDEXES: &[Invariant] = &[Indexed {
    table: "user_names",
    columns: "username, display_name",
    tokenizer: "trigram",
    source: "SELECT id, username, display_name FROM users WHERE deleted_at IS NULL",
}];
