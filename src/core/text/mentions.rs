//! Finds the members that a Markdown text names as `@name`.

use unicode_normalization::char::is_combining_mark;

use super::address::ends_address;
use super::markdown::Markdown;
use super::username_form;

/// The largest number of names that are found.
pub const MAX_NAMES: usize = 20;

/// Returns the names in a text with blocks, without repetitions. Code, formulas and links contain none.
/// Takes linear time.
pub fn mentions(text: &str) -> Vec<&str> {
    find(text, Markdown::new)
}

/// Does the same for a text with inline elements only, which has no code blocks and no formulas.
pub fn inline_mentions(text: &str) -> Vec<&str> {
    find(text, Markdown::inline)
}

fn find<'t>(text: &'t str, read: fn(&'t str) -> Markdown<'t>) -> Vec<&'t str> {
    if !text.contains('@') {
        return Vec::new();
    }
    let markdown = read(text);
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut in_address = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            _ if !markdown.running()[at] => in_address = false,
            b':' if bytes[at..].starts_with(b"://") => in_address = true,
            b'@' if !in_address && !is_escaped(text, at) => found.extend(name_at(text, at)),
            _ => in_address &= !text[at..].starts_with(ends_address),
        }
        at += text[at..].chars().next().map_or(1, char::len_utf8);
    }
    let mut names: Vec<&str> = Vec::new();
    for name in found {
        if names.len() == MAX_NAMES {
            break;
        }
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name);
        }
    }
    names
}

/// Returns whether a backslash that is not escaped itself precedes the character at `at`.
fn is_escaped(text: &str, at: usize) -> bool {
    let before = &text[..at];
    (at - before.trim_end_matches('\\').len()) % 2 == 1
}

/// Returns the name after the `@` at `at`. There is none within a word, a path or an e-mail address. Letters without
/// case, as those of Chinese, Hebrew and Thai, are no part of such a word: names have none, and these scripts write
/// other words beside names without a space.
pub(super) fn name_at(text: &str, at: usize) -> Option<&str> {
    let is_inside =
        |c: char| c.is_lowercase() || c.is_uppercase() || c.is_ascii_digit() || "_/=@".contains(c);
    let (before, rest) = (&text[..at], &text[at + 1..]);
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let length = rest.bytes().take_while(is_part).count();
    let after = rest[length..].chars().next();
    let letter = before.chars().rev().find(|&c| !is_combining_mark(c));
    let goes_on = |c| is_inside(c) || is_combining_mark(c);
    if letter.is_some_and(is_inside) || after.is_some_and(goes_on) {
        return None;
    }
    // A full stop ends a sentence.
    let name = rest[..length].trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    username_form(name).is_ok().then_some(name)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        text: String,
        names: Vec<String>,
    }

    /// The UI links the same names.
    #[test]
    fn the_names_of_the_shared_cases_are_found() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../ui/src/lib/mention-cases.json"))
                .expect("the cases are JSON");
        let wrong: Vec<String> = cases
            .iter()
            .filter(|case| mentions(&case.text) != case.names)
            .map(|case| format!("{:?}: {:?}", case.text, mentions(&case.text)))
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn texts_without_blocks_name_members_in_indented_lines_and_between_dollars() {
        assert_eq!(inline_mentions("    @ann `@ben` $@cem$"), ["ann", "cem"]);
    }

    #[test]
    fn the_first_20_names_are_found() {
        let text: String = (0..30).map(|number| format!("@user{number} ")).collect();
        let names = mentions(&text);
        assert_eq!((names.len(), names[19]), (20, "user19"));
    }
}
