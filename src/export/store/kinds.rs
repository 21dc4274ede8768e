//! All kinds of records. Each comes after those that it refers to.

use super::field::FieldType::{
    Count, Either, FileHash, Flag, Hash, Id, Ids, Json, Name, Number, OneOf, PlannedTime, Tag,
    Tags, Text, Time, Username, Words,
};
use super::field::{Field, FieldType, Presence};
use super::record::RecordKind;
use crate::badges::Badge;
use crate::cases::{Ask, CaseKind};
use crate::flags::model::{Decision, FlagReason};
use crate::questions::close_reason::CloseReason;
use crate::questions::model::RemovalKind;
use crate::sanctions::model::SanctionKind;
use crate::users::admin_log::{AdminAction, AdminTargetKind};

const fn required(
    name: &'static str,
    column: &'static str,
    field_type: FieldType,
    about: &'static str,
) -> Field {
    Field {
        name,
        about,
        column,
        field_type,
        presence: Presence::Required,
    }
}

const fn optional(
    name: &'static str,
    column: &'static str,
    field_type: FieldType,
    about: &'static str,
) -> Field {
    Field {
        name,
        about,
        column,
        field_type,
        presence: Presence::Optional,
    }
}

const fn kind(
    name: &'static str,
    about: &'static str,
    from: &'static str,
    order_by: &'static str,
    fields: &'static [Field],
) -> RecordKind {
    RecordKind {
        name,
        about,
        from,
        order_by,
        fields,
        insert: &[],
        finish: None,
    }
}

/// The description of a nonce.
const NONCE: &str =
    "the author's idempotency key, which prevents duplicates when a request is repeated";

/// The description of an imported score.
const IMPORTED_SCORE: &str = "votes of unknown users, added to the `vote` records";

/// The name of the kind whose records have files.
pub const PICTURE: &str = "picture";

/// All kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    RecordKind {
        insert: &[
            "INSERT INTO users (id, username, name_key, display_name, biography, role, created_at, disabled_at, password_hash)
             VALUES (?1 ->> 'id', ?1 ->> 'username', ?1 ->> 'name_key', ?1 ->> 'display_name', coalesce(?1 ->> 'biography', ''),
                     coalesce(?1 ->> 'role', 'user'), ?1 ->> 'created_at', ?1 ->> 'disabled_at', ?1 ->> 'password_hash')",
            // Separate from the row: triggers on the update maintain the name index and the counts.
            "UPDATE users SET deleted_at = ?1 ->> 'deleted_at' WHERE id = ?1 ->> 'id' AND ?1 ->> 'deleted_at' IS NOT NULL",
        ],
        // The other user may follow.
        finish: Some("UPDATE users SET merged_into = ?1 ->> 'merged_into' WHERE id = ?1 ->> 'id' AND ?1 ->> 'merged_into' IS NOT NULL"),
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
                optional("deleted_at", "deleted_at", Time, ""),
                optional("merged_into", "merged_into", Id, "of a deleted user: the user who got everything of them and to whom their name leads"),
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
        insert: &["INSERT INTO communities (id, name, name_key, description, visibility, owner_id, created_at, archived_at)
             VALUES (?1 ->> 'id', ?1 ->> 'name', ?1 ->> 'name_key', coalesce(?1 ->> 'description', ''), ?1 ->> 'visibility', ?1 ->> 'owner',
                     ?1 ->> 'created_at', ?1 ->> 'archived_at')"],
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
    RecordKind {
        insert: &[
            "INSERT INTO tags (id, name_key) VALUES (?1 ->> 'id', ?1 ->> 'name_key') ON CONFLICT (name_key) DO NOTHING",
            "INSERT INTO scoped_tags (tag_id, scope, id, name, description)
             SELECT id, coalesce(?1 ->> 'community', 0), ?1 ->> 'id', ?1 ->> 'name', coalesce(?1 ->> 'description', 'user added tag')
             FROM tags WHERE name_key = ?1 ->> 'name_key'",
        ],
        ..kind(
            "tag",
            "A tag. Each private community that uses a tag has its own record, with its own spelling and description.",
            "scoped_tags s JOIN tags t ON t.id = s.tag_id",
            // The first record of a tag determines the id of its row in `tags`.
            "t.name_key, s.id <> t.id, s.scope",
            &[
                required("id", "s.id", Id, ""),
                required("name", "s.name", Tag, ""),
                optional("community", "nullif(s.scope, 0)", Id, "the private community of this record; without it, the tag is public"),
                optional("description", "s.description", Text, ""),
            ],
        )
    },
    RecordKind {
        insert: &[
            "INSERT INTO posts (id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (?1 ->> 'id', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0), ?1 ->> 'created_at',
                     ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce')",
            "INSERT INTO questions (id, title, community_id, scope, imported_views, closed_at, close_reason, close_note, locked_at, protected_at)
             VALUES (?1 ->> 'id', ?1 ->> 'title', ?1 ->> 'community',
                     CASE WHEN ?1 ->> 'deleted_at' IS NULL
                          THEN coalesce((SELECT id FROM communities WHERE id = ?1 ->> 'community' AND visibility = 'private'), 0) END,
                     coalesce(?1 ->> 'imported_views', 0), ?1 ->> 'closed_at', ?1 ->> 'close_reason', ?1 ->> 'close_note', ?1 ->> 'locked_at', ?1 ->> 'protected_at')",
            // No tag has the id 0: an unknown name violates the foreign key.
            "INSERT INTO question_tags (tag_id, question_id, position)
             SELECT coalesce((SELECT id FROM tags WHERE name_key = value), 0), ?1 ->> 'id', key FROM json_each(?1, '$.tags')",
        ],
        ..kind(
            "question",
            "",
            "questions q JOIN posts p ON p.id = q.id",
            "q.id",
            &[
                required("id", "q.id", Id, ""),
                required("author", "p.author_id", Id, "a user"),
                optional("community", "q.community_id", Id, "the community in which it was asked"),
                required("title", "q.title", Text, ""),
                required("text", "p.text", Text, "Markdown"),
                required(
                    "tags",
                    "(SELECT json_group_array(coalesce(s.name, t.name_key) ORDER BY qt.position)
                      FROM question_tags qt JOIN tags t ON t.id = qt.tag_id LEFT JOIN scoped_tags s ON s.tag_id = t.id
                       AND s.scope = coalesce((SELECT id FROM communities WHERE id = q.community_id AND visibility = 'private'), 0)
                      WHERE qt.question_id = q.id)",
                    Tags,
                    "in the order of the author; each needs an earlier `tag` record",
                ),
                required("created_at", "p.created_at", Time, ""),
                optional("edited_at", "p.edited_at", Time, ""),
                optional("closed_at", "q.closed_at", Time, "when it was closed: since then it takes no new answers"),
                optional("close_reason", "q.close_reason", OneOf(CloseReason::WORDS), "why a moderator closed it; without it, its author did"),
                optional("close_note", "q.close_note", Text, "what to do next; with the reason"),
                optional("locked_at", "q.locked_at", Time, "since then only moderators answer, comment, vote and edit there"),
                optional("protected_at", "q.protected_at", Time, "since when new members do not answer it"),
                optional("deleted_at", "p.deleted_at", Time, ""),
                optional("deleted_by", "p.deleted_by", Id, "a user"),
                optional("nonce", "p.nonce", Text, NONCE),
                optional(
                    "imported_score",
                    "nullif(p.imported_score, 0)",
                    Number,
                    IMPORTED_SCORE,
                ),
                optional("imported_views", "nullif(q.imported_views, 0)", Count, "views of unknown users, added to the `view` records"),
            ],
        )
    },
    RecordKind {
        insert: &[
            "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (?1 ->> 'id', ?1 ->> 'question', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0),
                     ?1 ->> 'created_at', ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce')",
            "UPDATE questions SET accepted_answer_id = ?1 ->> 'id'
             WHERE id = ?1 ->> 'question' AND ?1 ->> 'accepted' AND ?1 ->> 'deleted_at' IS NULL",
            "UPDATE questions SET deleted_accepted_answer_id = ?1 ->> 'id'
             WHERE id = ?1 ->> 'question' AND ?1 ->> 'accepted' AND ?1 ->> 'deleted_at' IS NOT NULL",
        ],
        ..kind(
            "answer",
            "",
            "posts p JOIN questions q ON q.id = p.question_id",
            "p.id",
            &[
                required("id", "p.id", Id, ""),
                required("question", "p.question_id", Id, ""),
                required("author", "p.author_id", Id, "a user"),
                required("text", "p.text", Text, "Markdown"),
                optional("accepted", "nullif(p.id IN (q.accepted_answer_id, q.deleted_accepted_answer_id), 0)", Flag, "whether the author of the question accepted it"),
                required("created_at", "p.created_at", Time, ""),
                optional("edited_at", "p.edited_at", Time, ""),
                optional("deleted_at", "p.deleted_at", Time, ""),
                optional("deleted_by", "p.deleted_by", Id, "a user"),
                optional("nonce", "p.nonce", Text, NONCE),
                optional(
                    "imported_score",
                    "nullif(p.imported_score, 0)",
                    Number,
                    IMPORTED_SCORE,
                ),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO comments (question_id, post_id, id, author_id, text, created_at, edited_at, edited_by, deleted_at, deleted_by, nonce)
             VALUES (coalesce((SELECT question_id FROM posts WHERE id = ?1 ->> 'post'), ?1 ->> 'post'), ?1 ->> 'post', ?1 ->> 'id',
                     ?1 ->> 'author', ?1 ->> 'text', ?1 ->> 'created_at', ?1 ->> 'edited_at', ?1 ->> 'edited_by', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by',
                     ?1 ->> 'nonce')"],
        ..kind(
            "comment",
            "",
            "comments",
            "question_id, post_id, id",
            &[
                required("id", "id", Id, ""),
                required("post", "post_id", Id, "the question or answer it belongs to"),
                required("author", "author_id", Id, "a user"),
                required("text", "text", Text, "Markdown"),
                required("created_at", "created_at", Time, ""),
                optional("edited_at", "edited_at", Time, ""),
                optional("edited_by", "edited_by", Id, "the moderator who wrote this version; without it, the author did"),
                optional("deleted_at", "deleted_at", Time, ""),
                optional("deleted_by", "deleted_by", Id, "a user"),
                optional("nonce", "nonce", Text, NONCE),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, text, purged_at, purged_by)
             VALUES (?1 ->> 'id', ?1 ->> 'post', ?1 ->> 'author', ?1 ->> 'created_at', ?1 ->> 'title', ?1 ->> 'tags', ?1 ->> 'text', ?1 ->> 'purged_at', ?1 ->> 'purged_by')"],
        ..kind(
            "revision",
            "A version of a question or an answer. The last one is the current text. A post without revisions gets one from its current text.",
            "revisions r JOIN posts p ON p.id = r.post_id",
            "r.id",
            &[
                required("id", "r.id", Id, "the first revision has the id of the post"),
                required("post", "r.post_id", Id, "the question or answer"),
                required("author", "r.author_id", Id, "the user who wrote this version"),
                required("created_at", "r.created_at", Time, ""),
                optional("title", "r.title", Text, "only of a question"),
                optional("tags", "r.tags", Words, "only of a question"),
                required("text", "coalesce(r.text, p.text)", Text, "Markdown"),
                optional("purged_at", "r.purged_at", Time, "the texts were emptied"),
                optional("purged_by", "r.purged_by", Id, "a user"),
            ],
        )
    },
    kind(
        "comment_revision",
        "An earlier version of an edited comment.",
        "comment_revisions",
        "id",
        &[
            required("id", "id", Id, ""),
            required("comment", "comment_id", Id, ""),
            required("created_at", "created_at", Time, "when this version was written"),
            optional("author", "author_id", Id, "the moderator who wrote it; without it, the author of the comment did"),
            required("text", "text", Text, "Markdown"),
            optional("purged_at", "purged_at", Time, "the text was emptied"),
            optional("purged_by", "purged_by", Id, "a user"),
        ],
    ),
    RecordKind {
        insert: &["INSERT INTO admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail, before, concerns)
             VALUES (?1 ->> 'id', ?1 ->> 'logged_at', ?1 ->> 'actor_id', ?1 ->> 'actor', ?1 ->> 'action', ?1 ->> 'target_kind',
                     ?1 ->> 'target_id', ?1 ->> 'target', coalesce(?1 ->> 'community', 0), ?1 ->> 'detail', ?1 ->> 'before', ?1 ->> 'concerns')"],
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
            ],
        )
    },
    kind(
        "sanction",
        "A warning, a silence or a suspension of a user.",
        "sanctions",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("kind", "kind", OneOf(SanctionKind::WORDS), ""),
            required("reason", "reason", Text, ""),
            optional("created_by", "created_by", Id, "a user; without it, the operator"),
            required("created_at", "created_at", Time, ""),
            optional("ends_at", "ends_at", PlannedTime, "when it ends by itself; a warning has no end"),
            optional("lifted_by", "lifted_by", Id, "a user; without it, the operator"),
            optional("lifted_at", "lifted_at", Time, ""),
            required("entry", "entry_id", Id, "the entry of the log of administration"),
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
            optional("pending", "pending", OneOf(&["remove", "messages", "restore"]), "the work that is left"),
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
    kind(
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
    ),
    RecordKind {
        insert: &["INSERT INTO votes (question_id, post_id, user_id, value, voted_at)
             VALUES (coalesce((SELECT question_id FROM posts WHERE id = ?1 ->> 'post'), ?1 ->> 'post'), ?1 ->> 'post', ?1 ->> 'user',
                     ?1 ->> 'value', ?1 ->> 'voted_at')"],
        ..kind(
            "vote",
            "",
            "votes",
            "question_id, post_id, user_id",
            &[
                required("post", "post_id", Id, "the question or answer"),
                required("user", "user_id", Id, ""),
                required("value", "value", Either(1, -1), "an up vote or a down vote"),
                required("voted_at", "voted_at", Time, ""),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO pins (place, place_id, question_id, pinned_at)
             VALUES (?1 ->> 'place', coalesce(?1 ->> 'object', 0), ?1 ->> 'question', ?1 ->> 'pinned_at')"],
        ..kind(
            "pin",
            "A question that stands above a list.",
            "pins",
            "place, place_id, question_id",
            &[
                required("place", "place", OneOf(&["site", "tag", "community"]), "what the list is of"),
                optional("object", "nullif(place_id, 0)", Id, "the tag or the community; without it, the site"),
                required("question", "question_id", Id, ""),
                required("pinned_at", "pinned_at", Time, ""),
            ],
        )
    },
    kind(
        "view",
        "A user has viewed a question.",
        "question_views",
        "question_id, user_id",
        &[required("question", "question_id", Id, ""), required("user", "user_id", Id, "")],
    ),
    kind(
        "star",
        "A user has starred a question.",
        "stars",
        "user_id, question_id",
        &[required("user", "user_id", Id, ""), required("question", "question_id", Id, ""), required("starred_at", "starred_at", Time, "")],
    ),
    RecordKind {
        insert: &["INSERT INTO star_notes (user_id, question_id, note, remind_at)
             VALUES (?1 ->> 'user', ?1 ->> 'question', coalesce(?1 ->> 'note', ''), ?1 ->> 'remind_at')"],
        ..kind(
            "star_note",
            "The private note and the reminder of a user's star: at least one of them.",
            "star_notes",
            "user_id, question_id",
            &[
                required("user", "user_id", Id, ""),
                required("question", "question_id", Id, "without its star, it is hidden"),
                optional("note", "nullif(note, '')", Text, ""),
                optional("remind_at", "remind_at", PlannedTime, ""),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO visits (user_id, question_id, last_answer_id, renewed_at)
             VALUES (?1 ->> 'user', ?1 ->> 'question', coalesce(?1 ->> 'last_answer', 0), ?1 ->> 'renewed_at')"],
        ..kind(
            "visit",
            "What a user has seen of a question.",
            "visits",
            "user_id, question_id",
            &[
                required("user", "user_id", Id, ""),
                required("question", "question_id", Id, ""),
                optional("last_answer", "nullif(last_answer_id, 0)", Id, "answers with this id or a lower one have been seen; without it, none"),
                required("renewed_at", "renewed_at", Time, "the visit expires 90 days later"),
            ],
        )
    },
    RecordKind {
        insert: &[
            "INSERT INTO tags (id, name_key) VALUES (?1 ->> 'id', ?1 ->> 'name_key') ON CONFLICT (name_key) DO NOTHING",
            "INSERT INTO tag_synonyms (tag_id, main_id, name)
             SELECT id, ?1 ->> 'tag', ?1 ->> 'name' FROM tags WHERE name_key = ?1 ->> 'name_key'",
        ],
        ..kind(
            "tag_synonym",
            "A synonym of a tag, which has its questions.",
            "tag_synonyms",
            "tag_id",
            &[
                required("id", "coalesce((SELECT min(s.id) FROM scoped_tags s WHERE s.tag_id = tag_synonyms.tag_id), tag_id)", Id, "the id of the first record of the tag with this name, if there is one"),
                required("name", "name", Tag, ""),
                required("tag", "main_id", Id, "the id of the first record of the main tag"),
            ],
        )
    },
    kind(
        "tag_revision",
        "A version of the description of a tag. The last one is the current description, whose first sentence is the \
         description in the `tag` record.",
        "tag_revisions",
        "id",
        &[
            required("id", "id", Id, ""),
            required("tag", "tag_id", Id, "the id of the first record of the tag"),
            required("author", "author_id", Id, "the user who wrote this version"),
            required("created_at", "created_at", Time, ""),
            required("text", "text", Text, "Markdown; empty without a description"),
            optional("purged_at", "purged_at", Time, "the text was emptied"),
            optional("purged_by", "purged_by", Id, "a user"),
        ],
    ),
    RecordKind {
        insert: &["INSERT INTO follows (user_id, kind, object_id, state, scope, since)
             VALUES (?1 ->> 'user', ?1 ->> 'kind', ?1 ->> 'object', ?1 ->> 'state', coalesce(?1 ->> 'community', 0), ?1 ->> 'since')"],
        ..kind(
            "follow",
            "A user watches or has muted a question, a tag or a community.",
            "follows",
            "user_id, kind, object_id",
            &[
                required("user", "user_id", Id, ""),
                required("kind", "kind", OneOf(&["question", "tag", "community"]), "of the object"),
                required("object", "object_id", Id, "a question, a tag or a community"),
                required("state", "state", OneOf(&["watching", "muted"]), ""),
                optional("community", "nullif(scope, 0)", Id, "the private community in which the user found the object; without it, everyone can find it"),
                required("since", "since", Time, "what was written before is not news"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO inboxes (user_id, seen_up_to, watches_answered)
             VALUES (?1 ->> 'user', coalesce(?1 ->> 'seen_up_to', 0), coalesce(?1 ->> 'watches_answered', 0))"],
        ..kind(
            "inbox",
            "How far a user has seen what is new in what they watch, and whether they watch what they answer.",
            "inboxes",
            "user_id",
            &[
                required("user", "user_id", Id, ""),
                optional("seen_up_to", "nullif(seen_up_to, 0)", Id, "what has this id or a lower one is not news"),
                optional("watches_answered", "nullif(watches_answered, 0)", Flag, "whether the user watches the questions that they answer"),
            ],
        )
    },
    kind(
        "block",
        "A user has blocked another.",
        "blocks",
        "user_id, blocked_id",
        &[required("user", "user_id", Id, ""), required("blocked", "blocked_id", Id, "a user"), required("blocked_at", "blocked_at", Time, "")],
    ),
    RecordKind {
        insert: &["INSERT INTO mail_addresses (user_id, address, verified_at, pending, refusals)
             VALUES (?1 ->> 'user', ?1 ->> 'address', ?1 ->> 'verified_at', ?1 ->> 'pending', coalesce(?1 ->> 'refusals', 0))"],
        ..kind(
            "mail_address",
            "The e-mail address of a user, which only they see.",
            "mail_addresses",
            "user_id",
            &[
                required("user", "user_id", Id, ""),
                optional("address", "address", Text, "mails go here; no two users have the same one"),
                optional("verified_at", "verified_at", Time, "when the user confirmed the address; present if there is one"),
                optional("pending", "pending", Text, "another address, which the user has not confirmed yet"),
                optional("refusals", "nullif(refusals, 0)", Count, "how many mails to the address were refused in a row"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO delivery_choices (user_id, channel, kind, told_up_to, next_look_at)
             VALUES (?1 ->> 'user', ?1 ->> 'channel', ?1 ->> 'kind', coalesce(?1 ->> 'told_up_to', 0), ?1 ->> 'next_look_at')"],
        ..kind(
            "delivery_choice",
            "What a user wants to be told outside of the site.",
            "delivery_choices",
            "user_id, channel, kind",
            &[
                required("user", "user_id", Id, ""),
                required("channel", "channel", OneOf(&["mail", "digest", "push"]), ""),
                required(
                    "kind",
                    "kind",
                    OneOf(&["answer", "comment", "mention", "watched", "reminder", "dailyDigest", "weeklyDigest"]),
                    "",
                ),
                optional("told_up_to", "nullif(told_up_to, 0)", Id, "the id, or for reminders the time, up to which the user was told"),
                optional("next_look_at", "next_look_at", PlannedTime, "when to look next whether there is something to tell"),
            ],
        )
    },
    kind(
        "delivery_setting",
        "When a user wants to be told outside of the site.",
        "delivery_settings",
        "user_id",
        &[
            required("user", "user_id", Id, ""),
            required("time_zone", "time_zone", Text, "the IANA name of a time zone"),
            optional("quiet_from", "quiet_from", Count, "when the quiet hours begin, in minutes after midnight"),
            optional("quiet_to", "quiet_to", Count, "when they end"),
            required("last_used_at", "last_used_at", Time, "when the user last used the site"),
        ],
    ),
    kind(
        "security_notice",
        "What another person did to a user's sign-in, which the user is told.",
        "security_notices",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("kind", "kind", OneOf(&["signInReset"]), ""),
            optional("actor", "actor", Text, "the administrator's name at that time; without it, the operator"),
            required("created_at", "created_at", Time, ""),
            optional("dismissed_at", "dismissed_at", Time, "when the user dismissed it"),
        ],
    ),
    kind(
        "duplicate",
        "A question is a duplicate of another.",
        "duplicates",
        "question_id, original_id",
        &[
            required("question", "question_id", Id, ""),
            required("original", "original_id", Id, "the question that was asked first"),
            required("linked_by", "linked_by", Id, "a user"),
            required("linked_at", "linked_at", Time, ""),
        ],
    ),
    kind(
        "link",
        "A question mentions another, on the site from which both were imported.",
        "question_links",
        "question_id, linked_id",
        &[required("question", "question_id", Id, ""), required("linked", "linked_id", Id, "the mentioned question")],
    ),
    kind(
        "notification",
        "A notification about an answer or a comment.",
        "notifications",
        "recipient_id, id",
        &[
            required("recipient", "recipient_id", Id, "a user"),
            required("id", "id", Id, "the answer or comment"),
            required("post", "post_id", Id, "the answer itself, or the post that was commented on"),
            required("question", "question_id", Id, "the question that both belong to"),
            optional("viewed_at", "viewed_at", Time, ""),
        ],
    ),
    kind(
        "pending_view",
        "Notifications that count as viewed and have not been marked as such yet.",
        "pending_views",
        "recipient_id",
        &[
            required("recipient", "recipient_id", Id, "a user"),
            required("up_to", "up_to", Id, "notifications with this id or a lower one count as viewed"),
        ],
    ),
    RecordKind {
        insert: &["INSERT INTO pending_purges (user_id, with_posts, merge_into, erase_at)
             VALUES (?1 ->> 'user', coalesce(?1 ->> 'with_posts', 0), ?1 ->> 'merge_into', ?1 ->> 'erase_at')"],
        ..kind(
            "pending_purge",
            "A deleted user of whom some rows have not been deleted yet.",
            "pending_purges",
            "user_id",
            &[
                required("user", "user_id", Id, "a deleted user"),
                optional("with_posts", "nullif(with_posts, 0)", Flag, "whether their posts and messages are deleted too"),
                optional("merge_into", "merge_into", Id, "the user who gets the rows"),
                optional("erase_at", "erase_at", Time, "when the rows are deleted; without it, at once"),
            ],
        )
    },
    kind(
        "pending_erasure",
        "A deleted user whose earlier versions, deleted texts and names in the log are erased later.",
        "pending_erasures",
        "user_id",
        &[
            required("user", "user_id", Id, "a deleted user"),
            required("due_at", "due_at", PlannedTime, ""),
        ],
    ),
    RecordKind {
        insert: &[
            "INSERT INTO chats (id, participants_key, created_at, updated_at)
             VALUES (?1 ->> 'id', (SELECT group_concat(value, ' ' ORDER BY value) FROM json_each(?1, '$.participants')
                                   WHERE NOT coalesce(?1 ->> 'was_left', 0)),
                     ?1 ->> 'created_at', ?1 ->> 'updated_at')",
            "INSERT INTO participants (chat_id, user_id, last_message_id)
             SELECT ?1 ->> 'id', value, ?1 ->> 'id' FROM json_each(?1, '$.participants')",
        ],
        // The triggers on the messages that follow change it.
        finish: Some("UPDATE chats SET updated_at = ?1 ->> 'updated_at' WHERE id = ?1 ->> 'id'"),
        ..kind(
            "chat",
            "A chat between some users. The global chat of all users has no record.",
            "chats c WHERE c.id <> 0",
            "c.id",
            &[
                required("id", "c.id", Id, ""),
                required(
                    "participants",
                    "(SELECT json_group_array(user_id ORDER BY user_id) FROM participants p WHERE p.chat_id = c.id)",
                    Ids,
                    "users; no two chats that nobody has left have the same participants",
                ),
                optional("was_left", "nullif(c.participants_key IS NULL, 0)", Flag, "whether a participant has left"),
                required("created_at", "c.created_at", Time, ""),
                required("updated_at", "c.updated_at", Time, "when the last message was written or the last participant was added"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO messages (id, chat_id, author_id, text, created_at, nonce, edited_at, reply_to)
             VALUES (?1 ->> 'id', coalesce(?1 ->> 'chat', 0), ?1 ->> 'author', ?1 ->> 'text', ?1 ->> 'created_at', ?1 ->> 'nonce',
                     ?1 ->> 'edited_at', ?1 ->> 'reply_to')"],
        ..kind(
            "message",
            "",
            "messages",
            "id",
            &[
                required("id", "id", Id, ""),
                optional("chat", "nullif(chat_id, 0)", Id, "the chat; without it, the global chat"),
                required("author", "author_id", Id, "a user"),
                required("text", "text", Text, ""),
                required("created_at", "created_at", Time, ""),
                optional("nonce", "nonce", Text, NONCE),
                optional("edited_at", "edited_at", Time, "when the author last changed the text"),
                optional("reply_to", "reply_to", Id, "the message of the same chat that it replies to; it may have been removed"),
            ],
        )
    },
    RecordKind {
        insert: &["UPDATE participants SET hidden_up_to = ?1 ->> 'hidden_up_to',
                 hidden_count = (SELECT count(*) FROM messages WHERE chat_id = ?1 ->> 'chat' AND id <= ?1 ->> 'hidden_up_to')
             WHERE chat_id = ?1 ->> 'chat' AND user_id = ?1 ->> 'user'"],
        ..kind(
            "late_participant",
            "A participant who was added to a chat that had messages. They read it from that point on.",
            "participants WHERE hidden_up_to > 0",
            "chat_id, user_id",
            &[
                required("chat", "chat_id", Id, ""),
                required("user", "user_id", Id, "a participant of the chat"),
                required("hidden_up_to", "hidden_up_to", Id, "messages with this id or a lower one are hidden from them"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO read_cursors (user_id, chat_id, message_id) VALUES (?1 ->> 'user', coalesce(?1 ->> 'chat', 0), ?1 ->> 'message')"],
        ..kind(
            "read",
            "The position up to which a user has read a chat.",
            "read_cursors",
            "user_id, chat_id",
            &[
                required("user", "user_id", Id, ""),
                optional("chat", "nullif(chat_id, 0)", Id, "the chat; without it, the global chat"),
                required("message", "message_id", Id, "messages with a greater id are unread"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO cases (id, kind, object_id, ask, author_id, community_id, claimed_by, claimed_at, decision, decided_by, decided_at, reason,
                                           by_site, removed)
             VALUES (?1 ->> 'id', ?1 ->> 'kind', ?1 ->> 'object', ?1 ->> 'ask', ?1 ->> 'author', ?1 ->> 'community', ?1 ->> 'claimed_by', ?1 ->> 'claimed_at',
                     ?1 ->> 'decision', ?1 ->> 'decided_by', ?1 ->> 'decided_at', ?1 ->> 'reason', coalesce(?1 ->> 'by_site', 0),
                     coalesce(?1 ->> 'removed', 0))"],
        ..kind(
            "case",
            "What waited for a decision of a moderator: reports of an object, or an object that asks for one.",
            "cases",
            "id",
            &[
                required("id", "id", Id, ""),
                required("kind", "kind", OneOf(CaseKind::WORDS), ""),
                required("object", "object_id", Id, "the question, answer, comment, message, user or community; of an appeal, the entry of the log"),
                optional("ask", "ask", OneOf(Ask::WORDS), "what asks for a decision; without it, there are reports"),
                optional("author", "author_id", Id, "the user who wrote or owns it"),
                optional("community", "community_id", Id, "the community of a post or comment"),
                optional("claimed_by", "claimed_by", Id, "a user"),
                optional("claimed_at", "claimed_at", Time, ""),
                optional("decision", "decision", OneOf(Decision::WORDS), "without it, the case is open"),
                optional("decided_by", "decided_by", Id, "a user"),
                optional("decided_at", "decided_at", Time, ""),
                optional("reason", "reason", Text, "why it was decided so"),
                optional("by_site", "nullif(by_site, 0)", Flag, "whether a moderator of the site decided it"),
                optional("removed", "nullif(removed, 0)", Flag, "whether the decision removed the object"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO flags (id, case_id, user_id, reason, text, created_at, is_open, is_public)
             VALUES (?1 ->> 'id', ?1 ->> 'case', ?1 ->> 'user', ?1 ->> 'reason', coalesce(?1 ->> 'text', ''), ?1 ->> 'created_at',
                     coalesce(?1 ->> 'is_open', 0), coalesce(?1 ->> 'is_public', 0))"],
        ..kind(
            "flag",
            "A report of an object by a user.",
            "flags",
            "id",
            &[
                required("id", "id", Id, ""),
                required("case", "case_id", Id, ""),
                required("user", "user_id", Id, ""),
                required("reason", "reason", OneOf(FlagReason::WORDS), ""),
                optional("text", "nullif(text, '')", Text, "what the user wrote about it"),
                required("created_at", "created_at", Time, ""),
                optional("is_open", "nullif(is_open, 0)", Flag, "whether its case is not decided"),
                optional("is_public", "nullif(is_public, 0)", Flag, "whether everyone could read the object, so that the decision counts for the weight of later reports"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO member_trust (user_id, vouched_by, vouched_at, lost_at)
             VALUES (?1 ->> 'user', ?1 ->> 'vouched_by', ?1 ->> 'vouched_at', ?1 ->> 'lost_at')"],
        ..kind(
            "member_trust",
            "What moderators and suspensions have changed about the trust in a user.",
            "member_trust",
            "user_id",
            &[
                required("user", "user_id", Id, ""),
                optional("vouched_by", "vouched_by", Id, "the moderator who has vouched for them"),
                optional("vouched_at", "vouched_at", Time, ""),
                optional("lost_at", "lost_at", Time, "what they did before does not count"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO mentions (id, user_id, content_id, author_id, place_id, state, is_current)
             SELECT ?1 ->> 'id', ?1 ->> 'user', ?1 ->> 'content', author_id, place_id, ?1 ->> 'state', 1 - coalesce(?1 ->> 'removed', 0) FROM (
                 SELECT author_id, coalesce(question_id, id) AS place_id FROM posts WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT author_id, question_id FROM comments WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT author_id, chat_id FROM messages WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT ?1 ->> 'author', id FROM communities WHERE id = ?1 ->> 'content')"],
        ..kind(
            "mention",
            "A text names a user.",
            "mentions",
            "id",
            &[
                required("id", "id", Id, ""),
                required("user", "user_id", Id, ""),
                required("content", "content_id", Id, "the question, answer, comment, message or community"),
                optional("author", "iif(content_id IN (SELECT id FROM communities), author_id, NULL)", Id, "who has named them in the description of a community"),
                required("state", "state", OneOf(&["named", "new", "seen"]), "whether the user was told of it, and has seen it"),
                optional("removed", "nullif(NOT is_current, 0)", Flag, "an edit has removed the name"),
            ],
        )
    },
    RecordKind {
        // The import adds the sizes of the files that it has stored.
        insert: &[
            "INSERT INTO media_files (hash, bytes) VALUES (?1 ->> 'sha256', ?1 ->> 'file_bytes') ON CONFLICT DO NOTHING",
            "INSERT INTO media_files (hash, bytes) SELECT ?1 ->> 'thumbnail_sha256', ?1 ->> 'thumbnail_bytes'
             WHERE ?1 ->> 'thumbnail_sha256' IS NOT NULL ON CONFLICT DO NOTHING",
            "INSERT INTO pictures (id, owner_id, file, thumbnail, type, width, height, bytes, unused_since)
             VALUES (?1 ->> 'id', ?1 ->> 'owner', ?1 ->> 'sha256', ?1 ->> 'thumbnail_sha256', ?1 ->> 'media_type', ?1 ->> 'width',
                     ?1 ->> 'height', ?1 ->> 'file_bytes' + coalesce(?1 ->> 'thumbnail_bytes', 0), ?1 ->> 'unused_since')",
        ],
        ..kind(
            PICTURE,
            "A picture that a user has uploaded. Texts show it as `![…](/media/ID)`.",
            "pictures",
            "id",
            &[
                required("id", "id", Id, ""),
                required("owner", "owner_id", Id, "a user"),
                required("media_type", "type", OneOf(&["image/png", "image/jpeg"]), ""),
                required("sha256", "file", FileHash, "of the file `ID.png` or `ID.jpg` in the folder of the export"),
                optional(
                    "thumbnail_sha256",
                    "thumbnail",
                    FileHash,
                    "of the file `ID.thumbnail.png` or `ID.thumbnail.jpg`; without it, the import makes one for large pictures",
                ),
                required("width", "width", Count, "in pixels"),
                required("height", "height", Count, "in pixels"),
                optional("unused_since", "unused_since", Time, "since when no text shows it; the site deletes it 30 days later"),
            ],
        )
    },
    RecordKind {
        // A picture whose file is missing has no row.
        insert: &["INSERT INTO picture_uses (picture_id, kind, content_id, place_id, is_current)
             SELECT i.id, ?1 ->> 'kind', ?1 ->> 'content', place_id, 1 - coalesce(?1 ->> 'removed', 0) FROM pictures i, (
                 SELECT 'question' AS kind, id AS place_id FROM posts WHERE id = ?1 ->> 'content' AND question_id IS NULL
                 UNION ALL SELECT 'answer', question_id FROM posts WHERE id = ?1 ->> 'content' AND question_id IS NOT NULL
                 UNION ALL SELECT 'comment', question_id FROM comments WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT 'message', chat_id FROM messages WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT 'tag', id FROM tags WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT 'community', id FROM communities WHERE id = ?1 ->> 'content'
                 UNION ALL SELECT 'biography', id FROM users WHERE id = ?1 ->> 'content') t
             WHERE i.id = ?1 ->> 'picture' AND t.kind = ?1 ->> 'kind'"],
        ..kind(
            "picture_use",
            "A text shows a picture. Who may read the text may see it: a text alone gives nobody that right.",
            "picture_uses",
            "picture_id, kind, content_id",
            &[
                required("picture", "picture_id", Id, ""),
                required("kind", "kind", OneOf(&["question", "answer", "comment", "message", "tag", "community", "biography"]), "of the text"),
                required("content", "content_id", Id, "the question, answer, comment or message, or the tag (its first record), the community or the user with this description"),
                optional("removed", "nullif(NOT is_current, 0)", Flag, "only an earlier version of the text shows it"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO visitor_reports (id, case_id, path, place, text, name, mail, created_at, is_open, told_as)
             VALUES (?1 ->> 'id', ?1 ->> 'case', ?1 ->> 'path', ?1 ->> 'place', ?1 ->> 'text', coalesce(?1 ->> 'name', ''), ?1 ->> 'mail',
                     ?1 ->> 'created_at', coalesce(?1 ->> 'is_open', 0), ?1 ->> 'told_as')"],
        ..kind(
            "visitor_report",
            "A report of illegal content by a visitor without an account.",
            "visitor_reports",
            "id",
            &[
                required("id", "id", Id, ""),
                required("case", "case_id", Id, ""),
                required("path", "path", Text, "an address on the site, at which there may be nothing"),
                required("place", "place", Text, "where it is illegal"),
                required("text", "text", Text, "why it is illegal"),
                optional("name", "nullif(name, '')", Text, "the visitor's name"),
                optional("mail", "mail", Text, "the address that gets a mail about the decision"),
                required("created_at", "created_at", Time, ""),
                optional("is_open", "nullif(is_open, 0)", Flag, "whether its case is not decided"),
                optional("told_as", "told_as", Id, "the object of the delivery with that mail"),
            ],
        )
    },
    RecordKind {
        // A picture whose file is missing has no row.
        insert: &["INSERT INTO avatars (object_id, picture_id)
             SELECT t.id, i.id FROM pictures i, (
                 SELECT id FROM users WHERE id = ?1 ->> 'of' UNION ALL SELECT id FROM communities WHERE id = ?1 ->> 'of'
                 UNION ALL SELECT 0 WHERE ?1 ->> 'of' IS NULL) t
             WHERE i.id = ?1 ->> 'picture'"],
        ..kind(
            "avatar",
            "A user or a community has chosen a picture for themselves, which every user may see, or it is the logo of the site.",
            "avatars",
            "object_id",
            &[optional("of", "nullif(object_id, 0)", Id, "a user or a community; without it, the site"), required("picture", "picture_id", Id, "")],
        )
    },
    kind(
        "badge",
        "A user has been awarded a badge, at the time of its id.",
        "badges",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("badge", "badge", OneOf(Badge::WORDS), ""),
        ],
    ),
    kind(
        "notice_cursor",
        "How far a user has seen what moderators did to their content, and their badges.",
        "notice_cursors",
        "user_id",
        &[required("user", "user_id", Id, ""), required("seen_up_to", "seen_up_to", Id, "entries and badges with this id or a lower one count as seen")],
    ),
    kind(
        "mention_cursor",
        "How far a user has seen their mentions.",
        "mention_cursors",
        "user_id",
        &[required("user", "user_id", Id, ""), required("seen_up_to", "seen_up_to", Id, "mentions with this id or a lower one count as seen")],
    ),
    kind(
        "game",
        "",
        "games",
        "id",
        &[
            required("id", "id", Id, ""),
            required("game_type", "game_type", OneOf(&["Nim"]), ""),
            required("status", "status", OneOf(&["WAITING_TO_START", "IN_PROGRESS", "OVER"]), ""),
            required("created_at", "created_at", Time, ""),
            required("acted_at", "last_activity_at", Time, "when a player last created or joined the game, or moved"),
            optional("ended_at", "ended_at", Time, ""),
            optional(
                "winner_seat",
                "winner_seat",
                Either(0, 1),
                "absent if the game has no winner: nobody joined, or the opponent did not move in a rematch",
            ),
            optional("rematch_of", "rematch_of", Id, "the previous game of both players"),
        ],
    ),
    kind(
        "game_player",
        "A player of a game.",
        "game_players",
        "game_id, seat",
        &[
            required("game", "game_id", Id, ""),
            required("seat", "seat", Either(0, 1), ""),
            required("user", "user_id", Id, ""),
            required("last_seen_at", "last_seen_at", Time, "when the player joined the game or last left its page"),
            optional("ended_at", "ended_at", Time, "when the game was won, by either player"),
        ],
    ),
    kind(
        "game_move",
        "",
        "game_moves",
        "game_id, number",
        &[
            required("game", "game_id", Id, ""),
            required("number", "number", Count, "the position in the game"),
            required("seat", "seat", Either(0, 1), "the player who moved"),
            required("move", "move", Json, "in the format of the game"),
            required("made_at", "made_at", Time, ""),
        ],
    ),
    kind(
        "gamer",
        "The statistics of a player in the leaderboard.",
        "player_stats",
        "user_id",
        &[
            required("user", "user_id", Id, ""),
            required("wins", "wins", Count, ""),
            required("games", "games", Count, "the number of finished games"),
            required("reached", "wins_reached_id", Id, "encodes when the last win was counted: of players with equal wins, the earliest ranks first"),
        ],
    ),
    kind(
        "origin",
        "The source of imported content, so that a later import recognizes it.",
        "external_ids",
        "source, kind, external_id",
        &[
            required("source", "source", Text, "the site"),
            required("kind", "kind", OneOf(&["user", "post", "comment", "tag"]), ""),
            required("source_id", "external_id", Text, "its id on that site"),
            required("id", "local_id", Id, "its id on this site"),
        ],
    ),
    kind(
        "attribution",
        "The attribution that the licence of an imported post or comment requires.",
        "attributions",
        "id",
        &[
            required("id", "id", Id, "the post or comment"),
            required("author", "author", Text, ""),
            required("url", "url", Text, ""),
            required("licence", "licence", Text, ""),
        ],
    ),
];

/// Returns the kind with this `type`.
pub fn find_kind(name: &str) -> Option<&'static RecordKind> {
    KINDS.iter().find(|kind| kind.name == name)
}
