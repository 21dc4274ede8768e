//! What the OpenAPI document says of the texts in calls: how long they may be, and which words there are. What a schema
//! cannot say (which links a text may hold, which names are taken) is answered with its sentence.

use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};

use crate::text::limits;

/// Something that can be seen, and no NUL.
const WRITTEN: &str = r"^[^\u0000]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000]*$";
/// The same on one word.
const WORD: &str = r"^[^\s\u0000-\u001f\u007f-\u009f]+$";
const NO_NUL: &str = r"^[^\u0000]*$";

fn text(least: usize, most: usize, pattern: &str) -> RefOr<Schema> {
    let length = ObjectBuilder::new().schema_type(Type::String).min_length(Some(least)).max_length(Some(most));
    RefOr::T(Schema::Object(length.pattern(Some(pattern)).build()))
}

fn words(words: &[&str]) -> RefOr<Schema> {
    RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words.iter().copied())).build()))
}

macro_rules! schemas {
    ($($name:ident = $schema:expr;)*) => {$(
        /// Of what its name says, for `schema_with`.
        pub fn $name() -> RefOr<Schema> {
            $schema
        }
    )*};
}

schemas! {
    title = text(1, limits::TITLE, WRITTEN);
    tag = text(1, limits::TAG, WORD);
    question_text = text(1, limits::QUESTION_TEXT, WRITTEN);
    answer_text = text(1, limits::ANSWER_TEXT, WRITTEN);
    comment_text = text(1, limits::COMMENT_TEXT, WRITTEN);
    message = text(1, limits::MESSAGE, WRITTEN);
    biography = text(0, limits::BIOGRAPHY, NO_NUL);
    community_name = text(1, limits::COMMUNITY_NAME, WRITTEN);
    community_description = text(0, limits::COMMUNITY_DESCRIPTION, NO_NUL);
    reason = text(1, limits::REASON, WRITTEN);
    invitation_note = text(0, limits::INVITATION_NOTE, NO_NUL);
    username = text(2, 32, "^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$");
    password = RefOr::T(Schema::Object(
        ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(limits::PASSWORD)).build()
    ));
    day = RefOr::T(Schema::Object(
        ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).build()
    ));
    positive = RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build()));
    order = words(&["", "newest", "unanswered", "active", "mostViewed", "relevance"]);
    view = words(&["", "card"]);
    member_role = words(&["", "member", "moderator"]);
    visibility = words(&["", "public", "private"]);
    post_kind = words(&["question", "answer"]);
    game_type = words(&["Nim"]);
    game_filter = words(&["", "Nim"]);
    game_status = words(&["", "WAITING_TO_START", "IN_PROGRESS", "OVER"]);
}
