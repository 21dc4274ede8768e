//! Pictures, and what shows them.

use super::description::{PICTURE, first_record_of_tag, kind, optional, required};
use crate::operations::export::store::field::FieldType::{
    Count, FileHash, Flag, Id, OneOf, Text, Time,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
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
            "1, 2, 3",
            &[
                required("picture", "picture_id", Id, ""),
                required("kind", "kind", OneOf(&["question", "answer", "comment", "message", "tag", "community", "biography"]), "of the text"),
                required("content", concat!("CASE kind WHEN 'tag' THEN ", first_record_of_tag!("content_id"), " ELSE content_id END"), Id, "the question, answer, comment or message, or the tag (its first record), the community or the user with this description"),
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
                 UNION ALL SELECT iif(?1 ->> 'cover', -1, 0) WHERE ?1 ->> 'of' IS NULL) t
             WHERE i.id = ?1 ->> 'picture'"],
        ..kind(
            "avatar",
            "A user or a community has chosen a picture for themselves, which every user may see, or it is the logo or the cover of the site.",
            "avatars",
            "object_id",
            &[
                optional("of", "iif(object_id > 0, object_id, NULL)", Id, "a user or a community; without it, the site"),
                optional("cover", "iif(object_id = -1, 1, NULL)", Flag, "whether it is the cover of the site, and not its logo"),
                required("picture", "picture_id", Id, ""),
            ],
        )
    },
];
