//! What administrators and moderators did.

use super::description::{kind, optional, required};
use crate::features::questions::model::RemovalKind;
use crate::features::sanctions::model::SanctionKind;
use crate::features::users::admin_log::AdminAction;
use crate::features::users::admin_log::AdminTargetKind;
use crate::operations::export::store::field::FieldType::{
    Either, Id, Number, OneOf, PlannedTime, Text, Time,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    RecordKind {
        insert: &["INSERT INTO admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail, before, concerns, token_id)
             VALUES (?1 ->> 'id', ?1 ->> 'logged_at', ?1 ->> 'actor_id', ?1 ->> 'actor', ?1 ->> 'action', ?1 ->> 'target_kind',
                     ?1 ->> 'target_id', ?1 ->> 'target', coalesce(?1 ->> 'community', 0), ?1 ->> 'detail', ?1 ->> 'before', ?1 ->> 'concerns', ?1 ->> 'token_id')"],
        ..kind(
            "admin_log_entry",
            "An entry of the log of administration. Names are those at that time.",
            "admin_log",
            "id",
            &[
                required("id", "id", Id, ""),
                required("logged_at", "logged_at", Time, ""),
                optional("actor_id", "actor_id", Id, "a user; without it, the operator"),
                required("actor", "actor", Text, "the actor's name; of the operator, their name on the server's system, or empty"),
                required("action", "action", OneOf(AdminAction::WORDS), ""),
                required("target_kind", "target_kind", OneOf(AdminTargetKind::WORDS), ""),
                optional("target_id", "target_id", Id, ""),
                required("target", "target", Text, "the target's name; of an answer or a comment, the title of its question; of a message, its author"),
                optional("community", "nullif(scope, 0)", Id, "the private community whose members may read the entry; without it, all administrators may"),
                required("detail", "detail", Text, "the reason, or what else the action says"),
                optional("before", "before", Text, "the value that the action replaced"),
                optional("concerns", "concerns", Id, "the member whom it concerns, who may read it"),
                optional("token_id", "token_id", Id, "the API token with which the actor acted; tokens themselves are not exported"),
            ],
        )
    },
    kind(
        "sanction",
        "A warning, a silence or a suspension of a user, or the clearing of their profile.",
        "sanctions",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("kind", "kind", OneOf(SanctionKind::WORDS), ""),
            required("reason", "reason", Text, ""),
            optional("created_by", "created_by", Id, "a user; without it, the operator"),
            required("created_at", "created_at", Time, ""),
            optional("ends_at", "ends_at", PlannedTime, "when it ends by itself; a warning and a clearing have no end"),
            optional("lifted_by", "lifted_by", Id, "a user; without it, the operator"),
            optional("lifted_at", "lifted_at", Time, ""),
            required("entry", "entry_id", Id, "the entry of the log of administration"),
            optional("picture", "picture_id", Id, "the picture that a clearing took, which may be deleted since"),
        ],
    ),
    kind(
        "removal_batch",
        "The removal of all posts and comments of a user, or of those since a time.",
        "removal_batches",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, "the author"),
            required("created_by", "created_by", Id, "a user"),
            required("created_at", "created_at", Time, ""),
            required("reason", "reason", Text, ""),
            optional("since", "since", Time, "without it, everything is removed"),
            required("position", "position", Number, "where its work continues"),
            required("entry", "entry_id", Id, "the entry of the log of administration"),
            optional("undone_by", "undone_by", Id, "a user"),
            optional("undone_at", "undone_at", Time, ""),
            required("with_messages", "with_messages", Either(0, 1), "1: messages in the global chat too"),
            optional("pending", "pending", OneOf(&["hide", "chats", "remove", "messages", "show", "restore"]), "the work that is left; `hide`, `chats` and `show` of an account that is removed with others"),
        ],
    ),
    kind(
        "appeal",
        "What a user said against an action that concerns them. The case of the entry decides it.",
        "appeals",
        "entry_id",
        &[
            required("entry", "entry_id", Id, "the entry of the log of administration"),
            required("user", "user_id", Id, ""),
            required("text", "text", Text, ""),
            required("created_at", "created_at", Time, ""),
        ],
    ),
    kind(
        "removal",
        "The removal of a post or comment by an administrator, or why it is kept from others otherwise, and its restoration. Such content is also marked as deleted.",
        "removals",
        "id",
        &[
            required("id", "id", Id, ""),
            required("written", "content_id", Id, "the question, answer or comment"),
            required("removed_by", "removed_by", Id, "a user"),
            required("removed_at", "removed_at", Time, ""),
            required("reason", "reason", Text, ""),
            optional("restored_by", "restored_by", Id, "a user"),
            optional("restored_at", "restored_at", Time, ""),
            optional("community", "community_id", Id, "the community whose moderator removed it; without it, an administrator did"),
            optional("batch", "batch_id", Id, "the `removal_batch` that it is part of"),
            required("kind", "kind", OneOf(RemovalKind::WORDS), "`hidden` by reports; `held` until it is approved, `withdrawn` meanwhile by its author, or `rejected`. Content that is hidden, held or withdrawn has its author as `removed_by`"),
        ],
    ),
    RecordKind {
        // A logo or a cover whose file is missing is none.
        finish: Some("DELETE FROM site_settings WHERE key = ?1 ->> 'key' AND key IN ('logo', 'cover')
                      AND NOT EXISTS (SELECT 1 FROM avatars v WHERE v.object_id = iif(key = 'cover', -1, 0))"),
        ..kind(
            "site_setting",
            "A setting of the administration page that is not its default.",
            "site_settings",
            "key",
            &[
                required("key", "key", Text, "a word such as `title`"),
                required("value", "value", Text, "JSON"),
                required("changed_at", "changed_at", Time, ""),
                required("changed_by", "changed_by", Id, "an administrator"),
            ],
        )
    },
];
