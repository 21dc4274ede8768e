//! Converts what only this program has in Markdown: `[quote]`, `[details]`, `[spoiler]`, `[poll]`, images and files with
//! `upload://`, and ends of lines, which it shows. Code does not change. Takes linear time.

use std::ops::Range;

use crate::core::text;

/// The deepest nesting of blocks. Deeper ones stay text.
const MAX_DEPTH: usize = 8;
/// The longest tag, and the longest text of a link that is converted, in bytes.
const MAX_TAG: usize = 1000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Quote,
    Details,
    Spoiler,
    Poll,
}

const BLOCKS: &[(&str, Block)] = &[
    ("quote", Block::Quote),
    ("details", Block::Details),
    ("spoiler", Block::Spoiler),
    ("poll", Block::Poll),
];

/// A tag such as `[quote="ada, post:1, topic:2"]` or `[/quote]`.
struct Tag<'t> {
    block: Block,
    is_end: bool,
    attributes: &'t str,
    length: usize,
}

/// A block whose end is not found yet.
struct Open<'t> {
    block: Block,
    tag: &'t str,
    attributes: &'t str,
    content: String,
}

/// Returns the Markdown of a text. `has_breaks` is whether the old site shows the ends of lines.
pub fn markdown(raw: &str, has_breaks: bool) -> String {
    let markdown = links(&blocks(&raw.replace("\r\n", "\n")));
    if has_breaks {
        with_breaks(&markdown)
    } else {
        markdown
    }
}

/// Adds line breaks to the ends of lines within paragraphs.
fn with_breaks(markdown: &str) -> String {
    let parts = text::Markdown::new(markdown);
    let mut out = String::with_capacity(markdown.len());
    let mut copied = 0;
    for at in parts.soft_breaks() {
        let Some(end) = markdown[at..].find('\n').map(|length| at + length) else {
            continue;
        };
        out.push_str(&markdown[copied..end]);
        out.push('\\');
        copied = end;
    }
    out.push_str(&markdown[copied..]);
    out
}

fn blocks(raw: &str) -> String {
    let masked = text::mask(raw);
    let mut out = String::with_capacity(raw.len());
    let mut open: Vec<Open<'_>> = Vec::new();
    let (mut copied, mut at) = (0, 0);
    while let Some(found) = raw[at..].find('[') {
        at += found;
        let tag = Tag::at(&raw[at..]).filter(|_| !masked[at]);
        let Some(tag) = tag else {
            at += 1;
            continue;
        };
        let source = &raw[at..at + tag.length];
        let is_matched = match open.last() {
            Some(last) if tag.is_end => last.block == tag.block,
            _ => !tag.is_end && open.len() < MAX_DEPTH,
        };
        if is_matched {
            push(&mut out, &mut open, &raw[copied..at]);
            copied = at + tag.length;
            if !tag.is_end {
                open.push(Open {
                    block: tag.block,
                    tag: source,
                    attributes: tag.attributes,
                    content: String::new(),
                });
            } else if let Some(block) = open.pop() {
                let converted = block.converted();
                let parent = open.last_mut().map_or(&mut out, |open| &mut open.content);
                push_paragraph(parent, &converted);
                // What follows is a paragraph of its own.
                copied += raw[copied..].len() - raw[copied..].trim_start_matches('\n').len();
            }
        }
        at += tag.length;
        at = at.max(copied);
    }
    push(&mut out, &mut open, &raw[copied..]);
    while let Some(block) = open.pop() {
        let parent = open.last_mut().map_or(&mut out, |open| &mut open.content);
        parent.push_str(block.tag);
        parent.push_str(&block.content);
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

fn push(out: &mut String, open: &mut [Open<'_>], text: &str) {
    open.last_mut()
        .map_or(out, |open| &mut open.content)
        .push_str(text);
}

/// Writes a paragraph between empty lines.
fn push_paragraph(out: &mut String, paragraph: &str) {
    out.truncate(out.trim_end_matches([' ', '\n']).len());
    if !out.is_empty() {
        out.push_str("\n\n");
    }
    out.push_str(paragraph);
    out.push_str("\n\n");
}

impl<'t> Tag<'t> {
    /// Returns the tag that a text begins with.
    fn at(text: &'t str) -> Option<Self> {
        let inside = text.strip_prefix('[')?;
        let (is_end, name) = match inside.strip_prefix('/') {
            Some(name) => (true, name),
            None => (false, inside),
        };
        let (name_of, block) = BLOCKS.iter().find(|(of, _)| {
            name.get(..of.len())
                .is_some_and(|name| name.eq_ignore_ascii_case(of))
        })?;
        let rest = &name[name_of.len()..];
        let rest = &rest[..rest.floor_char_boundary(MAX_TAG)];
        let attributes = &rest[..rest.find([']', '\n'])?];
        let is_tag = rest[attributes.len()..].starts_with(']')
            && (attributes.is_empty() || !is_end && attributes.starts_with(['=', ' ']));
        is_tag.then(|| Self {
            block: *block,
            is_end,
            attributes: attributes.trim_matches(['=', ' ', '"', '“', '”', '\'']),
            length: text.len() - name.len() + name_of.len() + attributes.len() + 1,
        })
    }
}

impl Open<'_> {
    fn converted(&self) -> String {
        let content = self.content.trim_matches('\n').trim_end();
        match self.block {
            Block::Poll => content.to_owned(),
            Block::Details => {
                let summary = match self.attributes {
                    "" => String::new(),
                    title => format!("<summary>{}</summary>\n", escaped(title)),
                };
                format!("<details>\n{summary}\n{content}\n\n</details>")
            }
            Block::Spoiler => with_prefix(content, ">! "),
            Block::Quote => match source(self.attributes) {
                Some(source) => with_prefix(&format!("{source}\n\n{content}"), "> "),
                None => with_prefix(content, "> "),
            },
        }
    }
}

/// Returns the line that says from whom a quote is, with a link if the quote names the post.
fn source(attributes: &str) -> Option<String> {
    let mut parts = attributes.split(',').map(str::trim);
    let name = escaped(parts.next().filter(|name| !name.is_empty())?);
    let number = |kind: &str| {
        let mut parts = attributes.split(',').map(str::trim);
        let value = parts.find_map(|part| part.strip_prefix(kind)?.strip_prefix(':'))?;
        value.trim().parse::<u32>().ok()
    };
    Some(match (number("topic"), number("post")) {
        (Some(topic), Some(post)) => format!("[{name}](/t/{topic}/{post}):"),
        _ => format!("{name}:"),
    })
}

/// Returns a text without Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if "\\`*_[]<>".contains(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn with_prefix(text: &str, prefix: &str) -> String {
    let lines = text.lines().map(|line| format!("{prefix}{line}"));
    let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

/// Converts the links to uploaded files, and removes the sizes of images.
fn links(markdown: &str) -> String {
    let masked = text::mask(markdown);
    let mut out = String::with_capacity(markdown.len());
    let mut copied = 0;
    for (middle, _) in markdown.match_indices("](") {
        if masked[middle] || middle < copied {
            continue;
        }
        let Some((range, link)) = link(markdown, middle, copied) else {
            continue;
        };
        out.push_str(&markdown[copied..range.start]);
        out.push_str(&link);
        copied = range.end;
    }
    out.push_str(&markdown[copied..]);
    out
}

/// Returns the range of the link whose `](` is at `middle`, and what replaces it. It begins at `start` or later.
fn link(markdown: &str, middle: usize, start: usize) -> Option<(Range<usize>, String)> {
    let from = markdown.ceil_char_boundary(middle.saturating_sub(MAX_TAG).max(start));
    let open = from + markdown[from..middle].rfind('[')?;
    let label = &markdown[open + 1..middle];
    let is_image = markdown[..open].ends_with('!') && open > start;
    let after = &markdown[middle + 2..];
    let after = &after[..after.floor_char_boundary(MAX_TAG)];
    let address = &after[..after.find([')', ' ', '\n'])?];
    let (text, option) = label.rsplit_once('|').unwrap_or((label, ""));
    // `![a|690x400,75%](…)`: the parts after the text.
    let text = text.split('|').next().unwrap_or_default();
    let end = middle + 2 + address.len();
    if let Some(name) = address.strip_prefix("upload://") {
        let address = format!("/uploads/short-url/{name}");
        let is_media = matches!(option, "video" | "audio");
        let (begin, text) = match (is_image && !is_media, text) {
            (true, text) => (open, text),
            // A film or a sound becomes a link.
            (false, "") if is_image => (open - 1, option),
            (false, text) => (open - usize::from(is_image), text),
        };
        return Some((begin..end, format!("[{text}]({address}")));
    }
    let is_size = option.starts_with(|c: char| c.is_ascii_digit()) && option.contains('x');
    (is_image && is_size).then(|| (open..middle, format!("[{text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_become_markdown() {
        for (raw, expected) in [
            (
                "[quote=\"ada, post:2, topic:7, full:true\"]\nIt is **pale**.\n\nAnd soft.\n[/quote]\nYes.",
                "> [ada](/t/7/2):\n>\n> It is **pale**.\n>\n> And soft.\n\nYes.",
            ),
            (
                "Before\n[quote]\nSaid\n[/quote]\n\nAfter",
                "Before\n\n> Said\n\nAfter",
            ),
            ("[quote=two_words]a[/quote]", "> two\\_words:\n>\n> a"),
            (
                "[quote=\"a\"]\n[quote=\"b\"]\ninner\n[/quote]\nouter\n[/quote]",
                "> a:\n>\n> > b:\n> >\n> > inner\n>\n> outer",
            ),
            (
                "[details=\"How *hot*\"]\n200\n[/details]",
                "<details>\n<summary>How \\*hot\\*</summary>\n\n200\n\n</details>",
            ),
            (
                "It is [spoiler]the *butler*[/spoiler].",
                "It is\n\n>! the *butler*\n\n.",
            ),
            (
                "[poll type=regular results=always]\n# Which?\n* rye\n* wheat\n[/poll]\n",
                "# Which?\n* rye\n* wheat",
            ),
            ("[quote=\"ada\"]\nnever ends", "[quote=\"ada\"]\nnever ends"),
            ("ends [/quote] only", "ends [/quote] only"),
            (
                "`[quote]a[/quote]`\n\n```\n[spoiler]b[/spoiler]\n```",
                "`[quote]a[/quote]`\n\n```\n[spoiler]b[/spoiler]\n```",
            ),
            (
                "[quoted](/a) [polls] [details",
                "[quoted](/a) [polls] [details",
            ),
        ] {
            assert_eq!(markdown(raw, false), expected, "{raw}");
        }
    }

    #[test]
    fn uploads_have_addresses_and_images_no_sizes() {
        for (raw, expected) in [
            (
                "![a loaf|690x400](upload://1C.png) and ![|690x400, 75%](upload://1C.png)",
                "![a loaf](/uploads/short-url/1C.png) and ![](/uploads/short-url/1C.png)",
            ),
            (
                "[recipe.pdf|attachment](upload://2B.pdf) (1.2 MB)",
                "[recipe.pdf](/uploads/short-url/2B.pdf) (1.2 MB)",
            ),
            (
                "![|video](upload://2B.mp4) ![film|video](upload://2B.mp4)",
                "[video](/uploads/short-url/2B.mp4) [film](/uploads/short-url/2B.mp4)",
            ),
            (
                "![a|10x20](https://a.example/b.png \"c\")",
                "![a](https://a.example/b.png \"c\")",
            ),
            ("[a|b](https://a.example)", "[a|b](https://a.example)"),
            ("`![a|1x1](upload://1C.png)`", "`![a|1x1](upload://1C.png)`"),
        ] {
            assert_eq!(markdown(raw, false), expected, "{raw}");
        }
    }

    #[test]
    fn the_ends_of_lines_stay_where_the_old_site_shows_them() {
        for (raw, expected) in [
            ("a\r\nb \nc\n\nd", "a\\\nb \\\nc\n\nd"),
            ("- a\n  b\n- c", "- a\\\n  b\n- c"),
            ("[quote]\na\nb\n[/quote]", "> a\\\n> b"),
            ("a\\\nb  \nc", "a\\\nb  \nc"),
            (
                "```\na\nb\n```\n\n    c\n    d",
                "```\na\nb\n```\n\n    c\n    d",
            ),
            ("$$\na\nb\n$$", "$$\na\nb\n$$"),
            ("| a |\n|---|\n| b |", "| a |\n|---|\n| b |"),
        ] {
            assert_eq!(markdown(raw, true), expected, "{raw}");
            assert_eq!(markdown("a\nb", false), "a\nb");
        }
    }

    #[test]
    fn a_hostile_text_takes_linear_time() {
        for part in [
            "[quote]",
            "[quote=\"a\"]x[/quote]",
            "[details=",
            "![a|1x1](upload://",
            "](",
            "[](upload://a)",
            "[spoiler]\n",
        ] {
            let text = part.repeat(100_000 / part.len());
            assert!(markdown(&text, true).len() < text.len() * 20, "{part}");
        }
    }
}
