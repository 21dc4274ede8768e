//! Schemas of the texts in requests for the OpenAPI document: lengths, patterns and enumerations. A
//! rule that a schema cannot express (allowed links, reserved names) has an error sentence instead.

use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};

use crate::core::text::limits;

/// At least one visible character, and no NUL.
const VISIBLE: &str = r"^[^\u0000]*[^\s\u0000-\u001f\u007f-\u009f][^\u0000]*$";
/// Visible characters without spaces.
const WORD: &str = r"^[^\s\u0000-\u001f\u007f-\u009f]+$";
const NO_NUL: &str = r"^[^\u0000]*$";

fn text(min: usize, max: usize, pattern: &str) -> RefOr<Schema> {
    let length = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(min))
        .max_length(Some(max));
    RefOr::T(Schema::Object(length.pattern(Some(pattern)).build()))
}

fn enumeration(values: &[&str]) -> RefOr<Schema> {
    RefOr::T(Schema::Object(
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(values.iter().copied()))
            .build(),
    ))
}

macro_rules! schemas {
    ($($name:ident = $schema:expr;)*) => {$(
        /// Returns the schema with this name, for `schema_with`.
        pub fn $name() -> RefOr<Schema> {
            $schema
        }
    )*};
}

schemas! {
    title = text(1, limits::TITLE, VISIBLE);
    tag = text(1, limits::TAG, WORD);
    question_text = text(1, limits::QUESTION_TEXT, VISIBLE);
    answer_text = text(1, limits::ANSWER_TEXT, VISIBLE);
    comment_text = text(1, limits::COMMENT_TEXT, VISIBLE);
    message = text(1, limits::MESSAGE, VISIBLE);
    tag_description = text(0, limits::TAG_DESCRIPTION, NO_NUL);
    biography = text(0, limits::BIOGRAPHY, NO_NUL);
    community_name = text(1, limits::COMMUNITY_NAME, VISIBLE);
    community_description = text(0, limits::COMMUNITY_DESCRIPTION, NO_NUL);
    code = text(0, limits::CODE, NO_NUL);
    passkey_name = text(1, limits::PASSKEY_NAME, VISIBLE);
    label = text(1, limits::LABEL, VISIBLE);
    webhook_address = text(1, limits::WEBHOOK_ADDRESS, VISIBLE);
    reason = text(1, limits::REASON, VISIBLE);
    optional_reason = text(0, limits::REASON, NO_NUL);
    appeal = text(1, limits::APPEAL, VISIBLE);
    flag_text = text(0, limits::REASON, NO_NUL);
    invitation_note = text(0, limits::INVITATION_NOTE, NO_NUL);
    invitation_notes = RefOr::T(Schema::Array(
        ArrayBuilder::new().items(invitation_note()).min_items(Some(1)).max_items(Some(100)).build()
    ));
    invited_addresses = RefOr::T(Schema::Array(
        ArrayBuilder::new().items(optional_mail_address()).min_items(Some(1)).max_items(Some(30)).build()
    ));
    star_note = text(0, limits::STAR_NOTE, NO_NUL);
    saved_search = text(1, limits::SAVED_SEARCH, VISIBLE);
    username = text(2, 32, "^[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]$");
    mail_address = text(3, limits::MAIL_ADDRESS, "^[^@\\s]+@[^@\\s]+$");
    optional_mail_address = text(0, limits::MAIL_ADDRESS, NO_NUL);
    optional_mail_password = text(0, limits::MAIL_LOGIN, NO_NUL);
    password = RefOr::T(Schema::Object(
        ObjectBuilder::new().schema_type(Type::String).min_length(Some(1)).max_length(Some(limits::PASSWORD)).build()
    ));
    day = RefOr::T(Schema::Object(
        ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date))).build()
    ));
    positive = RefOr::T(Schema::Object(ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(1)).build()));
    order = enumeration(&["", "newest", "unanswered", "active", "mostViewed", "votes", "relevance"]);
    period = enumeration(&["", "week", "month", "year", "all"]);
    user_order = enumeration(&["", "name", "mostPosts"]);
    view = enumeration(&["", "card"]);
    member_role = enumeration(&["", "member", "moderator"]);
    visibility = enumeration(&["", "public", "private"]);
    post_kind = enumeration(&["question", "answer"]);
    game_type = enumeration(&["Nim"]);
    game_filter = enumeration(&["", "Nim"]);
    game_status = enumeration(&["", "WAITING_TO_START", "IN_PROGRESS", "OVER"]);
}
