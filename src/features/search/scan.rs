//! Finds the words of a search in a text.

use std::borrow::Cow;
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
    /// The stem of the token before it, if the form is two tokens.
    before: Option<String>,
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
        let (before, text) = match text.split_once(' ') {
            Some((before, text)) => (Some(stem(before)), text),
            None => (None, text),
        };
        let text = if is_prefix {
            text.to_owned()
        } else {
            stem(text)
        };
        for part in before.iter().chain([&text]) {
            self.beginnings.extend(beginning(part));
        }
        self.forms.push(Form {
            text,
            before,
            is_prefix,
            word,
            weight,
        });
        self.words = self.words.max(word + 1);
    }

    /// Returns a token folded, and its stem, unless it is certain that it belongs to no form.
    fn read<'t>(&self, token: &'t str) -> Option<(Cow<'t, str>, String)> {
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
        Some((folded, stem))
    }

    /// Returns the form that a token is, or that it ends after the token with the stem `before`.
    fn find(&self, folded: &str, stem: &str, before: Option<&str>) -> Option<&Form> {
        let is_form = |form: &&Form| {
            let is_text = if form.is_prefix {
                folded.starts_with(&form.text)
            } else {
                stem == form.text
            };
            is_text && (form.before.is_none() || form.before.as_deref() == before)
        };
        self.forms
            .iter()
            .filter(is_form)
            .max_by(|a, b| a.weight.total_cmp(&b.weight))
    }

    /// Returns the tokens of a text, and the form that ends with each.
    fn tokens(&self, text: &str) -> impl Iterator<Item = (Range<usize>, Option<&Form>)> {
        let mut before: Option<String> = None;
        tokens(text).map(move |token| {
            let read = self.read(&text[token.range.clone()]);
            let form = read
                .as_ref()
                .and_then(|(folded, stem)| self.find(folded, stem, before.as_deref()));
            before = read.map(|(_, stem)| stem);
            (token.range, form)
        })
    }

    /// Returns where the words of the search are in a text, with their indexes.
    pub fn places(&self, text: &str) -> Vec<(Range<usize>, usize)> {
        let mut places: Vec<(Range<usize>, usize)> = Vec::new();
        let mut before = 0..0;
        for (range, form) in self.tokens(scanned(text)) {
            if let Some(form) = form {
                let is_new = places.last().is_none_or(|(last, _)| *last != before);
                if form.before.is_some() && is_new {
                    places.push((before, form.word));
                }
                places.push((range.clone(), form.word));
            }
            before = range;
        }
        places
    }

    /// Counts the words of the search in a text.
    pub fn count(&self, text: &str) -> Counts {
        let mut counts = vec![0.0; self.words];
        let mut neighbours = Vec::new();
        let mut last: Vec<(usize, usize)> = Vec::new();
        let mut position = 0;
        for (_, form) in self.tokens(scanned(text)) {
            position += 1;
            let Some(&Form { word, weight, .. }) = form else {
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
    fn a_pair_is_recognized_where_its_tokens_are_beside_each_other() {
        let mut matcher = Matcher::default();
        matcher.add(0, "验 证", false, 1.0);
        matcher.add(1, "证 交", false, 1.0);
        matcher.add(2, "home brew", false, 0.8);
        let presence = |text: &str| {
            let counts = matcher.count(text);
            [0, 1, 2].map(|word| counts.presence(word))
        };
        assert_eq!(presence("验证x"), [1.0, 0.0, 0.0]);
        assert_eq!(presence("验证交易"), [1.0, 1.0, 0.0]);
        assert_eq!(presence("证书和经验, a home for brews"), [0.0; 3]);
        assert_eq!(presence("Home brewing"), [0.0, 0.0, 0.8]);
        let places = |text: &str| matcher.places(text).into_iter().map(|(range, _)| range);
        assert!(places("a验证交b").eq([1..4, 4..7, 7..10]));
        assert!(places("证验, 验").next().is_none());
    }
}
