//! Splits a text into the tokens of the search index, with their places in the text.

use std::ops::Range;

use super::characters::{is_diacritic, is_indexed, is_unspaced};

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Whether it is a part of the identifier before it.
    pub is_part: bool,
}

/// Returns the tokens of a text in their order: words, single characters of scripts without spaces,
/// and after a camel-case identifier its parts.
pub fn tokens(text: &str) -> impl Iterator<Item = Token> + '_ {
    let mut from = 0;
    let mut parts = Vec::new().into_iter();
    std::iter::from_fn(move || {
        if let Some(range) = parts.next() {
            return Some(Token {
                range,
                is_part: true,
            });
        }
        let range = next_word(text, from)?;
        from = range.end;
        if is_camel_case(&text[range.clone()]) {
            parts = camel_parts(text, &range).into_iter();
        }
        Some(Token {
            range,
            is_part: false,
        })
    })
}

/// Returns the bytes of the first word at or after the byte `from`.
fn next_word(text: &str, from: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let mut start = from;
    // Most texts are ASCII.
    loop {
        match bytes.get(start)? {
            byte if byte.is_ascii_alphanumeric() => break,
            byte if byte.is_ascii() => start += 1,
            _ => {
                let c = text[start..].chars().next()?;
                if is_indexed(c) {
                    if is_unspaced(c) {
                        return Some(start..start + c.len_utf8());
                    }
                    break;
                }
                start += c.len_utf8();
            }
        }
    }
    let mut end = start;
    while let Some(byte) = bytes.get(end) {
        if byte.is_ascii_alphanumeric() {
            end += 1;
        } else if byte.is_ascii() {
            break;
        } else {
            let Some(c) = text[end..].chars().next() else {
                break;
            };
            if !(is_indexed(c) || is_diacritic(c)) || is_unspaced(c) {
                break;
            }
            end += c.len_utf8();
        }
    }
    Some(start..end)
}

/// The longest identifier that is split, in bytes. Longer ones are encoded data.
const MAX_SPLIT: usize = 64;

/// Returns whether a word is an identifier with several parts.
fn is_camel_case(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() <= MAX_SPLIT
        && bytes
            .windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        && word.is_ascii()
}

/// Returns the parts of an identifier in camel case (`getHTTPHeader`: get, HTTP, Header) in a text.
fn camel_parts(text: &str, identifier: &Range<usize>) -> Vec<Range<usize>> {
    let bytes = &text.as_bytes()[identifier.clone()];
    let begins = |&at: &usize| {
        let ends_lower = !bytes[at - 1].is_ascii_uppercase();
        let begins_word = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        bytes[at].is_ascii_uppercase() && (ends_lower || begins_word)
    };
    let mut start = identifier.start;
    let ends = (1..bytes.len())
        .filter(begins)
        .map(|at| identifier.start + at)
        .chain([identifier.end]);
    ends.map(|end| std::mem::replace(&mut start, end)..end)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        tokens(text).map(|token| &text[token.range]).collect()
    }

    #[test]
    fn a_text_is_split_at_everything_but_letters_and_digits() {
        assert_eq!(
            split("a snake_case c++ naïve\u{301}té—3.14 \u{301}x 🐎"),
            ["a", "snake", "case", "c", "naïve\u{301}té", "3", "14", "x"]
        );
    }

    #[test]
    fn characters_of_scripts_without_spaces_are_tokens() {
        assert_eq!(split("Rust入門3章"), ["Rust", "入", "門", "3", "章"]);
    }

    #[test]
    fn the_parts_of_an_identifier_follow_it() {
        assert_eq!(
            split("getHTTPHeader2x GitHub NASA x"),
            [
                "getHTTPHeader2x",
                "get",
                "HTTP",
                "Header2x",
                "GitHub",
                "Git",
                "Hub",
                "NASA",
                "x"
            ]
        );
    }
}
