//! The text of one paragraph, heading or cell with what it contains, and its HTML.

use std::ops::Range;

use super::context::{Context, TooComplex};
use super::emphasis::{Pair, pairs};
use super::tags::{Tags, tags};
use super::target::{address_at, query_value, target};
use super::writer::Writer;
use crate::core::id::Id;
use crate::core::text::PICTURE;

/// The nesting limit of emphasis and links in a line.
const MAX_NESTING: usize = 20;

/// The source of a line without the signs of quotes, and its parts that are no running text.
#[derive(Default)]
pub struct Line {
    pub source: String,
    pub parts: Vec<(Range<usize>, Part)>,
}

/// A part of a line that is no running text.
pub enum Part {
    /// Text that is written otherwise: with a backslash or as an entity.
    Literal(String),
    Code(String),
    /// A formula with its signs.
    Formula(String),
    /// A line break.
    Break,
    /// A reference to the footnote of a number.
    Footnote(usize),
    Link(Link),
}

/// A link or an image.
pub struct Link {
    /// The address without backslashes.
    pub address: String,
    /// The address without backslashes and entities.
    pub decoded: String,
    pub kind: LinkKind,
}

pub enum LinkKind {
    /// An address in angle brackets.
    Address(String),
    Text(Line),
    /// The description of an image.
    Image(String),
}

impl Line {
    /// Adds running text.
    pub fn push_text(&mut self, text: &str) {
        self.source.push_str(text);
    }

    /// Adds a part that is written as `source`.
    pub fn push_part(&mut self, source: &str, part: Part) {
        let start = self.source.len();
        self.source.push_str(source);
        self.parts.push((start..self.source.len(), part));
    }

    /// Returns the source in which only delimiters of emphasis are such characters: other parts are masked.
    fn masked(&self) -> String {
        let mut bytes = self.source.clone().into_bytes();
        for (range, part) in self.parts.iter().filter(|(range, _)| !range.is_empty()) {
            let inside = match part {
                Part::Literal(_) => range.clone(),
                Part::Break => continue,
                _ => range.start + 1..range.end.saturating_sub(1).max(range.start + 1),
            };
            bytes[inside].fill(b'a');
            if matches!(part, Part::Literal(_)) {
                bytes[range.start] = b'+';
                bytes[range.end - 1] = b'+';
            }
        }
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns whether a place is running text.
    fn is_running(&self, at: usize) -> bool {
        let next = self.parts.partition_point(|(range, _)| range.end <= at);
        self.parts
            .get(next)
            .is_none_or(|(range, _)| !range.contains(&at))
    }

    /// Writes the HTML of the line, which is inside of `depth` links.
    pub fn write(
        &self,
        writer: &mut Writer<'_>,
        context: &mut Context<'_>,
        depth: usize,
    ) -> Result<(), TooComplex> {
        if self.source.is_empty() {
            return Ok(());
        }
        let pairs = pairs(&self.masked());
        let tags = tags(&self.source, |at| self.is_running(at));
        // Where the content of the open emphasis and elements ends, and the length of what closes them.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut parts = self.parts.iter().peekable();
        let mut at = 0;
        // The character before, unless another part ends there.
        let mut before = None;
        while at < self.source.len() {
            if depth + open.len() >= MAX_NESTING {
                return Err(TooComplex);
            }
            let end = open.last().map_or(self.source.len(), |&(end, _)| end);
            if at >= end {
                writer.close();
                at += open.pop().map_or(0, |(_, size)| size);
                before = None;
                continue;
            }
            while parts.next_if(|(range, _)| range.start < at).is_some() {}
            if let Some((range, part)) = parts.next_if(|(range, _)| range.start == at) {
                self.write_part(part, writer, context, depth)?;
                at = range.end;
                before = None;
                continue;
            }
            if let Some(&Pair { end: after, size }) = pairs.get(&at)
                && after <= end
            {
                writer.open(tag_of(self.source.as_bytes()[at], size), &[]);
                open.push((after - size, size));
                at += size;
                before = None;
                continue;
            }
            if let Some(Tags {
                name,
                inside,
                closing,
            }) = tags.get(&at)
                && closing.end <= end
            {
                writer.open(name, &[]);
                open.push((closing.start, closing.len()));
                at = *inside;
                before = None;
                continue;
            }
            let rest = &self.source[at..end];
            let length = match parts.peek() {
                Some((range, _)) if range.start < end => range.start - at,
                _ => rest.len(),
            };
            if let Some(tag) = tag_at(&rest[..length]) {
                self.write_tag(tag, writer, context);
                at += tag.len() + "[tag:]".len();
                before = None;
            } else if !writer.is_in_link()
                && let Some(found) = address_at(rest, before, context.options.has_mail)
            {
                let href = self.decoded(at..at + found.text.len(), found.prefix);
                let href = target(
                    &href.0,
                    &href.1,
                    context.options.base,
                    context.options.has_mail,
                );
                write_link(writer, href.as_deref(), |writer| {
                    writer.text(found.text);
                    Ok(())
                })?;
                at += found.text.len();
                before = None;
            } else {
                // As far as nothing else can begin.
                let may_begin = |c: char| {
                    "[*_~<".contains(c)
                        || (context.may_have_addresses
                            && (c.is_ascii_alphanumeric() || "._+-".contains(c)))
                };
                let first = rest.chars().next().map_or(1, char::len_utf8);
                let size = rest[first..length]
                    .find(may_begin)
                    .map_or(length, |found| first + found);
                writer.text(&rest[..size]);
                before = rest[..size].chars().next_back();
                at += size;
            }
        }
        while open.pop().is_some() {
            writer.close();
        }
        Ok(())
    }

    fn write_part(
        &self,
        part: &Part,
        writer: &mut Writer<'_>,
        context: &mut Context<'_>,
        depth: usize,
    ) -> Result<(), TooComplex> {
        match part {
            Part::Literal(text) => writer.text(text),
            Part::Code(code) => writer.element("code", &[], code),
            Part::Formula(formula) => context.write_formula(writer, "span", formula),
            Part::Break => writer.empty("br", &[]),
            Part::Footnote(number) => {
                let name = context.options.name;
                context.notes.write_reference(writer, *number, name);
            }
            Part::Link(link) => return link.write(writer, context, depth),
        }
        Ok(())
    }

    /// Writes the link to the questions with a tag.
    fn write_tag(&self, tag: &str, writer: &mut Writer<'_>, context: &Context<'_>) {
        if writer.is_in_link() {
            writer.text(tag);
        } else {
            let address = format!(
                "{}/questionPage?tag={}",
                context.options.base,
                query_value(tag)
            );
            writer.element("a", &[("href", &address)], tag);
        }
    }

    /// Returns a part of the source after a prefix, and the same without entities.
    fn decoded(&self, range: Range<usize>, prefix: &str) -> (String, String) {
        let mut decoded = prefix.to_owned();
        let mut at = range.start;
        let first = self.parts.partition_point(|(part, _)| part.start < at);
        for (part, kind) in self.parts[first..]
            .iter()
            .take_while(|(part, _)| part.end <= range.end)
        {
            if let Part::Literal(text) = kind {
                decoded.push_str(&self.source[at..part.start]);
                decoded.push_str(text);
                at = part.end;
            }
        }
        decoded.push_str(&self.source[at..range.end]);
        (format!("{prefix}{}", &self.source[range]), decoded)
    }
}

fn tag_of(mark: u8, size: usize) -> &'static str {
    match (mark, size) {
        (b'~', _) => "del",
        (_, 2) => "strong",
        _ => "em",
    }
}

/// Returns the tag that `[tag:…]` at the beginning of a text names.
fn tag_at(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("[tag:")?;
    let tag = &inside[..inside.find(|c: char| c.is_whitespace() || "[]".contains(c))?];
    let is_closed = inside[tag.len()..].starts_with(']');
    (is_closed && (1..=50).contains(&tag.encode_utf16().count())).then_some(tag)
}

impl Link {
    fn write(
        &self,
        writer: &mut Writer<'_>,
        context: &mut Context<'_>,
        depth: usize,
    ) -> Result<(), TooComplex> {
        let options = context.options;
        if depth + 1 >= MAX_NESTING {
            return Err(TooComplex);
        }
        let href = target(&self.address, &self.decoded, options.base, options.has_mail);
        match &self.kind {
            LinkKind::Address(text) => write_link(writer, href.as_deref(), |writer| {
                writer.text(text);
                Ok(())
            }),
            LinkKind::Image(description) => {
                let picture = self
                    .address
                    .strip_prefix(PICTURE)
                    .and_then(|id| id.parse::<Id>().ok());
                if let (Some(id), Some(href)) = (picture, &href) {
                    context.write_picture(writer, id, href, description);
                    return Ok(());
                }
                let text = format!("image: {description}");
                self.write_text(writer, href.as_deref(), |writer| {
                    writer.text(&text);
                    Ok(())
                })
            }
            LinkKind::Text(line) => self.write_text(writer, href.as_deref(), |writer| {
                line.write(writer, context, depth + 1)
            }),
        }
    }

    /// Writes a link with a text. If it may not lead to its address, the address follows the text.
    fn write_text<'w>(
        &self,
        writer: &mut Writer<'w>,
        href: Option<&str>,
        content: impl FnOnce(&mut Writer<'w>) -> Result<(), TooComplex>,
    ) -> Result<(), TooComplex> {
        write_link(writer, href, content)?;
        if href.is_none() {
            writer.text(&format!(" ({})", self.address));
        }
        Ok(())
    }
}

/// Writes a link with its content, or the content alone.
fn write_link<'w>(
    writer: &mut Writer<'w>,
    href: Option<&str>,
    content: impl FnOnce(&mut Writer<'w>) -> Result<(), TooComplex>,
) -> Result<(), TooComplex> {
    let Some(href) = href.filter(|_| !writer.is_in_link()) else {
        return content(writer);
    };
    const OTHER_SITE: [(&str, &str); 2] = [
        ("target", "_blank"),
        ("rel", "nofollow noopener noreferrer ugc"),
    ];
    let attributes = [
        [("href", href)].as_slice(),
        if href.starts_with("http") {
            &OTHER_SITE
        } else {
            &[]
        },
    ]
    .concat();
    writer.open("a", &attributes);
    content(writer)?;
    writer.close();
    Ok(())
}
