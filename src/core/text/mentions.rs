//! Finds the members that a Markdown text names as `@name`.

use super::links::is_link;
use super::{mask, mask_code_spans, username_form};

/// The largest number of names that are found.
pub const MAX_NAMES: usize = 20;

/// Returns the names in a text with blocks, without repetitions. Code, formulas and links contain none.
/// Takes linear time.
pub fn mentions(text: &str) -> Vec<&str> {
    find(text, &mask(text))
}

/// Does the same for a text with inline elements only, which has no code blocks and no formulas.
pub fn inline_mentions(text: &str) -> Vec<&str> {
    find(text, &mask_code_spans(text))
}

fn find<'t>(text: &'t str, masked: &[bool]) -> Vec<&'t str> {
    let bytes = text.as_bytes();
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut open = Vec::new();
    let mut in_address = false;
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            _ if masked[at] => in_address = false,
            b'\\' => at += 1,
            b'[' => open.push(at),
            b']' => {
                if let Some(start) = open.pop()
                    && is_link(&text[at + 1..])
                {
                    let outside = found.partition_point(|(place, _)| *place < start);
                    found.truncate(outside);
                }
            }
            b':' if bytes[at..].starts_with(b"://") => in_address = true,
            b'@' if !in_address => found.extend(name_at(text, at).map(|name| (at, name))),
            byte if byte.is_ascii_whitespace() => in_address = false,
            _ => {}
        }
        at += 1;
    }
    let mut names: Vec<&str> = Vec::new();
    for (_, name) in found {
        if names.len() == MAX_NAMES {
            break;
        }
        if !names.iter().any(|known| known.eq_ignore_ascii_case(name)) {
            names.push(name);
        }
    }
    names
}

/// Returns the name after the `@` at `at`. There is none within a word, a path or an e-mail address.
fn name_at(text: &str, at: usize) -> Option<&str> {
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '/' | '=' | '@');
    let (before, rest) = (&text[..at], &text[at + 1..]);
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
    let length = rest.bytes().take_while(is_part).count();
    let after = rest[length..].chars().next();
    if before.chars().next_back().is_some_and(is_inside) || after.is_some_and(is_inside) {
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
