//! Validates the links of a Markdown text.

use super::mask;
use crate::error::{Result, Sentence};

/// Rejects the text with 400 unless every inline link has a text and an address of `https://` and
/// more. An image may have no text. Code and formulas contain no links. Runs in linear time.
pub fn hyperlinks(text: &str) -> Result<()> {
    let bytes = text.as_bytes();
    let masked = mask(text);
    let mut open = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            _ if masked[at] => {}
            b'\\' => at += 1,
            b'[' => open.push(at),
            b']' => {
                if let Some(start) = open.pop()
                    && bytes.get(at + 1) == Some(&b'(')
                    && let Some(address) = destination(&text[at + 2..])
                {
                    let is_image = start > 0 && bytes[start - 1] == b'!';
                    let has_text = !text[start + 1..at].trim().is_empty();
                    let goes_on = address
                        .strip_prefix("https://")
                        .is_some_and(|rest| !rest.is_empty());
                    if !goes_on || !(has_text || is_image) {
                        return Err(Sentence::InvalidHyperlink.into());
                    }
                }
            }
            _ => {}
        }
        at += 1;
    }
    Ok(())
}

/// Returns whether brackets before `after` are the text of a link or an image.
pub(super) fn is_link(after: &str) -> bool {
    after.starts_with('[')
        || after
            .strip_prefix('(')
            .is_some_and(|rest| destination(rest).is_some())
}

/// The deepest nesting of parentheses in an address, as in CommonMark's reference implementation.
const ADDRESS_NESTING: usize = 32;

/// Returns the address of a link whose `(` precedes `rest`, or `None` if this is not a link.
fn destination(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches([' ', '\t', '\n']);
    let (address, after) = if let Some(rest) = rest.strip_prefix('<') {
        let end = rest.find(['>', '<', '\n'])?;
        (&rest[..end], rest[end..].strip_prefix('>')?)
    } else {
        let mut depth = 0usize;
        let mut escaped = false;
        let end = rest.char_indices().find_map(|(at, c)| {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                ' ' | '\t' | '\n' => return Some(Some(at)),
                '(' if depth == ADDRESS_NESTING => return Some(None),
                '(' => depth += 1,
                ')' if depth == 0 => return Some(Some(at)),
                ')' => depth -= 1,
                _ => {}
            }
            None
        })??;
        rest.split_at(end)
    };
    let after = after.trim_start_matches([' ', '\t', '\n']);
    let closes = match after.bytes().next()? {
        b')' => true,
        quote @ (b'"' | b'\'') => titled(after, quote as char),
        b'(' => titled(after, ')'),
        _ => false,
    };
    closes.then_some(address)
}

/// The longest title, in bytes. It keeps the time linear for texts with many unfinished titles.
const TITLE_SPAN: usize = 1_000;

fn titled(title: &str, quote: char) -> bool {
    let end = title
        .char_indices()
        .take(TITLE_SPAN)
        .skip(1)
        .find(|&(_, c)| c == quote);
    end.is_some_and(|(at, _)| {
        title[at + 1..]
            .trim_start_matches([' ', '\t', '\n'])
            .starts_with(')')
    })
}
