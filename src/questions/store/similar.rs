//! Questions that ask about the same as a title.

use rusqlite::types::Value;

use super::lists::{fused, rank};
use super::search::{Asked, Index, count_up_to};
use crate::communities::store::VISIBLE;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::{quoted, telling_words};

/// Words with more questions say little about what one is about.
const COMMON: i64 = 2_000;
/// Of a title's rarest words, together in at most so many questions, are similar questions found.
const COMPARED: i64 = 4_000;

/// The questions most similar to a title that the viewer may read, best first, at most `limit`.
pub fn similar(read: &Read<'_>, viewer: Id, title: &str, limit: usize) -> Result<Vec<Id>> {
    let indexes = Index::of(read, viewer)?;
    let mut words = Vec::new();
    for word in telling_words(title) {
        let word = quoted(&word);
        let used = count_up_to(read, &indexes, &word, COMMON + 1)?;
        if (1..=COMMON).contains(&used) {
            words.push((used, word));
        }
    }
    words.sort_unstable();
    let mut compared = 0;
    let rarest = words.into_iter().take_while(|(used, _)| {
        compared += used;
        compared <= COMPARED
    });
    let rarest: Vec<String> = rarest.map(|(_, word)| word).collect();
    if rarest.is_empty() {
        return Ok(Vec::new());
    }
    let any = rarest.join(" OR ");
    let best = |index: &Index| similar_in(read, viewer, &index.asked(&any), limit);
    let mut best = fused(indexes.iter().map(best).collect::<Result<_>>()?);
    best.truncate(limit);
    Ok(best)
}

/// The same of what one index finds.
pub(super) fn similar_in(read: &Read<'_>, viewer: Id, asked: &Asked, limit: usize) -> Result<Vec<Id>> {
    let table = asked.table;
    let mut values: Vec<Value> = vec![viewer.as_i64().into(), asked.expression.clone().into(), (limit as i64).into()];
    let rank = rank(asked, values.len() + 1, &mut values);
    let sql = format!(
        "SELECT {table}.rowid FROM {table} CROSS JOIN questions q ON q.id = {table}.rowid WHERE {table} MATCH ?2 AND {VISIBLE}
         ORDER BY {rank} LIMIT ?3"
    );
    read.all(&sql, rusqlite::params_from_iter(values), |row| row.get(0))
}
