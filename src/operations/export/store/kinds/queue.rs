//! What waits for moderators, trust and mentions.

use super::description::{kind, optional, required};
use crate::features::cases::Ask;
use crate::features::cases::CaseKind;
use crate::features::flags::model::Decision;
use crate::features::flags::model::FlagReason;
use crate::operations::export::store::field::FieldType::{Flag, Id, OneOf, Text, Time};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
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
        insert: &["INSERT INTO flags (id, case_id, user_id, reason, text, created_at, is_open, is_public, told_as)
             VALUES (?1 ->> 'id', ?1 ->> 'case', ?1 ->> 'user', ?1 ->> 'reason', coalesce(?1 ->> 'text', ''), ?1 ->> 'created_at',
                     coalesce(?1 ->> 'is_open', 0), coalesce(?1 ->> 'is_public', 0), ?1 ->> 'told_as')"],
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
                optional("told_as", "told_as", Id, "the place of the decision among what the user is told"),
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
];
