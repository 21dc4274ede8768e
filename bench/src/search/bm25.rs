//! The reference: BM25 over whole texts, computed in memory.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use stoa::core::id::Id;
use stoa::core::tokenizer::{folded, stem, tokens};

const K1: f64 = 1.2;
const B: f64 = 0.75;
/// Common English words, and what follows an apostrophe. One per line.
const STOP_WORDS: &str = include_str!("stop_words.txt");

/// An index of texts.
pub struct Bm25 {
    stop_words: HashSet<&'static str>,
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
            stop_words: STOP_WORDS.lines().collect(),
            texts: Vec::new(),
            mean_length: 0.0,
            postings: HashMap::new(),
        };
        for (position, (id, text)) in texts.enumerate() {
            let stems = index.stems(&text);
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
        let mut words: Vec<(String, f64)> = tally(self.stems(query)).into_iter().collect();
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

    /// Returns the stems of a text without stop words.
    fn stems(&self, text: &str) -> Vec<String> {
        tokens(text)
            .filter(|token| !token.is_part)
            .map(|token| folded(&text[token.range]))
            .filter(|word| !self.stop_words.contains(word.as_ref()))
            .map(|word| stem(&word))
            .collect()
    }
}

fn tally(stems: Vec<String>) -> HashMap<String, f64> {
    let mut tally = HashMap::new();
    for stem in stems {
        *tally.entry(stem).or_default() += 1.0;
    }
    tally
}

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
    fn rare_words_weigh_more() {
        let texts = ["brake bell", "brake lamp", "pedal lamp"];
        assert_eq!(found(&texts, "brake pedal")[0], 2);
    }

    #[test]
    fn frequent_words_and_short_texts_weigh_more() {
        assert_eq!(found(&["brake lamp", "brake brake"], "brake"), [1, 0]);
        assert_eq!(found(&["brake", "brake lamp"], "brake"), [0, 1]);
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
