//! The tables of a site that are read, with their columns: `app/models` and `plugins` of the source of Discourse (version 2026.7).

use crate::operations::import::dumps::{Schema, Table};

/// Passwords, mail addresses and addresses of computers are in none of these columns.
pub static SCHEMA: Schema = Schema {
    program: "a current version of Discourse",
    tables: &[
        Table::required(
            "posts",
            &[
                "id INTEGER",
                "user_id INTEGER",
                "topic_id INTEGER",
                "post_number INTEGER",
                "raw TEXT",
                "created_at TEXT",
                "deleted_at TEXT",
                "post_type INTEGER",
                "hidden BOOLEAN",
                "user_deleted BOOLEAN",
                "last_version_at TEXT",
                "version INTEGER",
                "cook_method INTEGER",
                "action_code TEXT",
                "wiki BOOLEAN",
            ],
        ),
        Table::required(
            "topics",
            &[
                "id INTEGER",
                "title TEXT",
                "updated_at TEXT",
                "views INTEGER",
                "deleted_at TEXT",
                "category_id INTEGER",
                "visible BOOLEAN",
                "closed BOOLEAN",
                "archived BOOLEAN",
                "archetype TEXT",
                "subtype TEXT",
            ],
        ),
        Table::required(
            "users",
            &[
                "id INTEGER",
                "username TEXT",
                "name TEXT",
                "created_at TEXT",
                "active BOOLEAN",
                "staged BOOLEAN",
                "admin BOOLEAN",
                "moderator BOOLEAN",
                "suspended_till TEXT",
                "silenced_till TEXT",
                "uploaded_avatar_id INTEGER",
            ],
        ),
        Table::required(
            "categories",
            &[
                "id INTEGER",
                "name TEXT",
                "slug TEXT",
                "description TEXT",
                "parent_category_id INTEGER",
                "read_restricted BOOLEAN",
                "topic_id INTEGER",
            ],
        ),
        Table::optional("site_settings", &["name TEXT", "value TEXT"]),
        Table::optional("backup_metadata", &["name TEXT", "value TEXT"]),
        Table::optional(
            "user_profiles",
            &[
                "user_id INTEGER",
                "bio_raw TEXT",
                "website TEXT",
                "location TEXT",
            ],
        ),
        Table::optional("user_options", &["user_id INTEGER"])
            .with(&["hide_profile BOOLEAN", "hide_profile_and_presence BOOLEAN"]),
        Table::optional(
            "tags",
            &["id INTEGER", "name TEXT", "target_tag_id INTEGER"],
        )
        .with(&["description TEXT"]),
        Table::optional(
            "topic_tags",
            &["id INTEGER", "topic_id INTEGER", "tag_id INTEGER"],
        ),
        Table::optional(
            "tag_group_memberships",
            &["tag_id INTEGER", "tag_group_id INTEGER"],
        ),
        Table::optional(
            "tag_group_permissions",
            &["tag_group_id INTEGER", "group_id INTEGER"],
        ),
        Table::optional(
            "post_actions",
            &[
                "post_id INTEGER",
                "post_action_type_id INTEGER",
                "deleted_at TEXT",
            ],
        ),
        Table::optional("uploads", &["sha1 TEXT", "url TEXT"]),
        Table::optional(
            "topic_links",
            &[
                "topic_id INTEGER",
                "post_id INTEGER",
                "link_topic_id INTEGER",
                "internal BOOLEAN",
                "reflection BOOLEAN",
            ],
        ),
        Table::optional(
            "topic_custom_fields",
            &["topic_id INTEGER", "name TEXT", "value TEXT"],
        ),
        Table::optional(
            "post_custom_fields",
            &["post_id INTEGER", "name TEXT", "value TEXT"],
        ),
        Table::optional(
            "discourse_solved_solved_topics",
            &["id INTEGER", "topic_id INTEGER"],
        )
        .with(&["answer_post_id INTEGER"]),
        Table::optional(
            "discourse_solved_topic_answers",
            &[
                "id INTEGER",
                "solved_topic_id INTEGER",
                "answer_post_id INTEGER",
            ],
        ),
        Table::optional(
            "post_voting_comments",
            &[
                "id INTEGER",
                "post_id INTEGER",
                "user_id INTEGER",
                "raw TEXT",
                "created_at TEXT",
                "deleted_at TEXT",
            ],
        ),
        Table::optional(
            "post_voting_votes",
            &["votable_id INTEGER", "votable_type TEXT", "direction TEXT"],
        ),
        Table::optional("reviewables", &["type TEXT", "status INTEGER"]),
        Table::optional("post_revisions", &["id INTEGER"]),
        Table::optional("polls", &["id INTEGER"]),
        Table::optional("bookmarks", &["id INTEGER"]),
        Table::optional("user_badges", &["id INTEGER"]),
        Table::optional("chat_messages", &["id INTEGER"]),
    ],
    is_prefixed: false,
    takes,
};

/// Settings can be secrets, and custom fields have what any plug-in writes.
fn takes(table: &str, column: &str, value: &str) -> bool {
    match (table, column) {
        ("site_settings", "name") => matches!(
            value,
            "enable_names" | "traditional_markdown_linebreaks" | "uncategorized_category_id"
        ),
        ("backup_metadata", "name") => value == "base_url",
        ("topic_custom_fields", "name") => value == "accepted_answer_post_id",
        ("post_custom_fields", "name") => value == "is_accepted_answer",
        _ => true,
    }
}
