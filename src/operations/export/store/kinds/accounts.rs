//! What belongs to accounts, and what refers to posts.

use super::description::{kind, optional, required};
use crate::operations::export::store::field::FieldType::{
    Count, Flag, Id, OneOf, PlannedTime, Text, Time,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
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
    kind(
        "identity",
        "The login of a user at an OpenID Connect provider, which only they see.",
        "identities",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("issuer", "issuer", Text, "the provider"),
            required("subject", "subject", Text, "who they are there; no two users have the same one"),
            required("name", "name", Text, "what the provider called them"),
            required("created_at", "created_at", Time, ""),
            required("last_used_at", "last_used_at", Time, "the last login"),
        ],
    ),
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
                required("channel", "channel", OneOf(&["mail", "digest", "push", "fullText"]), ""),
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
        "What another person did to a user's login or to the mail server of the site, or a login with a new device. The user is notified of it.",
        "security_notices",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("kind", "kind", OneOf(&["signInReset", "secondFactorReset", "mailServer", "newDevice"]), ""),
            optional("actor", "actor", Text, "the administrator's name at that time; without it, the operator"),
            optional("device", "device", Text, "the browser and the address of a login with a new device"),
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
];
