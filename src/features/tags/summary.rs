//! The first sentence of a description, as plain text for lists and suggestions.

use crate::core::text::without_spoilers;

/// The largest number of characters.
const LENGTH: usize = 150;

/// Returns the first sentence of a Markdown text without its marks, or nothing if there is none. A
/// long one is cut after a word. The text is read by lines and not by a Markdown parser, so unusual
/// Markdown may leave marks, which are shown as text.
pub fn first_sentence(markdown: &str) -> Option<String> {
    let mut is_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.starts_with("```") || line.starts_with("~~~");
        is_code ^= is_fence;
        !is_code && !is_fence && !line.starts_with(['#', '|']) && !line.starts_with("$$")
    };
    let markdown = without_spoilers(markdown);
    let mut lines = markdown.lines().map(str::trim).filter(is_prose);
    let first = lines.find(|line| line.chars().any(char::is_alphanumeric))?;
    let paragraph: Vec<&str> = std::iter::once(first)
        .chain(lines.take_while(|line| !line.is_empty()))
        .collect();
    let plain = without_marks(&paragraph.join(" "));
    Some(cut(sentence(&plain)))
}

/// Removes the marks of emphasis, code, lists and quotations, and the addresses of links.
fn without_marks(markdown: &str) -> String {
    let mut rest = markdown.trim_start_matches(['-', '*', '+', '>', ' ']);
    let mut plain = String::new();
    while let Some(at) = rest.find(['[', ']', '*', '`', '!']) {
        plain.push_str(&rest[..at]);
        let (mark, after) = rest[at..].split_at(1);
        rest = after;
        match mark {
            "!" if !rest.starts_with('[') => plain.push('!'),
            "]" => {
                if let Some((_, behind)) = rest.strip_prefix('(').and_then(|to| to.split_once(')'))
                {
                    rest = behind;
                }
            }
            _ => {}
        }
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the text up to the first mark that ends a sentence.
fn sentence(plain: &str) -> &str {
    let ends = plain.match_indices(['.', '!', '?']);
    ends.map(|(at, _)| at + 1)
        .find(|end| plain[*end..].starts_with(' '))
        .map_or(plain, |end| &plain[..end])
}

/// Cuts a text after the last word that fits.
fn cut(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(LENGTH) else {
        return text.to_owned();
    };
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{} …", &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(markdown: &str) -> String {
        first_sentence(markdown).expect("a sentence")
    }

    #[test]
    fn the_first_sentence_ends_at_its_mark() {
        assert_eq!(first("One. Two."), "One.");
        assert_eq!(first("Is it 3.5 or 4? Both."), "Is it 3.5 or 4?");
        assert_eq!(first("No mark\n\nNext paragraph."), "No mark");
        assert_eq!(first("On two\nlines. End."), "On two lines.");
    }

    #[test]
    fn marks_headings_and_code_are_left_out() {
        let text = "# Title\n\n```js\nlet x = 1.\n```\n\n> The **language** of [the web](https://a.example/b) and `node`. More.";
        assert_eq!(first(text), "The language of the web and node.");
        assert_eq!(first("- snake_case stays! Really."), "snake_case stays!");
        assert_eq!(first("![logo](/media/1) An image."), "logo An image.");
    }

    #[test]
    fn a_long_sentence_is_cut_after_a_word() {
        let cut = first(&"word ".repeat(100));
        assert!(
            cut.ends_with("word …") && cut.chars().count() <= LENGTH + 2,
            "{cut}"
        );
        assert_eq!(first(&"\u{1f40e}a".repeat(500)).chars().count(), LENGTH + 2);
    }

    #[test]
    fn a_text_without_words_has_no_sentence() {
        assert_eq!(first_sentence(""), None);
        assert_eq!(first_sentence("# Title\n\n---\n"), None);
        assert_eq!(first_sentence("```\nunclosed"), None);
    }
}
