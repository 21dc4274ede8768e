//! Which words of a post say what it is about.

use std::collections::{BTreeMap, BTreeSet};

use super::{TAG_SEPARATOR, stem};

/// The number of classes of strong words.
pub const CLASSES: i64 = 4;

/// The number of words of an average text: in longer texts a word must be more frequent.
const AVERAGE_WORDS: f32 = 250.0;

/// How strongly a word stands for a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A word that dominates the text.
    Dominant,
    /// A word that is frequent in the text.
    Frequent,
    Title,
    Tag,
}

impl Strength {
    /// Returns the strength of a class from 0 to 3.
    pub fn of_class(class: i64) -> Self {
        match class {
            0 => Self::Dominant,
            1 => Self::Frequent,
            2 => Self::Title,
            _ => Self::Tag,
        }
    }

    /// Returns the strength of a word in a text, or nothing for a weak one. `frequency` is from
    /// [`relative_frequency`].
    fn of_frequency(frequency: f32) -> Option<Self> {
        match frequency {
            f if f > 3.0 => Some(Self::Dominant),
            f if f > 1.4 => Some(Self::Frequent),
            _ => None,
        }
    }
}

/// Returns how often a word occurs in a text, in relation to its number of words: BM25's length
/// normalization with b = 0.75 (Robertson and Zaragoza, "The Probabilistic Relevance Framework",
/// 2009).
pub fn relative_frequency(count: f32, words: usize) -> f32 {
    count / (0.25 + 0.75 * words as f32 / AVERAGE_WORDS)
}

/// Returns the stems of one class of a post, whose texts are segmented, with a space between two. The classes are disjoint only for
/// the text.
pub fn strong_words(class: i64, title: &str, tags: &str, text: &str) -> String {
    let strength = Strength::of_class(class);
    let found: BTreeSet<String> = match strength {
        Strength::Title => stems(title).collect(),
        Strength::Tag => stems(tags).collect(),
        Strength::Dominant | Strength::Frequent => {
            let (mut counts, mut words) = (BTreeMap::new(), 0);
            for stem in stems(text) {
                *counts.entry(stem).or_insert(0) += 1;
                words += 1;
            }
            counts
                .into_iter()
                .filter(|(_, count)| {
                    Strength::of_frequency(relative_frequency(*count as f32, words))
                        == Some(strength)
                })
                .map(|(stem, _)| stem)
                .collect()
        }
    };
    found.into_iter().collect::<Vec<_>>().join(" ")
}

/// Returns the stems of a segmented text.
fn stems(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(' ')
        .filter(|token| !token.is_empty() && *token != TAG_SEPARATOR)
        .map(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_strong_in_relation_to_the_length_of_the_text() {
        let filler = |words: usize| "filler ".repeat(words);
        assert_eq!(strong_words(0, "", "", "running"), "run");
        let short = format!(
            "running {}",
            (0..200).map(|n| format!("w{n} ")).collect::<String>()
        );
        assert_eq!(strong_words(1, "", "", &short), "");
        assert_eq!(strong_words(1, "", "", &format!("runs {short}")), "run");
        assert_eq!(
            strong_words(0, "", "", &format!("runs ran {}", filler(5_000))),
            "filler"
        );
    }

    #[test]
    fn title_and_tags_have_classes_of_their_own() {
        let words = |class| strong_words(class, "running horses", "rust \u{e000} horses", "x");
        assert_eq!(
            [words(2), words(3), words(0)],
            ["hors run", "hors rust", "x"]
        );
    }
}
