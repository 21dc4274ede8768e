//! Draws what is inside a line: text, formulas, code, and links.

use std::ops::Range;

use pulldown_cmark::{LinkType, Tag, TagEnd};

use super::{Blocks, Drawn, OpenLink};
use crate::core::text::html::line::{Line, Link, LinkKind, Part};
use crate::core::text::markdown::original;

impl Blocks<'_> {
    pub fn start(&mut self, tag: Tag<'_>, range: Range<usize>) -> Drawn {
        let start = range.start;
        match tag {
            Tag::Emphasis => self.delimiter(start..start + 1),
            Tag::Strong => self.delimiter(start..start + 2),
            Tag::Strikethrough => self.delimiter(start..start + self.tildes(start)),
            Tag::Link {
                link_type,
                dest_url,
                ..
            } => self.start_link(false, link_type, &dest_url, start),
            Tag::Image {
                link_type,
                dest_url,
                ..
            } => self.start_link(true, link_type, &dest_url, start),
            _ => return self.start_block(tag, range),
        }
        Ok(())
    }

    pub fn finish(&mut self, tag: TagEnd, range: Range<usize>) -> Drawn {
        let end = range.end;
        match tag {
            TagEnd::Emphasis => self.delimiter(end - 1..end),
            TagEnd::Strong => self.delimiter(end - 2..end),
            TagEnd::Strikethrough => self.delimiter(end - self.tildes(range.start)..end),
            TagEnd::Link | TagEnd::Image => self.finish_link(range),
            _ => return self.finish_block(tag),
        }
        Ok(())
    }

    /// Returns the innermost line or text of a link that is being read.
    pub fn line(&mut self) -> &mut Line {
        match self.links.last_mut() {
            Some(link) => &mut link.line,
            None => self.line.get_or_insert_default(),
        }
    }

    /// Adds the end of the line before another part.
    fn begin_part(&mut self) {
        if std::mem::take(&mut self.is_line_end) {
            self.line().push_text("\n");
        }
    }

    pub fn add_part(&mut self, range: Range<usize>, part: Part) {
        self.begin_part();
        let source = &self.text[range.clone()];
        match self.links.last_mut() {
            Some(link) => {
                link.inside = range.end;
                link.line.push_part(source, part);
            }
            None => self.line.get_or_insert_default().push_part(source, part),
        }
        self.end = range.end;
    }

    /// Adds running text that may contain formulas.
    pub fn add_text(&mut self, seen: &str, range: Range<usize>) {
        self.begin_part();
        let is_escaped = range.start
            > self
                .end
                .max(self.links.last().map_or(0, |link| link.start + 1))
            && self.text[..range.start].ends_with('\\')
            && seen.starts_with(|c: char| c.is_ascii_punctuation());
        let mut start = range.start;
        if is_escaped {
            start += 1;
            let literal = self.text[range.start..start].to_owned();
            self.add_part(range.start - 1..start, Part::Literal(literal));
        } else if self.source[range.clone()] != *seen {
            self.add_part(range, Part::Literal(seen.to_owned()));
            return;
        }
        let first = self
            .formulas
            .partition_point(|formula| formula.end <= start);
        let inside = self.formulas[first..]
            .iter()
            .take_while(|formula| formula.start < range.end);
        for formula in inside.cloned().collect::<Vec<_>>() {
            self.push_text(start..formula.start.max(start));
            start = formula.end.min(range.end);
            let source = self.formula_source(&formula);
            self.add_part(formula, Part::Formula(source));
        }
        self.push_text(start..range.end);
        self.end = range.end;
    }

    /// Adds running text, with the wanted ends of lines if the text is inline.
    fn push_text(&mut self, range: Range<usize>) {
        let mut text = &self.text[range.clone()];
        if let Some(link) = self.links.last_mut() {
            link.inside = range.end;
        }
        if self.is_inline {
            for (feed, _) in self.text[range.clone()].match_indices('\n') {
                let done = range.len() - text.len();
                let Some(before) = text.get(..feed.saturating_sub(done)) else {
                    continue;
                };
                let before = match before.strip_suffix('\\') {
                    Some(before) => before,
                    None if before.ends_with("  ") => before.trim_end_matches(' '),
                    None => continue,
                };
                let after = text[feed - done + 1..].trim_start_matches([' ', '\t']);
                if self.text[feed + range.start..].trim().is_empty() {
                    break;
                }
                let line = self.line();
                line.push_text(before);
                line.push_part("\n", Part::Break);
                text = after;
            }
        }
        self.line().push_text(text);
    }

    /// Returns a formula without the signs of the quotations around it.
    pub fn formula_source(&self, formula: &Range<usize>) -> String {
        let raw = &self.text[formula.clone()];
        let mut lines = raw.split('\n');
        let mut source = lines.next().unwrap_or_default().to_owned();
        let mut depth = 0;
        if raw.len() > source.len() {
            let before = &self.text[..formula.start];
            let before = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
            let is_sign = |c: &char| matches!(c, ' ' | '\t' | '>');
            depth = before
                .chars()
                .take_while(is_sign)
                .filter(|&c| c == '>')
                .count();
        }
        for mut line in lines {
            source.push('\n');
            for _ in 0..depth {
                let Some(inside) = line.trim_start_matches([' ', '\t']).strip_prefix('>') else {
                    break;
                };
                line = inside.strip_prefix(' ').unwrap_or(inside);
            }
            source.push_str(line);
        }
        if self.table.is_some() {
            source.replace("\\|", "|")
        } else {
            source
        }
    }

    fn tildes(&self, at: usize) -> usize {
        1 + usize::from(self.text[at..].starts_with("~~"))
    }

    /// Adds a delimiter of emphasis as text: [`emphasis`] finds the pairs.
    fn delimiter(&mut self, range: Range<usize>) {
        self.begin_part();
        self.push_text(range.clone());
        self.end = range.end;
    }

    fn start_link(&mut self, is_image: bool, link_type: LinkType, address: &str, start: usize) {
        self.begin_part();
        self.links.push(OpenLink {
            line: Line::default(),
            start,
            is_image,
            link_type,
            address: address.to_owned(),
            inside: start + 1 + usize::from(is_image),
        });
    }

    fn finish_link(&mut self, range: Range<usize>) {
        self.begin_part();
        let Some(link) = self.links.pop() else {
            return;
        };
        let written = &self.text[range.clone()];
        let label_end = self.text[link.inside..range.end]
            .find(']')
            .map_or(range.end, |at| link.inside + at);
        let mut address = link.address.clone();
        let mut decoded = link.address;
        let kind = match link.link_type {
            LinkType::Autolink | LinkType::Email => {
                let text = written.trim_start_matches('<').trim_end_matches('>');
                let prefix = if link.link_type == LinkType::Email {
                    "mailto:"
                } else {
                    ""
                };
                address = format!("{prefix}{text}");
                decoded = address.replace("&amp;", "&");
                LinkKind::Address(text.to_owned())
            }
            _ if link.is_image => {
                let label = self.text.get(range.start + 2..label_end);
                let label = label.unwrap_or_default();
                LinkKind::Image(label.replace("\\[", "[").replace("\\]", "]"))
            }
            _ => LinkKind::Text(link.line),
        };
        if link.link_type == LinkType::Inline
            && let Some(inside) = self.text.get(label_end + 2..range.end - 1)
        {
            address = raw_address(inside);
            let places = label_end + 2..range.end - 1;
            decoded = original(self.text, self.source, &decoded, places).into_owned();
        }
        let link = Link {
            address,
            decoded,
            kind,
        };
        self.add_part(range, Part::Link(link));
    }

    pub fn end_line(&mut self) -> Drawn {
        self.is_line_end = false;
        match self.line.take() {
            Some(line) => line.write(&mut self.writer, &mut self.context, 0),
            None => Ok(()),
        }
    }
}

/// Returns the address that begins the inside of the parentheses of a link, without backslashes.
fn raw_address(inside: &str) -> String {
    let inside = inside.trim_start_matches([' ', '\t', '\n']);
    let mut chars = inside.chars().peekable();
    let is_bracketed = chars.next_if_eq(&'<').is_some();
    let mut address = String::new();
    while let Some(c) = chars.next() {
        match c {
            '>' if is_bracketed => break,
            ' ' | '\t' | '\n' if !is_bracketed => break,
            '\\' => address.push(chars.next_if(char::is_ascii_punctuation).unwrap_or(c)),
            _ => address.push(c),
        }
    }
    address
}
