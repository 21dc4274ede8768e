//! Splits a text into the tokens of the search index, with their places in the text.

use std::ops::Range;

use super::characters::{begins_word, continues_syllable, is_mark, is_unspaced, sign};
use crate::core::text::is_ignorable;

/// A word of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its bytes in the text.
    pub range: Range<usize>,
    /// Whether it is a part of the word before it.
    pub is_part: bool,
}

/// Returns the tokens of a text in their order: words, single characters of scripts without spaces
/// with their marks, and after a word with signs (`C++`, `C#`, `.NET`), an identifier (`a_b`, `getById`) or a number
/// with its unit (`500GB`) its parts.
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
        if let Some(range) = plain_word(text.as_bytes(), from) {
            from = range.end;
            return Some(Token {
                range,
                is_part: false,
            });
        }
        let word = next_word(text, from)?;
        let mut inner = Vec::new();
        let range = if let Some(words) = joined_words(text, &word) {
            let range = words[0].start..words[words.len() - 1].end;
            for word in words {
                inner.push(word.clone());
                inner.extend(parts_of(text, &word));
            }
            range
        } else {
            let range = with_signs(text, &word);
            if range != word {
                inner.push(word.clone());
            }
            inner.extend(parts_of(text, &word));
            range
        };
        from = range.end;
        parts = inner.into_iter();
        Some(Token {
            range,
            is_part: false,
        })
    })
}

/// Returns the bytes of the first word at or after the byte `from`, if it is certain that no sign belongs to it and that
/// it has no parts: most words are so.
fn plain_word(text: &[u8], from: usize) -> Option<Range<usize>> {
    let is_sign = |byte: u8| !byte.is_ascii() || matches!(byte, b'+' | b'#' | b'_');
    let skipped = text[from..]
        .iter()
        .position(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())?;
    let start = from + skipped;
    let is_after_sign = start > 0 && (text[start - 1] == b'.' || !text[start - 1].is_ascii());
    let (mut end, mut before) = (start, b' ');
    while let Some(&byte) = text.get(end).filter(|byte| byte.is_ascii_alphanumeric()) {
        if before.is_ascii_lowercase() && byte.is_ascii_uppercase() {
            return None;
        }
        before = byte;
        end += 1;
    }
    let is_followed = text.get(end).is_some_and(|byte| is_sign(*byte));
    let has_unit = text[start].is_ascii_digit() && before.is_ascii_alphabetic();
    (start < end && !is_after_sign && !is_followed && !has_unit).then_some(start..end)
}

/// Returns the bytes of the first word at or after the byte `from`, without signs.
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
                if begins_word(c) {
                    if is_unspaced(c) {
                        return Some(start..start + cluster_length(&text[start..]));
                    }
                    break;
                }
                start += c.len_utf8();
            }
        }
    }
    let (mut end, mut at) = (start, start);
    while let Some(byte) = bytes.get(at) {
        if byte.is_ascii_alphanumeric() {
            at += 1;
            end = at;
        } else if byte.is_ascii() {
            break;
        } else {
            let Some(c) = text[at..].chars().next() else {
                break;
            };
            at += c.len_utf8();
            if is_mark(c) || begins_word(c) && !is_unspaced(c) {
                end = at;
            } else if !is_ignorable(c) {
                // What is invisible belongs to a word only if that goes on.
                break;
            }
        }
    }
    Some(start..end)
}

/// Returns the number of bytes of the first character of a text with what belongs to it.
fn cluster_length(text: &str) -> usize {
    let is_hangul = |c: char| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}');
    let in_syllable = text.starts_with(is_hangul);
    let belongs = |c: char| is_mark(c) || is_ignorable(c) || in_syllable && continues_syllable(c);
    let mut characters = text.char_indices().skip(1);
    characters
        .find(|(_, c)| !belongs(*c))
        .map_or(text.len(), |(at, _)| at)
}

/// Returns the bytes of a word with the signs that belong to it: two plus signs or a number sign
/// after it, or a dot before it that ends nothing.
fn with_signs(text: &str, word: &Range<usize>) -> Range<usize> {
    let mut range = word.clone();
    if text[word.clone()].starts_with(is_unspaced) {
        return range;
    }
    let goes_on = |c: char| begins_word(c) && !is_unspaced(c) || is_mark(c);
    let mut after = text[word.end..].chars();
    let after = [after.next(), after.next(), after.next()];
    let signs = after.map(|c| c.and_then(sign));
    let count = match signs {
        [Some('#'), ..] => 1,
        [Some('+'), Some('+'), _] => 2,
        _ => 0,
    };
    let is_name = after[count].is_none_or(|c| !goes_on(c) || c.is_numeric());
    if is_name && signs[count] != signs[0] {
        let lengths = after[..count].iter().flatten().map(|c| c.len_utf8());
        range.end += lengths.sum::<usize>();
    }
    let mut before = text[..word.start].chars().rev();
    if let Some(dot) = before.next().filter(|c| sign(*c) == Some('.'))
        && text[word.clone()].starts_with(char::is_alphabetic)
        && before
            .next()
            .is_none_or(|c| !goes_on(c) && !matches!(c, ')' | ']' | '}') && sign(c) != Some('.'))
    {
        range.start -= dot.len_utf8();
    }
    range
}

/// The longest identifier that is split, in bytes. Longer ones are encoded data.
const MAX_SPLIT: usize = 64;

/// Returns the words of an identifier with underscores (`a_b`) that begins with `first`, if there are several and it is
/// short.
fn joined_words(text: &str, first: &Range<usize>) -> Option<Vec<Range<usize>>> {
    if !text[first.end..].starts_with('_') {
        return None;
    }
    let mut words = vec![first.clone()];
    let mut end = first.end;
    loop {
        let joint = text[end..].bytes().take_while(|byte| *byte == b'_').count();
        let start = end + joint;
        let goes_on = |c: char| begins_word(c) && !is_unspaced(c);
        if joint == 0 || end - first.start > MAX_SPLIT || !text[start..].starts_with(goes_on) {
            break;
        }
        let word = next_word(text, start)?;
        end = word.end;
        words.push(word);
    }
    let is_short = end - first.start <= MAX_SPLIT && !text[first.clone()].starts_with(is_unspaced);
    (words.len() > 1 && is_short).then_some(words)
}

/// Returns the parts of a word, if it is an identifier in camel case or a number with its unit.
fn parts_of(text: &str, word: &Range<usize>) -> Vec<Range<usize>> {
    let inner = &text[word.clone()];
    if is_camel_case(inner) {
        return camel_parts(text, word);
    }
    let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = inner.split_at(digits);
    let has_unit = unit.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_encoded = inner.len() > MAX_SPLIT || inner.starts_with("0x");
    if number.is_empty() || unit.is_empty() || !has_unit || is_encoded {
        return Vec::new();
    }
    let middle = word.start + digits;
    vec![word.start..middle, middle..word.end]
}

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
            [
                "a",
                "snake_case",
                "snake",
                "case",
                "c++",
                "c",
                "naïve\u{301}té",
                "3",
                "14",
                "x"
            ]
        );
    }

    #[test]
    fn characters_of_scripts_without_spaces_are_tokens() {
        assert_eq!(split("Rust入門3章"), ["Rust", "入", "門", "3", "章"]);
        assert_eq!(split("ﾃﾞｰﾀ か\u{3099}"), ["ﾃﾞ", "ｰ", "ﾀ", "か\u{3099}"]);
        assert_eq!(
            split("ที่\u{1112}\u{1161}\u{11ab}글葛\u{e0100}"),
            ["ที่", "\u{1112}\u{1161}\u{11ab}", "글", "葛\u{e0100}"]
        );
    }

    #[test]
    fn vowel_signs_and_what_is_invisible_are_inside_of_words() {
        assert_eq!(split("हिन्दी में, বাংলা"), ["हिन्दी", "में", "বাংলা"]);
        assert_eq!(
            split("co\u{ad}op \u{2067}می\u{200c}خواهم\u{2069} x\u{200b}"),
            ["co\u{ad}op", "می\u{200c}خواهم", "x"]
        );
    }

    #[test]
    fn signs_belong_to_the_words_that_they_name() {
        for (text, expected) in [
            ("C++ or g++, C++17!", "C++ C or g++ g C++ C 17"),
            ("C#, F#. ASP.NET C#8", "C# C F# F ASP NET C# C 8"),
            ("`.NET` (.env) C#/.NET", ".NET NET .env env C# C .NET NET"),
            ("Ｃ＋＋ Ｃ＃ C♯", "Ｃ＋＋ Ｃ Ｃ＃ Ｃ C♯ C"),
            ("使用.NET开发C++语言", "使 用 .NET NET 开 发 C++ C 语 言"),
            (
                "a+b i++j a#b x## ...and f().then 5.",
                "a b i j a b x and f then 5",
            ),
            ("See x.Next ../foo", "See x Next foo"),
        ] {
            assert_eq!(split(text).join(" "), expected, "{text}");
        }
    }

    #[test]
    fn identifiers_with_underscores_and_numbers_with_units_are_words_with_parts() {
        for (text, expected) in [
            ("a_b", "a_b a b"),
            ("my_getById(x)", "my_getById my getById get By Id x"),
            ("__init__ and _x", "init and x"),
            ("max__size_2", "max__size_2 max size 2"),
            ("größe_x", "größe_x größe x"),
            ("入_x", "入 x"),
            ("1.026SG", "1 026SG 026 SG"),
            ("500GB 3d 0xff sha256", "500GB 500 GB 3d 3 d 0xff sha256"),
        ] {
            assert_eq!(split(text).join(" "), expected, "{text}");
        }
        let long = format!("x_{}", "y".repeat(80));
        assert_eq!(split(&long).join(" "), format!("x {}", "y".repeat(80)));
        let many = "a_".repeat(100_000);
        // Only the last ones are a short identifier.
        assert_eq!(tokens(&many).count(), 100_001);
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
