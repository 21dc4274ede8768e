//! Finds questions that are similar to a title.

use rusqlite::types::Value;

use super::full_text::{Index, IndexQuery, count_up_to};
use super::ranking::{order_by_relevance, reciprocal_rank_fusion};
use crate::communities::store::VISIBLE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::query::{quoted, significant_words};

/// A word in more questions than this is too common to identify a topic.
const MAX_WORD_MATCHES: i64 = 2_000;
/// The rarest words of a title are used until they match more questions than this in total.
const MAX_CANDIDATES: i64 = 4_000;

/// Returns the `limit` questions that are most similar to a title and visible to the viewer, best
/// first.
pub fn similar(read: &Read<'_>, viewer: Id, title: &str, limit: usize) -> Result<Vec<Id>> {
    let indexes = Index::for_viewer(read, viewer)?;
    let mut words = Vec::new();
    for word in significant_words(title) {
        let word = quoted(&word);
        let matches = count_up_to(read, &indexes, &word, MAX_WORD_MATCHES + 1)?;
        if (1..=MAX_WORD_MATCHES).contains(&matches) {
            words.push((matches, word));
        }
    }
    words.sort_unstable();
    let mut candidates = 0;
    let rarest = words.into_iter().take_while(|(matches, _)| {
        candidates += matches;
        candidates <= MAX_CANDIDATES
    });
    let rarest: Vec<String> = rarest.map(|(_, word)| word).collect();
    if rarest.is_empty() {
        return Ok(Vec::new());
    }
    let any = rarest.join(" OR ");
    let best = |index: &Index| similar_in(read, viewer, &index.query(&any), limit);
    let mut best = reciprocal_rank_fusion(indexes.iter().map(best).collect::<Result<_>>()?);
    best.truncate(limit);
    Ok(best)
}

/// Returns the best visible results of one index.
pub(super) fn similar_in(
    read: &Read<'_>,
    viewer: Id,
    query: &IndexQuery,
    limit: usize,
) -> Result<Vec<Id>> {
    let table = query.table;
    let mut values: Vec<Value> = vec![
        viewer.as_i64().into(),
        query.expression.clone().into(),
        (limit as i64).into(),
    ];
    let rank = order_by_relevance(query, values.len() + 1, &mut values);
    let sql = format!(
        "SELECT {table}.rowid FROM {table} CROSS JOIN questions q ON q.id = {table}.rowid WHERE {table} MATCH ?2 AND {VISIBLE}
         ORDER BY {rank} LIMIT ?3"
    );
    read.all(&sql, rusqlite::params_from_iter(values), |row| row.get(0))
}
