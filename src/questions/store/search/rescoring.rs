//! Ranks the best candidates by their texts.

use super::entries::Number;
use super::expansion::QueryWord;
use super::retrieval::Candidate;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::search::scan::{Counts, Matcher};
use crate::questions::search::score::{Fields, Neighbours, quality, saturated};

/// The number of candidates that are ranked by their texts.
pub const RESCORED: usize = 60;
/// The largest part of a text that is read, in characters.
const MAX_TEXT: i64 = 16_000;

/// The texts of a candidate.
struct Texts {
    question: Id,
    title: String,
    tags: String,
    text: String,
    is_accepted: bool,
    votes: i64,
    /// The text of the post with the best match, if it is an answer.
    answer: Option<String>,
}

/// A question ranked by its texts.
pub struct Rescored {
    pub candidate: Candidate,
    pub question: Id,
}

/// Returns candidates by their texts, best first; of equals, the newest first.
pub fn rescore(
    read: &Read<'_>,
    candidates: &[Candidate],
    words: &[QueryWord],
    matcher: &Matcher,
) -> Result<Vec<Rescored>> {
    let mut rescored = Vec::new();
    for candidate in candidates {
        if let Some(texts) = texts(read, candidate)? {
            rescored.push(score(*candidate, &texts, words, matcher));
        }
    }
    rescored.sort_by(|a, b| {
        b.candidate
            .score
            .total_cmp(&a.candidate.score)
            .then(b.question.cmp(&a.question))
    });
    Ok(rescored)
}

fn texts(read: &Read<'_>, candidate: &Candidate) -> Result<Option<Texts>> {
    const SQL: &str =
        "SELECT q.id, q.title,
                (SELECT group_concat(t.name_key, ' ') FROM question_tags qt JOIN tags t ON t.id = qt.tag_id WHERE qt.question_id = q.id),
                substr(p.text, 1, ?2), q.accepted_answer_id IS NOT NULL, q.score
         FROM search_entries e JOIN posts f ON f.id = e.post_id JOIN questions q ON q.id = coalesce(f.question_id, f.id)
         JOIN posts p ON p.id = q.id WHERE e.entry = ?1";
    let first = candidate.number.entry(0).0;
    let answer = match candidate.place {
        0 => None,
        place => answer(read, candidate.number, place)?,
    };
    read.first(SQL, (first, MAX_TEXT), |row| {
        Ok(Texts {
            question: row.get(0)?,
            title: row.get(1)?,
            tags: row.get::<_, Option<String>>(2)?.unwrap_or_default(),
            text: row.get(3)?,
            is_accepted: row.get(4)?,
            votes: row.get(5)?,
            answer,
        })
    })
}

fn answer(read: &Read<'_>, number: Number, place: i64) -> Result<Option<String>> {
    let sql = "SELECT substr(p.text, 1, ?2) FROM search_entries e JOIN posts p ON p.id = e.post_id WHERE e.entry = ?1";
    read.first(sql, (number.entry(place).0, MAX_TEXT), |row| row.get(0))
}

fn score(
    mut candidate: Candidate,
    texts: &Texts,
    words: &[QueryWord],
    matcher: &Matcher,
) -> Rescored {
    let count = |text: &str| matcher.count(text);
    let (title, tags, text) = (count(&texts.title), count(&texts.tags), count(&texts.text));
    let answer = texts.answer.as_deref().map(count);
    let in_answer = |f: &dyn Fn(&Counts) -> f32| answer.as_ref().map_or(0.0, f);
    let (mut score, mut in_text, mut in_best_answer) = (0.0, 0.0, 0.0);
    for (index, word) in words.iter().enumerate() {
        let fields = Fields {
            title: title.presence(index),
            tags: tags.presence(index),
            text: text.frequency(index),
            answer: in_answer(&|answer| answer.frequency(index)),
        };
        score += fields.score(word.idf);
        in_text += saturated(word.idf, fields.text);
        in_best_answer += saturated(word.idf, fields.answer);
    }
    let idf = |index: usize| words[index].idf;
    let neighbours = Neighbours {
        title: title.neighbours(idf),
        tags: tags.neighbours(idf),
        text: text.neighbours(idf),
        answer: in_answer(&|answer| answer.neighbours(idf)),
    };
    score += neighbours.score();
    candidate.score = score * quality(texts.is_accepted, texts.votes);
    if in_text >= in_best_answer {
        candidate.place = 0;
    }
    Rescored {
        candidate,
        question: texts.question,
    }
}
