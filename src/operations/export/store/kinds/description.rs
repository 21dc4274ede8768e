//! What the descriptions of kinds share.

use crate::operations::export::store::field::{Field, FieldType, Presence};
use crate::operations::export::store::record::RecordKind;

/// Describes a field that each record has.
pub const fn required(
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

/// Describes a field that a record can have.
pub const fn optional(
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

/// Describes a kind whose records become rows of the table.
pub const fn kind(
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

/// The id of the first record of a tag, as SQL for a column with the id of its row in `tags`. That id can be
/// older, of a held question, and then no record has it.
macro_rules! first_record_of_tag {
    ($tag:literal) => {
        concat!(
            "coalesce((SELECT s.id FROM scoped_tags s WHERE s.tag_id = ",
            $tag,
            " ORDER BY s.id <> s.tag_id, s.scope LIMIT 1), ",
            $tag,
            ")"
        )
    };
}
pub(super) use first_record_of_tag;

/// The description of a nonce.
pub const NONCE: &str =
    "the author's idempotency key, which prevents duplicates when a request is repeated";

/// The description of an imported score.
pub const IMPORTED_SCORE: &str = "votes of unknown users, added to the `vote` records";

/// The name of the kind whose records have files.
pub const PICTURE: &str = "picture";
