//! What texts are about, as vectors: texts that say the same in other words have similar ones.
//!
//! The vector of a text is the weighted mean of those of its words, from a table of static word vectors
//! ([`table`]). A word that the table does not know weighs nothing, so texts in other languages have no vector and
//! lose nothing.

mod table;

pub use table::is_known;
use table::{DIMENSIONS, row};

use crate::core::tokenizer::stem;

/// The number of words of a text that count: the first ones.
const MAX_WORDS: usize = 1_000;

/// The number of known words from which on the meaning of a search is certain. Fewer, such as a name or an
/// identifier, are meant literally.
const ENOUGH_WORDS: f32 = 6.0;

/// A sum of word vectors.
type Sum = [f32; DIMENSIONS];

/// Returns the vector of a post whose texts are segmented: a byte for each dimension, or nothing if the table knows none
/// of its words. The title with the tags, and the text, count the same.
pub fn of_post(title: &str, tags: &str, text: &str) -> Option<Vec<u8>> {
    let sum = post_sum(title, tags, text);
    let largest = sum
        .iter()
        .fold(0.0, |most: f32, value| most.max(value.abs()));
    let quantized = |value: &f32| (value / largest * f32::from(i8::MAX)).round() as i8 as u8;
    (largest > 0.0).then(|| sum.iter().map(quantized).collect())
}

fn post_sum(title: &str, tags: &str, text: &str) -> Sum {
    let about = sum(title.split(' ').chain(tags.split(' ')));
    let text = sum(text.split(' ').take(MAX_WORDS));
    let mut both = [0.0; DIMENSIONS];
    for part in [about, text] {
        let length = length(&part);
        if length > 0.0 {
            add(&mut both, part.iter().map(|value| value / length));
        }
    }
    both
}

fn sum<'t>(words: impl Iterator<Item = &'t str>) -> Sum {
    let mut sum = [0.0; DIMENSIONS];
    for word in words {
        add_word(&mut sum, word, 1.0);
    }
    sum
}

/// Adds the vector of a word. Returns whether the table knows the word.
fn add_word(sum: &mut Sum, word: &str, weight: f32) -> bool {
    let Some((of_word, row)) = row(&stem(word)) else {
        return false;
    };
    let norm = row.iter().map(|value| square(*value)).sum::<f32>().sqrt();
    let factor = weight * of_word / norm.max(1.0);
    add(sum, row.iter().map(|value| signed(*value) * factor));
    true
}

fn add(sum: &mut Sum, values: impl Iterator<Item = f32>) {
    sum.iter_mut()
        .zip(values)
        .for_each(|(sum, value)| *sum += value);
}

fn length(sum: &Sum) -> f32 {
    sum.iter().map(|value| value * value).sum::<f32>().sqrt()
}

fn signed(value: u8) -> f32 {
    f32::from(value as i8)
}

fn square(value: u8) -> f32 {
    signed(value) * signed(value)
}

/// What a search is about.
#[derive(Clone, Debug)]
pub struct Meaning {
    /// Of length 1.
    vector: Sum,
    /// How much it tells: from 0 to 1, less if the table does not know some words, or if there are few.
    certainty: f32,
}

impl Meaning {
    /// Returns that of folded words with their weights, or nothing if the table knows none of them.
    pub fn of_words<'w>(words: impl Iterator<Item = (&'w str, f32)>) -> Option<Self> {
        let mut vector = [0.0; DIMENSIONS];
        let (mut known, mut all, mut count) = (0.0, 0.0, 0.0);
        for (word, weight) in words {
            all += weight;
            if add_word(&mut vector, word, weight) {
                known += weight;
                count += 1.0;
            }
        }
        Self::new(vector, known / all * (count / ENOUGH_WORDS).min(1.0))
    }

    fn new(mut vector: Sum, certainty: f32) -> Option<Self> {
        let length = length(&vector);
        vector.iter_mut().for_each(|value| *value /= length);
        (length > 0.0).then_some(Self { vector, certainty })
    }

    /// Returns how similar a post is in its meaning, from −1 to 1: nearer to 0, the less certain the meaning is. `post` is
    /// from [`of_post`].
    pub fn similarity(&self, post: &[u8]) -> f32 {
        let (mut product, mut norm) = (0.0, 0.0);
        for (one, other) in self.vector.iter().zip(post) {
            product += one * signed(*other);
            norm += square(*other);
        }
        self.certainty * product / norm.sqrt().max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn similarity(search: &str, post: &str) -> f32 {
        let meaning = Meaning::of_words(search.split(' ').map(|word| (word, 1.0)));
        let post = of_post("", "", post).expect("known words");
        meaning.expect("known words").similarity(&post)
    }

    #[test]
    fn texts_with_other_words_for_the_same_are_similar() {
        for (search, same, other) in [
            ("buy car", "purchase an automobile", "boil an egg"),
            ("delete picture", "remove the image", "the weather is cold"),
            (
                "bicycle brakes squeak",
                "noisy disc on my bike",
                "password of the account",
            ),
        ] {
            let (same, other) = (similarity(search, same), similarity(search, other));
            assert!(
                same > 2.0 * other && same > 0.15,
                "{search}: {same} {other}"
            );
        }
    }

    #[test]
    fn unknown_words_weigh_nothing() {
        assert!(Meaning::of_words([("xqzzy", 1.0)].into_iter()).is_none());
        assert!(of_post("xqzzy", "", "क ख").is_none());
        let (alone, beside) = (
            similarity("car", "automobile"),
            similarity("car xqzzy", "automobile"),
        );
        assert!((beside - alone / 2.0).abs() < 1e-6);
        assert_eq!(of_post("car", "", "xqzzy"), of_post("car xqzzy", "", ""));
    }

    #[test]
    fn the_table_knows_ordinary_words() {
        for word in [
            "cars",
            "installing",
            "running",
            "database",
            "because",
            "linux",
        ] {
            assert!(is_known(word), "{word}");
        }
        assert!(!is_known("validtor") && !is_known("plutsu") && !is_known(""));
    }
}
