//! Splits texts into words like the search index does. Pure functions, which SQL can call too.

mod characters;
mod porter;
mod strength;
mod tokens;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;

use characters::is_diacritic;
pub use characters::is_indexed;
pub(crate) use characters::is_unspaced;
pub use porter::stem;
pub use strength::{CLASSES, Strength, relative_frequency, strong_words};
pub use tokens::{Token, tokens};
use unicode_normalization::UnicodeNormalization;

/// The shortest word of the vocabulary for completion and correction, in letters.
const SHORTEST: usize = 4;
/// The vocabulary contains only this many letters of a longer word.
pub const LONGEST: usize = 30;

/// Puts spaces around each character of a script without spaces, and the parts of a camel-case
/// identifier after it.
///
/// The index splits at spaces and would otherwise index whole Chinese sentences as words. With the
/// spaces it finds any part of a sentence as a phrase of characters. Other text is returned unchanged.
pub fn separated(text: &str) -> Cow<'_, str> {
    let has_identifier = || {
        text.as_bytes()
            .windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
    };
    if !has_unspaced(text) && !has_identifier() {
        return Cow::Borrowed(text);
    }
    let mut separated = String::with_capacity(2 * text.len());
    let mut end = 0;
    for token in tokens(text) {
        if token.is_part {
            separated.push(' ');
        } else {
            separated.push_str(&text[end..token.range.start]);
            end = token.range.end;
        }
        let word = &text[token.range];
        if word.starts_with(is_unspaced) {
            separated.extend([" ", word, " "]);
        } else {
            separated.push_str(word);
        }
    }
    separated.push_str(&text[end..]);
    Cow::Owned(separated)
}

/// Returns whether a text has a character of a script without spaces.
fn has_unspaced(text: &str) -> bool {
    // The first UTF-8 byte of all these characters is at least this.
    text.bytes().any(|byte| byte >= 0xe0) && text.contains(is_unspaced)
}

/// Returns the distinct words of a text for the vocabulary of completion and correction: folded, and
/// at most [`LONGEST`] letters of each.
pub fn words(text: &str) -> BTreeSet<String> {
    let words = text
        .split(|c| !is_indexed(c) && !is_diacritic(c))
        .map(folded)
        .filter(|word| is_in_vocabulary(word));
    let shortened = |word: Cow<'_, str>| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => word[..end].to_owned(),
        None => word.into_owned(),
    };
    words.map(shortened).collect()
}

/// Returns whether [`words`] includes a folded word.
pub fn is_in_vocabulary(word: &str) -> bool {
    is_vocabulary_prefix(word) && word.chars().count() >= SHORTEST
}

/// Returns whether the vocabulary includes all sufficiently long words with a prefix: the prefix
/// consists of letters and digits and begins with a letter.
pub fn is_vocabulary_prefix(prefix: &str) -> bool {
    prefix.starts_with(char::is_alphabetic)
        && prefix.chars().all(|c| is_indexed(c) && !is_unspaced(c))
}

/// Folds a word like FTS5's `remove_diacritics 2`: lower case, and Latin letters without diacritics.
/// Borrows the word if it is folded already, as most are.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return if word.contains(|c: char| c.is_ascii_uppercase()) {
            word.to_ascii_lowercase().into()
        } else {
            word.into()
        };
    }
    let base = |c: char| {
        iter::once(c)
            .nfd()
            .next()
            .filter(char::is_ascii_alphabetic)
            .unwrap_or(c)
    };
    Cow::Owned(
        word.chars()
            .filter(|&c| !is_diacritic(c))
            .map(base)
            .flat_map(char::to_lowercase)
            .collect(),
    )
}

/// Returns the trigrams of a word. Boundary marks make trigrams of its first and last two letters too.
pub fn trigrams(word: &str) -> BTreeSet<String> {
    with_boundaries(word)
        .windows(3)
        .map(|trigram| trigram.iter().collect())
        .collect()
}

/// Returns trigrams such that every word within `errors` edits (wrong, missing, additional or swapped
/// letters) of this word contains at least one of them.
///
/// An edit changes only one of `errors + 1` parts of a word. A swap can change two adjacent parts,
/// but then not the parts of a division with other boundaries.
pub fn candidate_trigrams(word: &str, errors: usize) -> BTreeSet<String> {
    let letters = with_boundaries(word);
    let parts = errors + 1;
    let starts = (0..parts)
        .map(|part| part * letters.len() / parts)
        .flat_map(|start| [start, if start == 0 { 0 } else { start + 1 }]);
    starts
        .filter_map(|start| letters.get(start..start + 3))
        .map(|trigram| trigram.iter().collect())
        .collect()
}

fn with_boundaries(word: &str) -> Vec<char> {
    iter::once('^')
        .chain(word.chars())
        .chain(iter::once('$'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scripts_without_spaces_are_separated() {
        for text in [
            "",
            "plain",
            "naïve café",
            "Привет, мир",
            "“quotes” — and 🏛 emoji",
            "e\u{301}",
            "c++\n\t x",
        ] {
            assert!(
                matches!(separated(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
        for (text, expected) in [
            ("Rust入門", "Rust 入  門 "),
            ("第3章", " 第 3 章 "),
            ("ｶﾅ", " ｶ  ﾅ "),
            ("한국", " 한  국 "),
            ("𠮷野", " 𠮷  野 "),
            ("入、門", " 入 、 門 "),
            ("x.getById(3)", "x.getById get By Id(3)"),
        ] {
            assert_eq!(separated(text), expected);
        }
    }

    #[test]
    fn words_are_long_and_begin_with_a_letter() {
        let found = words(
            "The Validator's snake_case sha256sum 0xabcdef, naïveté; 验证交易验证交易 validator",
        );
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            ["case", "naivete", "sha256sum", "snake", "validator"]
        );
        assert!(words(&"x".repeat(31)).contains(&"x".repeat(30)));
    }

    #[test]
    fn words_are_folded_like_the_index_does() {
        for (word, expected) in [
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("Việt", "viet"),
            ("Йогурт", "йогурт"),
            ("groß", "groß"),
        ] {
            assert_eq!(folded(word), expected);
        }
    }

    /// Every single edit of a word leaves one of its candidate trigrams.
    #[test]
    fn each_similar_word_has_a_candidate_trigram() {
        for word in ["react", "plutus", "haskell"] {
            let letters: Vec<char> = word.chars().collect();
            let mut mistyped = Vec::new();
            for at in 0..=letters.len() {
                let with = |replaced: usize, by: &[char]| {
                    [
                        &letters[..at],
                        by,
                        &letters[(at + replaced).min(letters.len())..],
                    ]
                    .concat()
                };
                mistyped.extend([with(0, &['x']), with(1, &['x']), with(1, &[])]);
                if let [a, b, ..] = letters[at..] {
                    mistyped.push(with(2, &[b, a]));
                }
            }
            for letters in mistyped {
                let mistyped: String = letters.into_iter().collect();
                let shared = candidate_trigrams(&mistyped, 1)
                    .intersection(&trigrams(word))
                    .count();
                assert!(
                    shared > 0,
                    "{mistyped} for {word}: {:?}",
                    candidate_trigrams(&mistyped, 1)
                );
            }
        }
    }
}
