//! Draws Markdown as HTML, as the UI does (`ui/src/components/markdown`).
//!
//! `html-cases.json` there tests that both write the same; `ui/scripts/markdownParity.mjs` compares them over whole
//! corpora. The parser is that of [`Markdown`](super::Markdown); this module decides nothing that it decides. HTML in
//! the text stays text, except for a few elements without attributes.
//!
//! A text that is too complex is not drawn: readers see its source, as in the UI. The nesting of quotations, lists,
//! emphasis and links, the number of cells and the length are limited, so that drawing takes linear time and a
//! bounded stack.

#[cfg(any(test, fuzzing))]
pub mod allowed;
mod blocks;
mod context;
mod emphasis;
mod line;
mod notes;
mod tags;
mod target;
mod writer;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use self::blocks::Blocks;
use super::markdown::{prepared, prepared_inline};
use super::syntax::EXTENSIONS;

pub use self::context::{Options, PictureSize, Pictures};
pub use self::writer::{FindMember, Writer};

/// The longest text to draw, in UTF-16 units, as the UI counts.
const MAX_LENGTH: usize = 100_000;

/// Returns the HTML of a text with blocks, such as a post. None if it is too complex.
pub fn html(text: &str, options: Options<'_>) -> Option<String> {
    if text.encode_utf16().count() > MAX_LENGTH {
        return None;
    }
    let (source, formulas) = prepared(text);
    let mut blocks = Blocks::new(text, &source, formulas, options);
    for (event, range) in Parser::new_ext(&source, EXTENSIONS).into_offset_iter() {
        blocks.event(event, range).ok()?;
    }
    Some(blocks.into_html())
}

/// Returns the HTML of a text with inline elements only, such as a message. Its line breaks stay. None if it is too
/// complex.
pub fn inline_html(text: &str, options: Options<'_>) -> Option<String> {
    if text.encode_utf16().count() > MAX_LENGTH {
        return None;
    }
    let (source, start) = prepared_inline(text);
    let mut blocks = Blocks::new(text, &source[start..], Vec::new(), options);
    blocks.is_inline = true;
    for (event, range) in Parser::new_ext(&source, EXTENSIONS).into_offset_iter() {
        let event = match event {
            Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph) => continue,
            Event::Text(seen) if range.start < start => {
                let seen = seen.get(start - range.start..).unwrap_or_default();
                Event::Text(seen.to_owned().into())
            }
            event => event,
        };
        let range = range.start.saturating_sub(start)..range.end.saturating_sub(start);
        blocks.event(event, range).ok()?;
    }
    let rest = &text[blocks.end..];
    blocks.line().push_text(rest);
    blocks.end_line().ok()?;
    Some(blocks.writer.finish())
}

/// Returns the element that shows a text, as the UI has it: with the text's source if it is too complex.
pub fn element(text: &str, options: Options<'_>) -> String {
    let has_long_word = text
        .split_whitespace()
        .any(|word| word.encode_utf16().count() >= 500);
    let class = if has_long_word {
        "markdown has-long-word"
    } else {
        "markdown"
    };
    match html(text, options) {
        Some(html) => format!("<div class=\"{class}\" dir=\"auto\">{html}</div>"),
        None => {
            let mut writer = Writer::new(&|_| None, "");
            writer.element(
                "div",
                &[
                    ("class", &format!("{class} markdown-source")),
                    ("dir", "auto"),
                ],
                text,
            );
            writer.finish()
        }
    }
}

/// Writes the [`element`] that shows a text.
pub fn write_element(writer: &mut Writer<'_>, text: &str, options: Options<'_>) {
    writer.insert(&element(text, options));
}

#[cfg(test)]
mod tests;
