//! Finds questions and tags to suggest while the user types.

use super::lists::{self, Found, ListFilter};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::features::questions::model::SuggestedQuestion;
use crate::features::questions::order::Order;
use crate::features::search::query::Search;
use crate::platform::db::Read;

/// Of the tags that match, the first of this number by name are compared by their use.
const MAX_COMPARED_TAGS: i64 = 200;

/// Returns the best results of a search, which the viewer may read, and what it found, if it has words.
pub fn questions(
    read: &Read<'_>,
    viewer: Id,
    text: &str,
    limit: usize,
) -> Result<(Vec<SuggestedQuestion>, Option<Found>)> {
    let search = Search::parse(text);
    if !search.has_words() {
        return Ok((Vec::new(), None));
    }
    let filter = ListFilter {
        viewer,
        order: Order::Relevance,
        search,
        community: None,
        since: None,
    };
    let paging = Paging {
        limit,
        cursor: None,
    };
    let found = lists::find_words(read, &filter, &paging)?;
    let sql = "SELECT id, title, answer_count, accepted_answer_id IS NOT NULL FROM questions WHERE id = ?1";
    let questions = read.each(sql, found.page.items.iter().map(|id| [id]), |row| {
        Ok(SuggestedQuestion {
            id: row.get(0)?,
            title: row.get(1)?,
            answer_count: row.get(2)?,
            accepted: row.get(3)?,
            matched: None,
        })
    })?;
    let mut questions: Vec<SuggestedQuestion> = questions.into_iter().flatten().collect();
    for question in &mut questions {
        question.matched = found.marks(read, question.id)?;
    }
    Ok((questions, Some(found)))
}

/// A tag, the number of its questions that the viewer may read, and the synonym that was found.
type FoundTag = (String, u32, Option<String>);

/// Returns tags, most used first: those whose names or synonyms begin with `key`, a part of a folded
/// name, then those that contain it elsewhere.
pub fn tags(read: &Read<'_>, viewer: Id, key: &str, limit: usize) -> Result<Vec<FoundTag>> {
    let mut tags: Vec<FoundTag> = Vec::new();
    // The names that begin with the key are between it and its last possible continuation.
    for condition in [
        "t.name_key >= ?2 AND t.name_key < ?2 || char(1114111)",
        "instr(t.name_key, ?2) > 1",
    ] {
        if tags.len() < limit {
            // With min(), SQLite takes the spelling from the row with the smallest scope. The
            // groups are in the order of the index, so the inner query ends at its limit.
            let sql = format!(
                "SELECT name, uses, synonym FROM (
                     SELECT t.name_key, min(scope), c.name, sum(question_count) AS uses, s.name AS synonym
                     FROM tags t LEFT JOIN tag_synonyms s ON s.tag_id = t.id CROSS JOIN scoped_tags c ON c.tag_id = coalesce(s.main_id, t.id)
                     WHERE {condition} AND question_count > 0 AND {VISIBLE_SCOPE}
                     GROUP BY t.name_key LIMIT ?3)
                 ORDER BY name_key = ?2 DESC, uses DESC, synonym IS NOT NULL, name_key"
            );
            let found = read.all(&sql, (viewer, key, MAX_COMPARED_TAGS), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })?;
            for tag in found {
                if tags.len() < limit && tags.iter().all(|(name, ..)| *name != tag.0) {
                    tags.push(tag);
                }
            }
        }
    }
    Ok(tags)
}

#[cfg(test)]
mod tests {
    use crate::core::clock::Clock;
    use crate::core::id::Id;
    use crate::features::{communities, users};
    use crate::platform::db::{Db, plans};
    use crate::platform::realtime::Hub;

    /// Only the tags that contain a text elsewhere have no index.
    #[test]
    fn names_with_a_prefix_are_found_with_an_index() {
        let directory = tempfile::tempdir().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let plans = db.read_blocking(|read| {
            plans(read, || {
                super::tags(read, Id::from_i64(1), "a", 5)?;
                users::store::with_prefix(read, "a", 5)?;
                communities::store::lists::with_prefix(read, "a", 5).map(drop)
            })
        });
        let plans = plans.expect("plans");
        assert_eq!(plans.len(), 4);
        for (sql, plan) in plans {
            let is_part = sql.contains("instr(");
            let expected = if is_part {
                "SCAN t USING COVERING INDEX"
            } else {
                "name_key>"
            };
            assert!(
                plan.iter().any(|line| line.contains(expected)),
                "{sql}\n{plan:#?}"
            );
            let sorts_all = plan.iter().any(|line| line.contains("GROUP BY"));
            assert!(!sorts_all, "{sql}\n{plan:#?}");
        }
    }
}
