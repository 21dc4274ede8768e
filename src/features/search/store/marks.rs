//! Shows what matched in questions.

use super::entries::Entry;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::search::model::SearchMatch;
use crate::features::search::passage::{markdown_passage, marked};
use crate::features::search::scan::Matcher;
use crate::platform::db::Read;

/// The largest part of a text that is searched for a passage, in characters.
const MAX_TEXT: i64 = 16_000;

/// Returns the title of a question and the passage of the post with this entry, marked.
pub fn of_question(
    read: &Read<'_>,
    question: Id,
    best: Entry,
    matcher: &Matcher,
) -> Result<Option<SearchMatch>> {
    let sql = "SELECT q.title, p.id, substr(p.text, 1, ?3), a.name FROM questions q JOIN search_entries e ON e.entry = ?2
               JOIN posts p ON p.id = e.post_id JOIN authors a ON a.id = p.author_id WHERE q.id = ?1";
    read.first(sql, (question, best.0, MAX_TEXT), |row| {
        Ok(SearchMatch {
            title: marked(matcher, row.get_ref(0)?.as_str()?),
            post_id: row.get(1)?,
            post_by: row.get(3)?,
            passage: markdown_passage(matcher, row.get_ref(2)?.as_str()?),
        })
    })
}
