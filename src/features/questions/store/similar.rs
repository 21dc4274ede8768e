//! Finds questions that are similar to one.

use std::collections::BTreeMap;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::tokenizer::stem;
use crate::features::communities::store::VISIBLE;
use crate::features::search::query::{is_stop_word, words};
use crate::features::search::store::entries::{self, Entry, Number};
use crate::features::search::store::expansion::{keep_rarest, plan_weighted};
use crate::features::search::store::retrieval::{Among, retrieve};
use crate::platform::db::Read;

/// A question to compare with, asked or not.
#[derive(Clone, Default)]
pub struct Draft {
    pub title: String,
    pub tags: Vec<String>,
    pub text: String,
}

/// Which questions can be similar.
#[derive(Clone, Copy)]
pub enum Others {
    /// All, for a question that is not asked yet.
    All,
    /// All but this one.
    Except(Id),
    /// Those asked before this one.
    Before(Id),
}

/// What a word of the tags is worth, in relation to one of the title.
const TAG: f32 = 0.5;
/// What a word of the text is worth at most.
const TEXT: f32 = 1.2;
/// The largest number of words that are looked up: those that are worth most.
const MAX_WORDS: usize = 32;
/// The largest number of different words of a text that are looked at.
const MAX_DIFFERENT: usize = 200;
/// The largest part of a text that counts, in bytes.
const MAX_TEXT: usize = 16 << 10;
/// A question that does not reach this part of the best score is not shown.
const GOOD_ENOUGH: f32 = 0.35;
/// The number of candidates whose titles and tags are compared.
const COMPARED: usize = 60;

/// Returns the `limit` questions that are most similar to a draft and visible to the viewer, best
/// first.
pub fn similar(
    read: &Read<'_>,
    viewer: Id,
    draft: &Draft,
    others: Others,
    limit: usize,
) -> Result<Vec<Id>> {
    let weights = weights(draft);
    let visible = entries::visible(read, viewer)?;
    let mut words = plan_weighted(read, &visible, weights.best())?;
    words.sort_by(|a, b| b.idf.total_cmp(&a.idf));
    words.truncate(MAX_WORDS);
    keep_rarest(&mut words, MAX_WORDS);
    let mut found = retrieve(read, &visible, &words, &Among::All)?;
    let own = match others {
        Others::All => None,
        Others::Except(id) | Others::Before(id) => entries::of_post(read, id)?.map(Entry::number),
    };
    if let Some(own) = own {
        found.retain(|candidate| match others {
            Others::Before(_) => candidate.number < own,
            Others::All | Others::Except(_) => candidate.number != own,
        });
    }
    found.truncate(COMPARED);
    let mut best = Vec::new();
    for candidate in &found {
        if let Some((id, share)) = share(read, viewer, candidate.number, &weights)? {
            best.push((candidate.score * (1.0 + share), id));
        }
    }
    best.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(other.cmp(one)));
    best.dedup_by_key(|(_, id)| *id);
    let best_score = best.first().map_or(0.0, |(score, _)| *score);
    best.retain(|(score, _)| *score >= GOOD_ENOUGH * best_score);
    Ok(best.into_iter().take(limit).map(|(_, id)| id).collect())
}

/// The words of a draft.
struct Weights {
    /// Folded words by their stems, and what they are worth before their rarity.
    words: BTreeMap<String, (String, f32)>,
}

impl Weights {
    /// Returns the words that are worth most.
    fn best(&self) -> Vec<(String, f32)> {
        let mut best: Vec<(String, f32)> = self.words.values().cloned().collect();
        best.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        best.truncate(MAX_DIFFERENT);
        best
    }
}

fn weights(draft: &Draft) -> Weights {
    let mut words: BTreeMap<String, (String, f32)> = BTreeMap::new();
    let mut add = |text: &str, weight: f32| {
        for (stem, word) in significant(text) {
            let entry = words.entry(stem).or_insert((word, 0.0));
            entry.1 = entry.1.max(weight);
        }
    };
    add(&draft.title, 1.0);
    add(&draft.tags.join(" "), TAG);
    let text = &draft.text[..draft.text.floor_char_boundary(MAX_TEXT)];
    let mut counts: BTreeMap<String, (String, f32)> = BTreeMap::new();
    for (stem, word) in significant(text) {
        counts.entry(stem).or_insert((word, 0.0)).1 += 1.0;
    }
    for (stem, (word, count)) in counts {
        let entry = words.entry(stem).or_insert((word, 0.0));
        entry.1 += TEXT * count / (count + 1.0);
    }
    Weights { words }
}

/// Returns the stems of a text and the folded words, without stop words.
fn significant(text: &str) -> impl Iterator<Item = (String, String)> {
    words(text)
        .into_iter()
        .filter(|(word, _)| word.len() > 1 && !is_stop_word(word))
        .map(|(word, _)| (stem(&word), word))
}

/// Returns a question and the share of its title and tags that is in the draft.
fn share(
    read: &Read<'_>,
    viewer: Id,
    number: Number,
    weights: &Weights,
) -> Result<Option<(Id, f32)>> {
    let sql = format!(
        "SELECT q.id, concat_ws(' ', q.title, (SELECT group_concat(t.name_key, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id))
               FROM search_entries e JOIN posts f ON f.id = e.post_id JOIN questions q ON q.id = coalesce(f.question_id, f.id) WHERE e.entry = ?2 AND {VISIBLE}"
    );
    read.first(&sql, (viewer, number.entry(0).0), |row| {
        let (mut shared, mut all) = (0, 0);
        for (stem, _) in significant(row.get_ref(1)?.as_str()?) {
            all += 1;
            shared += usize::from(weights.words.contains_key(&stem));
        }
        Ok((row.get(0)?, shared as f32 / all.max(1) as f32))
    })
}
