//! Users and communities.

use super::description::{kind, optional, required};
use crate::operations::export::store::field::FieldType::{
    Flag, Hash, Id, Json, Name, OneOf, Text, Time, Username,
};
use crate::operations::export::store::field::{Field, Presence};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    RecordKind {
        insert: &[
            "INSERT INTO users (id, username, name_key, display_name, biography, role, created_at, disabled_at, is_indexed, preferences, password_hash)
             VALUES (?1 ->> 'id', ?1 ->> 'username', ?1 ->> 'name_key', ?1 ->> 'display_name', coalesce(?1 ->> 'biography', ''),
                     coalesce(?1 ->> 'role', 'user'), ?1 ->> 'created_at', ?1 ->> 'disabled_at', coalesce(?1 ->> 'is_indexed', 0),
                     coalesce(?1 ->> 'preferences', '{}'),
                     ?1 ->> 'password_hash')",
            // Separate from the row: triggers on the update maintain the name index and the counts.
            "UPDATE users SET deleted_at = ?1 ->> 'deleted_at' WHERE id = ?1 ->> 'id' AND ?1 ->> 'deleted_at' IS NOT NULL",
        ],
        // The other user and the community may follow.
        finish: Some("UPDATE users SET merged_into = ?1 ->> 'merged_into', bot_owner_id = ?1 ->> 'bot_owner', bot_community_id = ?1 ->> 'bot_community'
                      WHERE id = ?1 ->> 'id' AND (?1 ->> 'merged_into' IS NOT NULL OR ?1 ->> 'bot_owner' IS NOT NULL)"),
        ..kind(
            "user",
            "A user. A deleted user keeps only their username, so that no other user can get it.",
            "users",
            "id",
            &[
                required("id", "id", Id, ""),
                required("username", "username", Username, ""),
                optional("display_name", "display_name", Text, "the display name on the site that the user was imported from"),
                optional("biography", "nullif(biography, '')", Text, ""),
                optional("role", "nullif(role, 'user')", OneOf(&["administrator", "moderator", "user"]), "default: `user`"),
                required("created_at", "created_at", Time, ""),
                optional("disabled_at", "disabled_at", Time, "when the user was disabled: since then they cannot log in"),
                optional("is_indexed", "nullif(is_indexed, 0)", Flag, "whether search engines may list the profile and show the name beside posts"),
                optional("preferences", "nullif(preferences, '{}')", Json, "what the user has chosen for the look and the behavior of the site"),
                optional("deleted_at", "deleted_at", Time, ""),
                optional("merged_into", "merged_into", Id, "of a deleted user: the user who got everything of them and to whom their name leads"),
                optional("bot_owner", "bot_owner_id", Id, "of a bot, as which only programs act: the administrator who owns it"),
                optional("bot_community", "bot_community_id", Id, "of a bot: the only community in which it posts"),
                Field {
                    name: "password_hash",
                    about: "without it the user cannot log in until an administrator sets a password",
                    column: "password_hash",
                    field_type: Hash,
                    presence: Presence::Secret,
                },
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO former_usernames (name_key, user_id, username, renamed_at)
             VALUES (?1 ->> 'name_key', ?1 ->> 'user', ?1 ->> 'username', ?1 ->> 'renamed_at')"],
        ..kind(
            "former_username",
            "A name that a user had before. It leads to them, and no other user can get it.",
            "former_usernames",
            "name_key",
            &[
                required("username", "username", Username, ""),
                required("user", "user_id", Id, "a user"),
                required("renamed_at", "renamed_at", Time, ""),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO communities (id, name, name_key, description, visibility, owner_id, created_at, archived_at, needs_account, opened_at)
             VALUES (?1 ->> 'id', ?1 ->> 'name', ?1 ->> 'name_key', coalesce(?1 ->> 'description', ''), ?1 ->> 'visibility', ?1 ->> 'owner',
                     ?1 ->> 'created_at', ?1 ->> 'archived_at', coalesce(?1 ->> 'needs_account', 0), ?1 ->> 'opened_at')"],
        ..kind(
            "community",
            "",
            "communities",
            "id",
            &[
                required("id", "id", Id, ""),
                required("name", "name", Name, ""),
                optional("description", "nullif(description, '')", Text, ""),
                required("visibility", "visibility", OneOf(&["public", "private"]), ""),
                optional("owner", "owner_id", Id, "a user"),
                required("created_at", "created_at", Time, ""),
                optional("archived_at", "archived_at", Time, ""),
                optional("needs_account", "nullif(needs_account, 0)", Flag, "whether only members of the site read what is in this public community"),
                optional("opened_at", "opened_at", Time, "when its owner opened it to everyone"),
            ],
        )
    },
    kind(
        "member",
        "A member of a community.",
        "memberships",
        "community_id, user_id",
        &[
            required("community", "community_id", Id, ""),
            required("user", "user_id", Id, ""),
            required("role", "role", OneOf(&["member", "moderator"]), ""),
            required("joined_at", "joined_at", Time, ""),
        ],
    ),
    kind(
        "member_request",
        "A pending request to join a private community.",
        "membership_requests",
        "community_id, user_id",
        &[required("community", "community_id", Id, ""), required("user", "user_id", Id, ""), required("requested_at", "requested_at", Time, "")],
    ),
];
