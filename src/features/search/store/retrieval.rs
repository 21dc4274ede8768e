//! Finds the questions that contain words, at a bounded cost.
//!
//! Scores are about right: a weak word counts the same in every text. [`super::rescoring`] ranks the
//! best by their texts.

use std::cmp::Reverse;

use super::entries::{Entry, Number, Span};
use super::expansion::{Form, QueryWord};
use super::postings;
use crate::core::error::Result;
use crate::core::tokenizer::Strength;
use crate::features::search::score::Fields;
use crate::platform::db::Read;

/// The largest number of postings that a search reads.
const MAX_POSTINGS: i64 = 48_000;
/// The same for a search whose questions are known to be among few.
const MAX_POSTINGS_AMONG_FEW: i64 = 200_000;
/// Of words in more posts than this only the strong occurrences are read.
const MAX_READ_IN_FULL: f32 = 4_000.0;

/// The frequencies that stand for the classes of words in a text.
const DOMINANT: f32 = 4.0;
const FREQUENT: f32 = 2.0;
const WEAK: f32 = 0.6;

/// A question that contains some of the words.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub number: Number,
    pub score: f32,
    /// A bit for each word that it contains.
    pub words: u32,
    /// The places of the posts that may contain a word.
    pub places: Places,
    /// Whether its tags may contain a word.
    pub in_tags: bool,
    /// The place of the post with the best match of a word.
    pub place: i64,
    /// The score of this match.
    best: f32,
}

impl Candidate {
    /// Returns a candidate without any word.
    fn without_words(number: Number) -> Self {
        Self {
            number,
            score: 0.0,
            words: 0,
            places: Places::default(),
            in_tags: false,
            place: 0,
            best: 0.0,
        }
    }

    /// Adds the words of `other`, which is the same question.
    fn add(&mut self, other: &Self) {
        self.score += other.score;
        self.words |= other.words;
        self.places.0 |= other.places.0;
        self.in_tags |= other.in_tags;
        if other.best > self.best {
            (self.best, self.place) = (other.best, other.place);
        }
    }
}

/// Places among the posts of a question, a bit each. Places above 63 are left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Places(u64);

impl Places {
    /// The question and its first eight answers.
    const FIRST: Self = Self((1 << 9) - 1);

    fn insert(&mut self, place: i64) {
        self.0 |= 1_u64.checked_shl(place as u32).unwrap_or(0);
    }

    /// Returns the places in ascending order.
    pub fn iter(self) -> impl Iterator<Item = i64> {
        (0..i64::from(u64::BITS)).filter(move |place| self.0 & 1 << place != 0)
    }

    pub fn contains(self, place: i64) -> bool {
        self.iter().any(|other| other == place)
    }
}

/// Which questions can be found.
#[derive(Debug)]
pub enum Among {
    All,
    /// These, if they contain a word. In ascending order.
    Few(Vec<Number>),
    /// Each of these. In ascending order.
    Each(Vec<Number>),
}

/// Returns the questions with some of the words, best first; of equals, the newest first.
pub fn retrieve(
    read: &Read<'_>,
    visible: &[Span],
    words: &[QueryWord],
    among: &Among,
) -> Result<Vec<Candidate>> {
    let mut is_complete = true;
    let mut left = match among {
        Among::All => MAX_POSTINGS,
        Among::Few(_) | Among::Each(_) => MAX_POSTINGS_AMONG_FEW,
    };
    let mut found: Vec<Candidate> = match among {
        Among::Each(numbers) => numbers
            .iter()
            .rev()
            .copied()
            .map(Candidate::without_words)
            .collect(),
        Among::All | Among::Few(_) => Vec::new(),
    };
    for (index, word) in words.iter().enumerate() {
        // What the rarer words leave is shared.
        let share = left / (words.len() - index) as i64;
        let mut matches = Vec::new();
        for form in &word.forms {
            for (number, span) in visible.iter().enumerate() {
                let is_full = word.frequency <= MAX_READ_IN_FULL;
                // The first span is the public one.
                let known = form.public.as_ref().filter(|_| number == 0);
                let hits = hits(read, span, form, is_full, known, share)?;
                is_complete &= is_full && (hits.len() as i64) < share;
                left = (left - hits.len() as i64).max(0);
                matches.extend(candidates(&hits, form.weight * word.idf, 1 << index));
            }
        }
        if let Among::Few(numbers) | Among::Each(numbers) = among {
            matches.retain(|candidate| numbers.binary_search(&candidate.number).is_ok());
        }
        // The best form of the word counts.
        matches.sort_unstable_by(|a, b| b.number.cmp(&a.number).then(b.score.total_cmp(&a.score)));
        matches.dedup_by_key(|candidate| candidate.number);
        found = merge(&found, &matches);
    }
    found.sort_unstable_by(|a, b| b.score.total_cmp(&a.score).then(b.number.cmp(&a.number)));
    if !is_complete {
        for candidate in &mut found {
            candidate.places.0 |= Places::FIRST.0;
            candidate.in_tags = true;
        }
    }
    Ok(found)
}

/// A place of a word: weak, or strong with a class.
type Hit = (Entry, Option<Strength>);

/// Returns the hits of a form in a span, newest first. `known` are the entries of its texts, if they
/// were looked up already.
fn hits(
    read: &Read<'_>,
    span: &Span,
    form: &Form,
    is_full: bool,
    known: Option<&Vec<Entry>>,
    limit: i64,
) -> Result<Vec<Hit>> {
    let mut hits = Vec::new();
    let strong = form.strong_expression();
    if is_full || strong.is_none() {
        // A phrase has no strong occurrences.
        let strength = strong.is_none().then_some(Strength::Frequent);
        let texts = match known {
            Some(known) => known
                .iter()
                .copied()
                .filter(|entry| span.contains(*entry))
                .collect(),
            None => postings::texts(read, span, &form.expression(), limit)?,
        };
        hits.extend(texts.into_iter().map(|entry| (entry, strength)));
    }
    if let Some(strong) = strong {
        let strong = postings::strong(read, span, &strong, limit)?;
        hits.extend(
            strong
                .into_iter()
                .map(|(entry, class)| (entry, Some(Strength::of_class(class)))),
        );
    }
    hits.sort_by_key(|(entry, _)| Reverse(*entry));
    Ok(hits)
}

/// Returns the questions with these hits, and what they are worth.
fn candidates(hits: &[Hit], idf: f32, words: u32) -> impl Iterator<Item = Candidate> {
    hits.chunk_by(|(one, _), (other, _)| one.number() == other.number())
        .map(move |hits| {
            let number = hits[0].0.number();
            let (mut fields, mut place, mut most) = (Fields::default(), 0, 0.0);
            let mut places = Places::default();
            for (entry, strength) in hits {
                places.insert(entry.place());
                let frequency = match strength {
                    None => WEAK,
                    Some(Strength::Dominant) => DOMINANT,
                    Some(Strength::Frequent) => FREQUENT,
                    Some(Strength::Title) => {
                        fields.title = 1.0;
                        continue;
                    }
                    Some(Strength::Tag) => {
                        fields.tags = 1.0;
                        continue;
                    }
                };
                let field = if entry.place() == 0 {
                    &mut fields.text
                } else {
                    &mut fields.answer
                };
                *field = field.max(frequency);
                if frequency > most {
                    (most, place) = (frequency, entry.place());
                }
            }
            let score = fields.score(idf);
            Candidate {
                number,
                score,
                words,
                places,
                in_tags: fields.tags > 0.0,
                place,
                best: idf * most,
            }
        })
}

/// Merges two lists of candidates in descending order of their numbers.
fn merge(one: &[Candidate], other: &[Candidate]) -> Vec<Candidate> {
    let mut merged = Vec::with_capacity(one.len() + other.len());
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    loop {
        match (one.peek(), other.peek()) {
            (Some(a), Some(b)) if a.number == b.number => {
                let mut both = **a;
                both.add(b);
                merged.push(both);
                one.next();
                other.next();
            }
            (Some(a), Some(b)) if a.number > b.number => {
                merged.push(**a);
                one.next();
            }
            (_, Some(b)) => {
                merged.push(**b);
                other.next();
            }
            (Some(a), None) => {
                merged.push(**a);
                one.next();
            }
            (None, None) => return merged,
        }
    }
}
