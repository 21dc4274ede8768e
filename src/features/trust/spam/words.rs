//! The words of a text for comparisons.

use unicode_normalization::char::is_combining_mark;

use super::links;
use crate::core::text::fold;

/// The number of words of a text that are looked at: the first.
pub const MAX_WORDS: usize = 10_000;

/// Returns the words of a text, folded as names are: runs of letters, their marks and digits. Takes linear time.
pub fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c))
        .filter(|word| !word.is_empty())
        .take(MAX_WORDS)
        .map(str::to_owned)
        .collect()
}

/// Returns the words of a text without its addresses, so that copies with other links are alike.
pub fn words_without_links(text: &str) -> Vec<String> {
    let mut rest = String::with_capacity(text.len());
    let mut end = 0;
    for found in links::addresses(text) {
        rest.push_str(&text[end..found.start]);
        rest.push(' ');
        end = found.end;
    }
    rest.push_str(&text[end..]);
    words(&rest)
}
