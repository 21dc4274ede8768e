//! Finds the images in the Markdown of a dump, and replaces those that are imported by pictures of this
//! site. These are always written inline: `![…](/media/ID)`.

use std::collections::HashMap;

use crate::core::id::Id;
use crate::core::text;

/// Replaces the images for whose addresses `take` returns a picture. Code and formulas do not change.
pub(super) fn replace(markdown: &str, take: &mut dyn FnMut(&str) -> Option<Id>) -> String {
    if !markdown.contains("![") {
        return markdown.to_owned();
    }
    let masked = text::mask(markdown);
    let definitions = definitions(markdown, &masked);
    let bytes = markdown.as_bytes();
    let mut out = String::with_capacity(markdown.len());
    let (mut copied, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !masked[at] => at += 1,
            b'!' if !masked[at] && bytes.get(at + 1) == Some(&b'[') => {
                if let Some(image) = Image::at(markdown, &masked, at, &definitions)
                    && let Some(id) = take(image.address)
                {
                    out.push_str(&markdown[copied..at]);
                    out.push_str(&format!("![{}](/media/{id})", image.alt));
                    copied = image.end;
                    at = image.end - 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    out.push_str(&markdown[copied..]);
    out
}

/// Returns the addresses of the link definitions, as in `[1]: https://…`, by their labels.
fn definitions<'t>(markdown: &'t str, masked: &[bool]) -> HashMap<String, &'t str> {
    let mut definitions = HashMap::new();
    let mut start = 0;
    for line in markdown.split_inclusive('\n') {
        let trimmed = line.trim_start_matches(' ');
        if let Some(rest) = trimmed.strip_prefix('[')
            && !masked[start + line.len() - trimmed.len()]
            && let Some((label, address)) = rest.split_once("]:")
        {
            let address = address.trim_start_matches([' ', '\t', '<']);
            let end = address
                .find(|c: char| c.is_whitespace() || c == '>')
                .unwrap_or(address.len());
            definitions.entry(key(label)).or_insert(&address[..end]);
        }
        start += line.len();
    }
    definitions
}

/// Returns a label in the form in which labels are compared.
fn key(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    text::fold(&words.join(" "))
}

/// An image in a Markdown text.
struct Image<'t> {
    alt: &'t str,
    address: &'t str,
    /// The position after it.
    end: usize,
}

impl<'t> Image<'t> {
    /// Returns the image whose `!` is at `start`.
    fn at(
        markdown: &'t str,
        masked: &[bool],
        start: usize,
        definitions: &HashMap<String, &'t str>,
    ) -> Option<Self> {
        let close = closing_bracket(markdown, masked, start + 1)?;
        let alt = &markdown[start + 2..close];
        let after = beginning(&markdown[close + 1..]);
        if let Some(inside) = after.strip_prefix('(') {
            let (address, length) = inline_address(inside)?;
            return Some(Self {
                alt,
                address,
                end: close + 2 + length,
            });
        }
        let (label, end) = match after
            .strip_prefix('[')
            .and_then(|rest| rest.split_once(']'))
        {
            Some((label, _)) => (label, close + 3 + label.len()),
            None => ("", close + 1),
        };
        let label = if label.is_empty() { alt } else { label };
        let address = definitions.get(&key(label))?;
        Some(Self { alt, address, end })
    }
}

/// The longest alternative text, and the longest address with its title, in bytes. They keep the time
/// linear.
const MAX_PART: usize = 1_000;

/// Returns the beginning of a text, of at most [`MAX_PART`] bytes.
fn beginning(text: &str) -> &str {
    &text[..text.floor_char_boundary(MAX_PART)]
}

/// Returns the position of the bracket that closes the one at `open`.
fn closing_bracket(markdown: &str, masked: &[bool], open: usize) -> Option<usize> {
    let bytes = markdown.as_bytes();
    let (mut depth, mut at) = (0, open);
    while at < bytes.len().min(open + MAX_PART) {
        match bytes[at] {
            _ if masked[at] => {}
            b'\\' => at += 1,
            b'[' => depth += 1,
            b']' if depth == 1 => return Some(at),
            b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the address after the `(` of an image, and the length with its `)`.
fn inline_address(inside: &str) -> Option<(&str, usize)> {
    let trimmed = inside.trim_start_matches([' ', '\t']);
    let (address, rest) = match trimmed.strip_prefix('<') {
        Some(bracketed) => bracketed.split_once('>')?,
        None => trimmed.split_at(trimmed.find([' ', '\t', '\n', ')'])?),
    };
    let rest = rest.trim_start_matches([' ', '\t', '\n']);
    let rest = match rest.chars().next()? {
        ')' => rest,
        quote @ ('"' | '\'') => {
            let (_, rest) = rest[1..].split_once(quote)?;
            rest.trim_start_matches([' ', '\t', '\n'])
        }
        _ => return None,
    };
    let rest = rest.strip_prefix(')')?;
    Some((address, inside.len() - rest.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces the images whose name is `a.png`.
    fn replaced(markdown: &str) -> String {
        let take = &mut |address: &str| address.ends_with("/a.png").then(|| Id::from_i64(1));
        replace(markdown, take)
    }

    #[test]
    fn images_are_replaced_in_all_their_forms() {
        let picture = format!("![alt](/media/{})", Id::from_i64(1));
        for image in [
            "![alt](https://i.example/a.png)",
            "![alt]( <https://i.example/a.png> )",
            "![alt](https://i.example/a.png \"a title\")",
            "![alt][1]\n\n  [1]: https://i.example/a.png",
            "![alt][One  two]\n\n[one two]: <https://i.example/a.png> \"title\"",
            "![alt][]\n\n[alt]: http://i.example/a.png",
            "![alt]\n\n[alt]: //i.example/a.png",
        ] {
            let text = replaced(image);
            assert!(text.starts_with(&picture), "{image}: {text}");
        }
        assert_eq!(
            replaced("[![a [b] c][1]](https://i.example/a.png)\n[1]: https://i.example/a.png"),
            format!(
                "[![a [b] c](/media/{})](https://i.example/a.png)\n[1]: https://i.example/a.png",
                Id::from_i64(1)
            )
        );
    }

    #[test]
    fn other_texts_do_not_change() {
        for text in [
            "",
            "![alt](https://i.example/b.png)",
            "[alt](https://i.example/a.png)",
            "\\![alt](https://i.example/a.png)",
            "`![alt](https://i.example/a.png)`",
            "```\n![alt](https://i.example/a.png)\n```",
            "![alt][2]\n\n[1]: https://i.example/a.png",
            "![alt](https://i.example/a.png",
            "![alt](https://i.example/a.png title)",
            "![alt",
            "![",
        ] {
            assert_eq!(replaced(text), text);
        }
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for text in [
            "![".repeat(100_000),
            "![a](".repeat(50_000),
            "![a][".repeat(50_000),
        ] {
            assert_eq!(replaced(&text), text);
        }
    }
}
