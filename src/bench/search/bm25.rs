//! The reference: BM25 over whole texts, computed in memory.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::id::Id;
use crate::tokenizer::{folded, is_indexed, separated, stem};

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// An index of texts.
pub struct Bm25 {
    /// The ids of the texts with their lengths in words.
    texts: Vec<(Id, f64)>,
    mean_length: f64,
    /// The texts with each stem, as positions in `texts`, with the number of occurrences.
    postings: HashMap<String, Vec<(usize, f64)>>,
}

impl Bm25 {
    /// Indexes texts.
    pub fn new(texts: impl Iterator<Item = (Id, String)>) -> Self {
        let mut index = Self {
            texts: Vec::new(),
            mean_length: 0.0,
            postings: HashMap::new(),
        };
        for (position, (id, text)) in texts.enumerate() {
            let stems = stems(&text);
            index.texts.push((id, stems.len() as f64));
            for (stem, count) in tally(stems) {
                index
                    .postings
                    .entry(stem)
                    .or_default()
                    .push((position, count));
            }
        }
        let length: f64 = index.texts.iter().map(|(_, length)| length).sum();
        index.mean_length = length / index.texts.len().max(1) as f64;
        index
    }

    /// Returns the best `limit` texts with any word of the query whose ids `is_candidate` accepts,
    /// best first, and newest first among equals. A repeated word counts repeatedly.
    pub fn search(&self, query: &str, limit: usize, is_candidate: impl Fn(Id) -> bool) -> Vec<Id> {
        let mut scores: HashMap<usize, f64> = HashMap::new();
        let mut words: Vec<(String, f64)> = tally(stems(query)).into_iter().collect();
        // The order of a sum of fractions changes its last digits.
        words.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
        for (stem, repetitions) in words {
            let Some(postings) = self.postings.get(&stem) else {
                continue;
            };
            let (texts, matching) = (self.texts.len() as f64, postings.len() as f64);
            let idf = (1.0 + (texts - matching + 0.5) / (matching + 0.5)).ln();
            for &(position, count) in postings {
                let length = self.texts[position].1 / self.mean_length;
                let weight = count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * length));
                *scores.entry(position).or_default() += repetitions * idf * weight;
            }
        }
        let mut found: Vec<(f64, Id)> = scores
            .into_iter()
            .map(|(position, score)| (score, self.texts[position].0))
            .filter(|(_, id)| is_candidate(*id))
            .collect();
        found.sort_unstable_by(|(score, id), (other_score, other)| {
            other_score
                .total_cmp(score)
                .then(Reverse(id).cmp(&Reverse(other)))
        });
        found.into_iter().take(limit).map(|(_, id)| id).collect()
    }
}

/// Returns the stems of a text without stop words.
fn stems(text: &str) -> Vec<String> {
    separated(text)
        .split(|c| !is_indexed(c))
        .map(folded)
        .filter(|word| !word.is_empty() && !STOP_WORDS.contains(&&**word))
        .map(|word| stem(&word))
        .collect()
}

fn tally(stems: Vec<String>) -> HashMap<String, f64> {
    let mut tally = HashMap::new();
    for stem in stems {
        *tally.entry(stem).or_default() += 1.0;
    }
    tally
}

/// Common English words, and the endings that an apostrophe separates.
const STOP_WORDS: &[&str] = &[
    "a",
    "about",
    "above",
    "after",
    "again",
    "against",
    "all",
    "also",
    "am",
    "an",
    "and",
    "any",
    "are",
    "aren",
    "as",
    "at",
    "be",
    "because",
    "been",
    "before",
    "being",
    "below",
    "between",
    "both",
    "but",
    "by",
    "can",
    "cannot",
    "could",
    "couldn",
    "d",
    "did",
    "didn",
    "do",
    "does",
    "doesn",
    "doing",
    "don",
    "down",
    "during",
    "each",
    "else",
    "ever",
    "few",
    "for",
    "from",
    "further",
    "get",
    "had",
    "hadn",
    "has",
    "hasn",
    "have",
    "haven",
    "having",
    "he",
    "her",
    "here",
    "hers",
    "herself",
    "him",
    "himself",
    "his",
    "how",
    "i",
    "if",
    "in",
    "into",
    "is",
    "isn",
    "it",
    "its",
    "itself",
    "just",
    "ll",
    "m",
    "may",
    "me",
    "might",
    "more",
    "most",
    "must",
    "mustn",
    "my",
    "myself",
    "no",
    "nor",
    "not",
    "now",
    "o",
    "of",
    "off",
    "on",
    "once",
    "only",
    "or",
    "other",
    "ought",
    "our",
    "ours",
    "ourselves",
    "out",
    "over",
    "own",
    "re",
    "s",
    "same",
    "shall",
    "she",
    "should",
    "shouldn",
    "so",
    "some",
    "such",
    "t",
    "than",
    "that",
    "the",
    "their",
    "theirs",
    "them",
    "themselves",
    "then",
    "there",
    "these",
    "they",
    "this",
    "those",
    "through",
    "to",
    "too",
    "under",
    "until",
    "up",
    "us",
    "ve",
    "very",
    "was",
    "wasn",
    "we",
    "were",
    "weren",
    "what",
    "when",
    "where",
    "which",
    "while",
    "who",
    "whom",
    "whose",
    "why",
    "will",
    "with",
    "won",
    "would",
    "wouldn",
    "y",
    "yes",
    "you",
    "your",
    "yours",
    "yourself",
    "yourselves",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn index(texts: &[&str]) -> Bm25 {
        Bm25::new(
            texts
                .iter()
                .enumerate()
                .map(|(id, text)| (Id::from_i64(id as i64), (*text).to_owned())),
        )
    }

    fn found(texts: &[&str], query: &str) -> Vec<i64> {
        let found = index(texts).search(query, 10, |_| true);
        found.into_iter().map(Id::as_i64).collect()
    }

    #[test]
    fn any_word_matches_by_its_stem() {
        assert_eq!(
            found(
                &["the wheels", "a chain", "a saddle"],
                "What wheel or chains?"
            ),
            [1, 0]
        );
    }

    #[test]
    fn rare_words_frequent_words_and_short_texts_rank_higher() {
        let texts = [
            "brake",
            "brake pedal",
            "brake brake saddle lamp bell",
            "brake lamp rack mirror bell",
        ];
        assert_eq!(found(&texts, "brake pedal")[0], 1);
        assert_eq!(found(&texts, "brake"), [0, 1, 2, 3]);
    }

    #[test]
    fn stop_words_match_nothing() {
        assert!(found(&["how to do it"], "how do you do it").is_empty());
    }

    #[test]
    fn only_candidates_are_found() {
        let found = index(&["brake", "brake"]).search("brake", 10, |id| id.as_i64() == 0);
        assert_eq!(found, [Id::from_i64(0)]);
    }
}
