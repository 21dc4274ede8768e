//! What users do with posts and tags.

use super::description::{first_record_of_tag, kind, optional, required};
use crate::operations::export::store::field::FieldType::{
    Either, Flag, Id, OneOf, PlannedTime, Tag, Text, Time,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
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
            "1, 2, 3",
            &[
                required("place", "place", OneOf(&["site", "tag", "community"]), "what the list is of"),
                optional("object", concat!("CASE place WHEN 'tag' THEN ", first_record_of_tag!("place_id"), " ELSE nullif(place_id, 0) END"), Id, "the tag or the community; without it, the site"),
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
            "INSERT INTO tags (id, name_key, deleted_at)
             VALUES (?1 ->> 'id', ?1 ->> 'name_key', (SELECT deleted_at FROM tags WHERE id = ?1 ->> 'tag')) ON CONFLICT (name_key) DO NOTHING",
            "INSERT INTO tag_synonyms (tag_id, main_id, name)
             SELECT id, ?1 ->> 'tag', ?1 ->> 'name' FROM tags WHERE name_key = ?1 ->> 'name_key'",
        ],
        ..kind(
            "tag_synonym",
            "A synonym of a tag, which has its questions.",
            "tag_synonyms",
            "name",
            &[
                required("id", first_record_of_tag!("tag_synonyms.tag_id"), Id, "the id of the first record of the tag with this name, if there is one"),
                required("name", "name", Tag, ""),
                required("tag", first_record_of_tag!("main_id"), Id, "the id of the first record of the main tag"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO tag_revisions (id, tag_id, author_id, created_at, text, purged_at, purged_by)
             VALUES (?1 ->> 'id', ?1 ->> 'tag', ?1 ->> 'author', ?1 ->> 'created_at', ?1 ->> 'text', ?1 ->> 'purged_at', ?1 ->> 'purged_by')"],
        ..kind(
            "tag_revision",
            "A version of the description of a tag. The last one is the current description, whose first sentence is the \
             description in the `tag` record.",
            "tag_revisions",
            "id",
            &[
                required("id", "id", Id, ""),
                required("tag", first_record_of_tag!("tag_revisions.tag_id"), Id, "the id of the first record of the tag"),
                required("author", "author_id", Id, "the user who wrote this version"),
                required("created_at", "created_at", Time, ""),
                required("text", "text", Text, "Markdown; empty without a description"),
                optional("purged_at", "purged_at", Time, "the text was emptied"),
                optional("purged_by", "purged_by", Id, "a user"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO follows (user_id, kind, object_id, state, scope, since)
             VALUES (?1 ->> 'user', ?1 ->> 'kind', ?1 ->> 'object', ?1 ->> 'state', coalesce(?1 ->> 'community', 0), ?1 ->> 'since')"],
        ..kind(
            "follow",
            "A user watches or has muted a question, a tag or a community.",
            "follows",
            "1, 2, 3",
            &[
                required("user", "user_id", Id, ""),
                required("kind", "kind", OneOf(&["question", "tag", "community"]), "of the object"),
                required("object", concat!("CASE kind WHEN 'tag' THEN ", first_record_of_tag!("object_id"), " ELSE object_id END"), Id, "a question, a tag (its first record) or a community"),
                required("state", "state", OneOf(&["watching", "muted"]), ""),
                optional("community", "nullif(scope, 0)", Id, "the private community in which the user found the object; without it, everyone can find it"),
                required("since", "since", Time, "what was written before is not news"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO saved_searches (id, user_id, text, community_id, watched_since, found_id, found_at)
             VALUES (?1 ->> 'id', ?1 ->> 'user', ?1 ->> 'text', ?1 ->> 'community', ?1 ->> 'watched_since', ?1 ->> 'found', ?1 ->> 'found_at')"],
        ..kind(
            "saved_search",
            "A search that a user has saved.",
            "saved_searches",
            "id",
            &[
                required("id", "id", Id, ""),
                required("user", "user_id", Id, ""),
                required("text", "text", Text, ""),
                optional("community", "community_id", Id, "the community that is searched; without it, everything"),
                optional("watched_since", "watched_since", Time, "the user watches it: questions asked before are no news"),
                optional("found", "found_id", Id, "the newest question that it has found since"),
                optional("found_at", "found_at", Time, "when it was found"),
            ],
        )
    },
    RecordKind {
        insert: &["INSERT INTO inboxes (user_id, seen_up_to, watches_answered, muted)
             VALUES (?1 ->> 'user', coalesce(?1 ->> 'seen_up_to', 0), coalesce(?1 ->> 'watches_answered', 0), coalesce(?1 ->> 'muted', ''))"],
        ..kind(
            "inbox",
            "How far a user has seen what is new in what they watch, and whether they watch what they answer.",
            "inboxes",
            "user_id",
            &[
                required("user", "user_id", Id, ""),
                optional("seen_up_to", "nullif(seen_up_to, 0)", Id, "what has this id or a lower one is not news"),
                optional("watches_answered", "nullif(watches_answered, 0)", Flag, "whether the user watches the questions that they answer"),
                optional("muted", "nullif(muted, '')", Text, "the kinds of entries that the user does not want to see, separated by spaces"),
            ],
        )
    },
];
