//! Ranks the best candidates by their texts.

use rusqlite::types::ValueRef;

use super::entries::Number;
use super::expansion::QueryWord;
use super::retrieval::Candidate;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::meaning::Meaning;
use crate::features::communities::store::VISIBLE;
use crate::features::search::scan::{Counts, Matcher};
use crate::features::search::score::{Fields, Neighbours, quality, saturated};
use crate::platform::db::Read;

/// The number of candidates that are ranked by their texts.
pub const RESCORED: usize = 40;
/// The largest part of a text that is read, in characters.
const MAX_TEXT: i64 = 4_000;
/// The largest number of answers of a candidate that are read: the first ones with a word.
const MAX_ANSWERS: usize = 8;
/// What a candidate with the same meaning as the search is worth, in relation to the best one by its words.
const MEANING: f32 = 0.5;

/// A post of a candidate, with its words counted.
struct Post {
    place: i64,
    counts: Counts,
    similarity: f32,
}

/// A candidate with its words counted.
struct Thread {
    question: Id,
    title: Counts,
    tags: Counts,
    text: Counts,
    answers: Vec<Post>,
    is_accepted: bool,
    votes: i64,
    similarity: f32,
}

impl Thread {
    /// Returns how similar the most similar post is in its meaning.
    fn similarity(&self) -> f32 {
        let answers = self.answers.iter().map(|answer| answer.similarity);
        answers.fold(self.similarity, f32::max)
    }
}

/// Returns candidates by their texts, best first; of equals, the newest first. Sets the score and the
/// best post of each. Leaves out what the viewer may not read.
pub fn rescore(
    read: &Read<'_>,
    viewer: Id,
    candidates: &mut [Candidate],
    words: &[QueryWord],
    matcher: &Matcher,
    meaning: Option<&Meaning>,
) -> Result<Vec<(Id, Number)>> {
    let mut rescored = Vec::new();
    let similarity = |vector: ValueRef<'_>| -> rusqlite::Result<f32> {
        let vector = vector.as_blob_or_null()?;
        Ok(meaning
            .zip(vector)
            .map_or(0.0, |(meaning, vector)| meaning.similarity(vector)))
    };
    let threads = threads(read, viewer, candidates, matcher, similarity)?;
    for (candidate, thread) in candidates.iter_mut().zip(threads) {
        for mut thread in thread {
            thread.answers = answers(read, candidate, matcher, similarity)?;
            (candidate.score, candidate.place) = score(&thread, words);
            rescored.push((
                candidate.score,
                thread.similarity(),
                thread.question,
                candidate.number,
            ));
        }
    }
    let best = rescored
        .iter()
        .fold(0.0, |most: f32, found| most.max(found.0));
    let mut rescored: Vec<(f32, Id, Number)> = rescored
        .into_iter()
        .map(|(score, similarity, question, number)| {
            (score + MEANING * best * similarity, question, number)
        })
        .collect();
    rescored.sort_by(|(a, one, _), (b, other, _)| b.total_cmp(a).then(other.cmp(one)));
    Ok(rescored
        .into_iter()
        .map(|(_, question, number)| (question, number))
        .collect())
}

/// Returns the thread of each candidate that the viewer may read, without its answers.
fn threads(
    read: &Read<'_>,
    viewer: Id,
    candidates: &[Candidate],
    matcher: &Matcher,
    similarity: impl Fn(ValueRef<'_>) -> rusqlite::Result<f32>,
) -> Result<Vec<Vec<Thread>>> {
    let sql = format!(
        "SELECT q.id, q.title,
                CASE WHEN ?3 THEN (SELECT group_concat(t.name_key, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id) END,
                CASE WHEN ?4 THEN (SELECT substr(p.text, 1, ?5) FROM posts p WHERE p.id = q.id) ELSE '' END,
                q.accepted_answer_id IS NOT NULL, q.peer_score, e.vector
         FROM search_entries e JOIN posts f ON f.id = e.post_id JOIN questions q ON q.id = coalesce(f.question_id, f.id)
         WHERE e.entry = ?2 AND {VISIBLE}"
    );
    let of_candidates = candidates.iter().map(|candidate| {
        let first = candidate.number.entry(0).0;
        let in_text = candidate.places.contains(0);
        (viewer, first, candidate.in_tags, in_text, MAX_TEXT)
    });
    read.each(&sql, of_candidates, |row| {
        let tags: Option<String> = row.get(2)?;
        Ok(Thread {
            question: row.get(0)?,
            title: matcher.count(row.get_ref(1)?.as_str()?),
            tags: matcher.count(tags.as_deref().unwrap_or_default()),
            text: matcher.count(row.get_ref(3)?.as_str()?),
            answers: Vec::new(),
            is_accepted: row.get(4)?,
            votes: row.get(5)?,
            similarity: similarity(row.get_ref(6)?)?,
        })
    })
}

/// Returns the first answers of a candidate that may contain a word, and the one with the best match.
fn answers(
    read: &Read<'_>,
    candidate: &Candidate,
    matcher: &Matcher,
    similarity: impl Fn(ValueRef<'_>) -> rusqlite::Result<f32>,
) -> Result<Vec<Post>> {
    let sql = "SELECT substr(p.text, 1, ?2), e.vector FROM search_entries e JOIN posts p ON p.id = e.post_id
               WHERE e.entry = ?1 AND p.deleted_at IS NULL";
    let mut places: Vec<i64> = candidate.places.iter().filter(|place| *place > 0).collect();
    places.truncate(MAX_ANSWERS);
    if candidate.place > 0 && !places.contains(&candidate.place) {
        places.push(candidate.place);
    }
    let entries = places
        .iter()
        .map(|place| (candidate.number.entry(*place).0, MAX_TEXT));
    let found = read.each(sql, entries, |row| {
        Ok((
            matcher.count(row.get_ref(0)?.as_str()?),
            similarity(row.get_ref(1)?)?,
        ))
    })?;
    let posts = places.into_iter().zip(found);
    let post = |place| {
        move |(counts, similarity)| Post {
            place,
            counts,
            similarity,
        }
    };
    Ok(posts
        .flat_map(|(place, found)| found.into_iter().map(post(place)))
        .collect())
}

/// Returns the score of a candidate and the place of the post with the best match.
fn score(thread: &Thread, words: &[QueryWord]) -> (f32, i64) {
    let idf = |index: usize| words[index].idf;
    let most = |value: &dyn Fn(&Counts) -> f32| {
        let values = thread.answers.iter().map(|answer| value(&answer.counts));
        values.fold(0.0, f32::max)
    };
    let mut score = 0.0;
    for (index, word) in words.iter().enumerate() {
        let fields = Fields {
            title: thread.title.presence(index),
            tags: thread.tags.presence(index),
            text: thread.text.frequency(index),
            answer: most(&|answer| answer.frequency(index)),
        };
        score += fields.score(word.idf);
    }
    let neighbours = Neighbours {
        title: thread.title.neighbours(idf),
        tags: thread.tags.neighbours(idf),
        text: thread.text.neighbours(idf),
        answer: most(&|answer| answer.neighbours(idf)),
    };
    score += neighbours.score();
    let in_post = |counts: &Counts| -> f32 {
        (0..words.len())
            .map(|index| saturated(words[index].idf, counts.frequency(index)))
            .sum()
    };
    let (mut best, mut place) = (in_post(&thread.text), 0);
    for answer in &thread.answers {
        let value = in_post(&answer.counts);
        if value > best {
            (best, place) = (value, answer.place);
        }
    }
    (score * quality(thread.is_accepted, thread.votes), place)
}
