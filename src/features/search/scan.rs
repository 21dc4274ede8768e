//! Finds the words of a search in a text.

use std::ops::Range;

use crate::core::tokenizer::{folded, relative_frequency, stem, tokens};

/// The longest part of a text that is read, in bytes.
const MAX_SCANNED: usize = 32 << 10;
/// Words this many tokens apart are neighbours.
const NEAR: usize = 4;

/// A form of a word of a search: the word itself, a correction or a completion.
#[derive(Debug)]
struct Form {
    /// A stem, or the beginning of words.
    text: String,
    is_prefix: bool,
    /// The index of the word in the search.
    word: usize,
    weight: f32,
}

/// Recognizes the words of a search in texts.
#[derive(Debug, Default)]
pub struct Matcher {
    forms: Vec<Form>,
    /// [`beginning`] of the forms.
    beginnings: Vec<Beginning>,
    words: usize,
}

impl Matcher {
    /// Adds a form of the word with the index `word`.
    pub fn add(&mut self, word: usize, text: &str, is_prefix: bool, weight: f32) {
        // The characters of a pair occur one by one.
        for part in text.split(' ').filter(|part| !part.is_empty()) {
            let text = if is_prefix {
                part.to_owned()
            } else {
                stem(part)
            };
            self.beginnings.extend(beginning(&text));
            self.forms.push(Form {
                text,
                is_prefix,
                word,
                weight,
            });
        }
        self.words = self.words.max(word + 1);
    }

    /// Returns the index of the word that a token is a form of, and the weight of the form.
    fn find(&self, token: &str) -> Option<(usize, f32)> {
        let (first, second) = beginning(token)?;
        let is_begun = |&(one, other): &Beginning| {
            one == first && (other.is_none() || second.is_none() || other == second)
        };
        let is_ascii = first.is_ascii() && second.is_none_or(|second| second.is_ascii());
        if is_ascii && !self.beginnings.iter().any(is_begun) {
            return None;
        }
        let folded = folded(token);
        let stem = stem(&folded);
        self.forms
            .iter()
            .filter(|form| {
                if form.is_prefix {
                    folded.starts_with(&form.text)
                } else {
                    stem == form.text
                }
            })
            .max_by(|a, b| a.weight.total_cmp(&b.weight))
            .map(|form| (form.word, form.weight))
    }

    /// Returns where the words of the search are in a text, with their indexes.
    pub fn places(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let places = tokens(scanned(text)).filter_map(|token| {
            let (word, _) = self.find(&text[token.range.clone()])?;
            Some((token.range, word))
        });
        places.collect()
    }

    /// Counts the words of the search in a text.
    pub fn count(&self, text: &str) -> Counts {
        let mut counts = vec![0.0; self.words];
        let mut neighbours = Vec::new();
        let mut last: Vec<(usize, usize)> = Vec::new();
        let mut position = 0;
        let text = scanned(text);
        for token in tokens(text) {
            position += 1;
            let Some((word, weight)) = self.find(&text[token.range]) else {
                continue;
            };
            counts[word] += weight;
            last.retain(|(_, place)| position - place <= NEAR);
            for &(other, _) in &last {
                let pair = (word.min(other), word.max(other));
                if pair.0 != pair.1 && !neighbours.contains(&pair) {
                    neighbours.push(pair);
                }
            }
            last.push((word, position));
        }
        Counts {
            counts,
            words: position,
            neighbours,
        }
    }
}

/// Returns the part of a text that is read.
fn scanned(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_SCANNED)]
}

/// The words of a search in a text.
pub struct Counts {
    /// By the index of the word in the search.
    counts: Vec<f32>,
    /// The number of words of the text.
    words: usize,
    /// The pairs of different words that are near each other.
    neighbours: Vec<(usize, usize)>,
}

impl Counts {
    /// Returns whether the text contains a word: 1, less if it has only a similar one.
    pub fn presence(&self, word: usize) -> f32 {
        self.counts[word].min(1.0)
    }

    /// Returns the frequency of a word in relation to the length of the text.
    pub fn frequency(&self, word: usize) -> f32 {
        relative_frequency(self.counts[word], self.words)
    }

    /// Returns the sum of the mean weights of the neighbouring words of the search that are
    /// neighbours in the text.
    pub fn neighbours(&self, idf: impl Fn(usize) -> f32) -> f32 {
        self.neighbours
            .iter()
            .map(|&(one, other)| (idf(one) + idf(other)) / 2.0)
            .sum()
    }
}

/// The first two bytes of a word.
type Beginning = (u8, Option<u8>);

/// Returns the first two bytes of a word as all words with the same stem have them, if they have a second one: in lower
/// case, and `i` for `y`, as the stemmer writes it at the end ("ays").
fn beginning(word: &str) -> Option<Beginning> {
    let mut bytes = word.bytes().map(|byte| byte.to_ascii_lowercase());
    let first = bytes.next()?;
    let second = bytes
        .next()
        .map(|byte| if byte == b'y' { b'i' } else { byte });
    Some((first, second))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_begin_like_their_words() {
        let letters = || (b'a'..=b'z').map(char::from);
        let endings = [
            "", "s", "es", "ies", "ed", "ing", "y", "ly", "ness", "ational",
        ];
        for (first, second) in letters().flat_map(|one| letters().map(move |other| (one, other))) {
            for ending in endings {
                let word = format!("{first}{second}{ending}");
                let stem = stem(&word);
                let (one, other) = beginning(&stem).expect("a letter");
                assert_eq!(one, first as u8, "{word}");
                assert!(
                    other.is_none() || beginning(&word) == Some((one, other)),
                    "{word}: {stem}"
                );
            }
        }
    }

    fn matcher() -> Matcher {
        let mut matcher = Matcher::default();
        matcher.add(0, "running", false, 1.0);
        matcher.add(1, "plutus", false, 0.4);
        matcher.add(2, "val", true, 1.0);
        matcher
    }

    #[test]
    fn stems_similar_words_and_prefixes_are_recognized() {
        let counts = matcher().count("Ann runs a Plutus Validator; rubbish");
        assert_eq!([0, 1, 2].map(|word| counts.presence(word)), [1.0, 0.4, 1.0]);
        assert_eq!(counts.words, 6);
        assert_eq!(counts.neighbours, [(0, 1), (0, 2), (1, 2)]);
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "é Running, valid";
        let places = matcher().places(text);
        let found: Vec<&str> = places
            .iter()
            .map(|(range, _)| &text[range.clone()])
            .collect();
        assert_eq!(found, ["Running", "valid"]);
    }

    #[test]
    fn characters_of_a_pair_are_recognized() {
        let mut matcher = Matcher::default();
        matcher.add(0, "验 证", false, 1.0);
        assert_eq!(matcher.places("验证x").len(), 2);
    }
}
