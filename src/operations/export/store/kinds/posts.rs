//! Tags, questions, answers and comments, with their versions.

use super::description::{IMPORTED_SCORE, NONCE, kind, optional, required};
use crate::features::questions::moderation::close_reason::CloseReason;
use crate::operations::export::store::field::FieldType::{
    Count, Either, Flag, Id, Number, OneOf, Tag, Tags, Text, Time, Words,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    RecordKind {
        insert: &[
            "INSERT INTO tags (id, name_key, deleted_at) VALUES (?1 ->> 'id', ?1 ->> 'name_key', ?1 ->> 'deleted_at') ON CONFLICT (name_key) DO NOTHING",
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
                optional("deleted_at", "t.deleted_at", Time, "since when no question shows the tag, because staff deleted it"),
            ],
        )
    },
    RecordKind {
        insert: &[
            "INSERT INTO posts (id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (?1 ->> 'id', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0), ?1 ->> 'created_at',
                     ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce')",
            "INSERT INTO questions (id, title, community_id, scope, imported_views, closed_at, close_reason, close_note, locked_at, protected_at, changed_at)
             VALUES (?1 ->> 'id', ?1 ->> 'title', ?1 ->> 'community',
                     CASE WHEN ?1 ->> 'deleted_at' IS NULL
                          THEN coalesce((SELECT id FROM communities WHERE id = ?1 ->> 'community' AND visibility = 'private'), 0) END,
                     coalesce(?1 ->> 'imported_views', 0), ?1 ->> 'closed_at', ?1 ->> 'close_reason', ?1 ->> 'close_note', ?1 ->> 'locked_at', ?1 ->> 'protected_at', ?1 ->> 'changed_at')",
            // No tag has the id 0: an unknown name violates the foreign key.
            // Of equal names, the first counts.
            "INSERT INTO question_tags (tag_id, question_id, position)
             SELECT tag, ?1 ->> 'id', row_number() OVER (ORDER BY place) - 1
             FROM (SELECT coalesce((SELECT id FROM tags WHERE name_key = value), 0) AS tag, min(key) AS place
                   FROM json_each(?1, '$.tags') GROUP BY tag)",
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
                optional("changed_at", "q.changed_at", Time, "when its page last changed, but for votes and views"),
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
            "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce, is_wiki)
             VALUES (?1 ->> 'id', ?1 ->> 'question', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0),
                     ?1 ->> 'created_at', ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce', coalesce(?1 ->> 'wiki', 0))",
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
                optional("wiki", "nullif(p.is_wiki, 0)", Flag, "whether every member edits it, and its votes earn no reputation"),
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
        insert: &["INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, compressed_text, purged_at, purged_by)
             VALUES (?1 ->> 'id', ?1 ->> 'post', ?1 ->> 'author', ?1 ->> 'created_at', ?1 ->> 'title', ?1 ->> 'tags', compressed(?1 ->> 'text'), ?1 ->> 'purged_at', ?1 ->> 'purged_by')"],
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
                required("text", "coalesce(decompressed(r.compressed_text), p.text)", Text, "Markdown"),
                optional("purged_at", "r.purged_at", Time, "the texts were emptied"),
                optional("purged_by", "r.purged_by", Id, "a user"),
            ],
        )
    },
    kind(
        "suggested_edit",
        "An edit of a question or an answer that a member suggested.",
        "suggested_edits",
        "id",
        &[
            required("id", "id", Id, "the time of the suggestion"),
            required("post", "post_id", Id, "the question or answer"),
            required("user", "user_id", Id, "the member; at most one record for a post"),
            required("revision", "revision_id", Id, "the version that was edited"),
            required("reason", "reason", Text, "can be empty"),
            optional("title", "title", Text, "only of a question"),
            optional("tags", "tags", Words, "only of a question"),
            required("text", "text", Text, "Markdown; empty if it was accepted"),
            optional("decided_at", "decided_at", Time, "without it, it is open"),
            optional("decided_by", "decided_by", Id, "a user"),
            optional("accepted", "is_accepted", Either(0, 1), "1: it was accepted; 0: it was declined"),
            optional("note", "note", Text, "what the member was told; can be empty"),
        ],
    ),
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
];
