//! The readable part of a question's address.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::is_ignorable;

/// The largest number of characters of a slug.
const LENGTH: usize = 80;

/// Returns the slug of a title: its words in lower case, joined by `-`, cut after a word. Letters and digits of
/// every script stay. `None`: the title has no word. `ui/src/lib/slug.ts` does the same.
pub fn slug(title: &str) -> Option<String> {
    let visible: String = title.chars().filter(|c| !is_ignorable(*c)).collect();
    let text: String = visible.to_lowercase().nfc().collect();
    let words = text
        .split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c))
        .filter(|word| word.contains(char::is_alphanumeric));
    let (mut slug, mut length) = (String::new(), 0);
    for word in words {
        if length == 0 {
            slug.extend(word.chars().take(LENGTH));
            length = word.chars().count();
            continue;
        }
        length += 1 + word.chars().count();
        if length > LENGTH {
            break;
        }
        slug.push('-');
        slug.push_str(word);
    }
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_those_of_the_ui() {
        let cases = include_str!("../../../ui/src/lib/slug-cases.json");
        let cases: Vec<(String, Option<String>)> = serde_json::from_str(cases).expect("cases");
        assert!(cases.len() > 10);
        for (title, expected) in cases {
            assert_eq!(slug(&title), expected, "{title}");
        }
    }

    #[test]
    fn a_slug_has_at_most_80_characters() {
        let words = "word ".repeat(40);
        let cut = slug(&words).expect("a slug");
        assert_eq!(cut.len(), 79);
        assert!(cut.ends_with("-word"), "{cut}");
        assert_eq!(slug(&"x".repeat(90)).expect("a slug").len(), 80);
    }
}
