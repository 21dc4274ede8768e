//! The content of a question in a request.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::core::error::Result;
use crate::core::text;
use crate::features::questions::model::NewQuestion;
use crate::features::questions::store::synonyms;
use crate::platform::db::Read;
use crate::platform::web::schemas;

/// A tag of a new or edited question.
#[derive(Deserialize, ToSchema)]
pub struct TagName {
    #[serde(default)]
    #[schema(schema_with = schemas::tag, required = true)]
    name: String,
}

/// Validates the content of a question, whose text may keep any links of the version `before`. Its tags are main
/// tags.
pub fn new_question(
    read: &Read<'_>,
    title: &str,
    question: &str,
    before: &str,
    tags: &[TagName],
) -> Result<NewQuestion> {
    let names = tags.iter().map(|tag| tag.name.as_str());
    Ok(NewQuestion {
        title: text::title(title)?,
        text: text::edited_question_text(question, before)?,
        tags: text::tags(names, |name| synonyms::main_name(read, name))?,
    })
}
