//! Splits a text into the tokens of the search index, with their places in the text.

use std::ops::Range;

use super::{is_diacritic, is_indexed, is_unspaced};

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
    let words = std::iter::from_fn(move || {
        let range = next_word(text, from)?;
        from = range.end;
        Some(range)
    });
    words.flat_map(move |range| {
        let start = range.start;
        let parts = camel_parts(&text[range.clone()]).map(move |part| Token {
            range: start + part.start..start + part.end,
            is_part: true,
        });
        std::iter::once(Token {
            range,
            is_part: false,
        })
        .chain(parts)
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

/// Returns the parts of a camel-case identifier (`getHTTPHeader`: get, HTTP, Header), or nothing for
/// any other word.
pub fn camel_parts(word: &str) -> impl Iterator<Item = Range<usize>> + use<> {
    let bytes = word.as_bytes();
    let is_identifier = bytes.len() <= MAX_SPLIT
        && bytes
            .windows(2)
            .any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase())
        && word.is_ascii();
    let mut starts = Vec::new();
    if is_identifier {
        starts.push(0);
        starts.extend((1..bytes.len()).filter(|&at| {
            let ends_lower = !bytes[at - 1].is_ascii_uppercase();
            let begins_word = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            bytes[at].is_ascii_uppercase() && (ends_lower || begins_word)
        }));
        starts.push(bytes.len());
    }
    (1..starts.len()).map(move |n| starts[n - 1]..starts[n])
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
