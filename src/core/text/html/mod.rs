//! Draws Markdown as HTML, as the UI does (`ui/src/components/markdown`).
//!
//! `html-cases.json` there tests that both write the same; `ui/scripts/markdownParity.mjs` compares them over whole
//! corpora. The parser is that of [`Markdown`](super::Markdown); this module decides nothing that it decides. HTML in
//! the text stays text.
//!
//! A text that is too complex is not drawn: readers see its source, as in the UI. The nesting of quotations, lists,
//! emphasis and links, the number of cells and the length are limited, so that drawing takes linear time and a
//! bounded stack.

#[cfg(any(test, fuzzing))]
pub mod allowed;
mod context;
mod emphasis;
mod line;
mod target;
mod writer;

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};

use self::context::{Context, TooComplex};
use self::line::{Line, Link, LinkKind, Part};
use super::markdown::{EXTENSIONS, original, prepared, prepared_inline};

pub use self::context::{Options, PictureSize, Pictures};
pub use self::writer::{FindMember, Writer};

/// The longest text to draw, in UTF-16 units, as the UI counts.
const MAX_LENGTH: usize = 100_000;

/// The nesting limit of quotations and lists.
const MAX_NESTING: usize = 20;

const MAX_COLUMNS: usize = 60;

/// The cells of all tables of a text.
const MAX_CELLS: usize = 5_000;

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
    Some(blocks.writer.finish())
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

/// Draws the events of the parser.
struct Blocks<'t> {
    text: &'t str,
    source: &'t str,
    formulas: Vec<Range<usize>>,
    context: Context<'t>,
    writer: Writer<'t>,
    is_inline: bool,
    /// The line that is being read, and the links in it that are open.
    line: Option<Line>,
    links: Vec<OpenLink>,
    /// The end of the last event with text.
    end: usize,
    /// Whether a line has ended before the next part.
    is_line_end: bool,
    /// Where the part of a quotation ends in which spaces at the end of a line mean nothing.
    trimmed: usize,
    /// The quotations and lists around.
    containers: Vec<Container>,
    code: Option<String>,
    is_formula: bool,
    table: Option<Table>,
    cells: usize,
}

#[derive(PartialEq)]
enum Container {
    Quotation,
    List,
    Item,
}

struct Table {
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
    has_body: bool,
}

struct OpenLink {
    line: Line,
    start: usize,
    is_image: bool,
    link_type: LinkType,
    address: String,
    /// Where its text goes on at least to.
    inside: usize,
}

type Drawn = Result<(), TooComplex>;

impl<'t> Blocks<'t> {
    fn new(
        text: &'t str,
        source: &'t str,
        formulas: Vec<Range<usize>>,
        options: Options<'t>,
    ) -> Self {
        Self {
            text,
            source,
            formulas,
            context: Context::new(text, options),
            writer: Writer::new(options.find_member, options.base),
            is_inline: false,
            line: None,
            links: Vec::new(),
            end: 0,
            is_line_end: false,
            trimmed: 0,
            containers: Vec::new(),
            code: None,
            is_formula: false,
            table: None,
            cells: 0,
        }
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) -> Drawn {
        if self.is_formula {
            self.is_formula = !matches!(event, Event::End(TagEnd::Heading(_)));
            return Ok(());
        }
        if let Some(code) = &mut self.code {
            match event {
                Event::Text(seen) => code.push_str(&original(self.text, self.source, &seen, range)),
                Event::End(TagEnd::CodeBlock) => self.end_code(),
                _ => {}
            }
            return Ok(());
        }
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.finish(tag, range),
            Event::Text(seen) | Event::Html(seen) | Event::InlineHtml(seen) => {
                self.add_text(&seen, range);
                Ok(())
            }
            Event::Code(seen) => {
                let code = original(self.text, self.source, &seen, range.clone()).into_owned();
                self.add_part(range, Part::Code(code));
                Ok(())
            }
            Event::SoftBreak => {
                self.is_line_end = true;
                Ok(())
            }
            Event::HardBreak
                if range.start < self.trimmed && !self.text[range.start..].starts_with('\\') =>
            {
                self.is_line_end = true;
                Ok(())
            }
            Event::HardBreak => {
                self.add_part(range, Part::Break);
                Ok(())
            }
            Event::Rule => {
                self.end_line()?;
                self.writer.empty("hr", &[]);
                self.writer.text("\n");
                Ok(())
            }
            Event::TaskListMarker(is_checked) => {
                self.line().push_text(if is_checked { "☑ " } else { "☐ " });
                self.end = range.end;
                Ok(())
            }
            Event::FootnoteReference(_) | Event::InlineMath(_) | Event::DisplayMath(_) => Ok(()),
        }
    }

    /// Returns the innermost line or text of a link that is being read.
    fn line(&mut self) -> &mut Line {
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

    fn add_part(&mut self, range: Range<usize>, part: Part) {
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
    fn add_text(&mut self, seen: &str, range: Range<usize>) {
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
    fn formula_source(&self, formula: &Range<usize>) -> String {
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

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) -> Drawn {
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

    fn start_block(&mut self, tag: Tag<'_>, range: Range<usize>) -> Drawn {
        self.end_line()?;
        self.end = range.start;
        let writer = &mut self.writer;
        match tag {
            Tag::Paragraph => {
                writer.open("p", &[]);
            }
            Tag::Heading { level, .. } => {
                let first = self
                    .formulas
                    .partition_point(|formula| formula.start < range.start);
                let formula = self
                    .formulas
                    .get(first)
                    .filter(|formula| formula.start < range.end);
                if let Some(formula) = formula.cloned()
                    && self.source[formula.start..].starts_with('#')
                {
                    let source = self.formula_source(&formula);
                    self.context.write_formula(&mut self.writer, "div", &source);
                    self.is_formula = true;
                } else {
                    // The page has its own headings above those of the text.
                    writer.open(["h3", "h4", "h5", "h6"][(level as usize - 1).min(3)], &[]);
                }
            }
            Tag::BlockQuote(_) => {
                writer.open("blockquote", &[]);
                writer.text("\n");
                self.trimmed = self.end_of_trimmed(range.start);
                self.contain(Container::Quotation)?;
            }
            Tag::CodeBlock(kind) => {
                let language = match &kind {
                    CodeBlockKind::Fenced(language) => language_of(language),
                    CodeBlockKind::Indented => String::new(),
                };
                writer.open("pre", &[("tabindex", "0")]);
                let class = format!("language-{language}");
                let attributes = [("class", class.as_str())];
                writer.open(
                    "code",
                    if language.is_empty() {
                        &[]
                    } else {
                        &attributes
                    },
                );
                self.code = Some(String::new());
            }
            Tag::List(first) => {
                let first = first.map(|first| first.to_string());
                match first.as_deref() {
                    None => writer.open("ul", &[]),
                    Some("1") => writer.open("ol", &[]),
                    Some(first) => writer.open("ol", &[("start", first)]),
                }
                writer.text("\n");
                self.contain(Container::List)?;
            }
            Tag::Item => {
                writer.open("li", &[]);
                self.containers.push(Container::Item);
            }
            Tag::Table(alignments) => {
                if alignments.len() > MAX_COLUMNS {
                    return Err(TooComplex);
                }
                writer.open("div", &[("class", "table-scroll"), ("tabindex", "0")]);
                writer.open("table", &[]);
                writer.text("\n");
                self.table = Some(Table {
                    alignments,
                    column: 0,
                    is_head: true,
                    has_body: false,
                });
            }
            Tag::TableHead => {
                writer.open("thead", &[]);
                writer.text("\n");
                writer.open("tr", &[]);
                writer.text("\n");
            }
            Tag::TableRow => {
                if let Some(table) = &mut self.table {
                    table.column = 0;
                    if !std::mem::replace(&mut table.has_body, true) {
                        writer.open("tbody", &[]);
                    }
                }
                writer.open("tr", &[]);
                writer.text("\n");
            }
            Tag::TableCell => {
                self.cells += 1;
                if self.cells > MAX_CELLS {
                    return Err(TooComplex);
                }
                if let Some(table) = &mut self.table {
                    let align = match table.alignments.get(table.column) {
                        Some(Alignment::Left) => "left",
                        Some(Alignment::Center) => "center",
                        Some(Alignment::Right) => "right",
                        _ => "",
                    };
                    let tag = if table.is_head { "th" } else { "td" };
                    let attributes = [("align", align)];
                    writer.open(tag, if align.is_empty() { &[] } else { &attributes });
                    table.column += 1;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn finish(&mut self, tag: TagEnd, range: Range<usize>) -> Drawn {
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

    fn finish_block(&mut self, tag: TagEnd) -> Drawn {
        self.end_line()?;
        let writer = &mut self.writer;
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::TableRow => {
                writer.close();
                writer.text("\n");
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                writer.close();
                writer.text("\n");
                self.containers.pop();
            }
            TagEnd::TableHead => {
                writer.close();
                writer.text("\n");
                writer.close();
                writer.text("\n");
                if let Some(table) = &mut self.table {
                    table.is_head = false;
                }
            }
            TagEnd::Table => {
                if self.table.take().is_some_and(|table| table.has_body) {
                    writer.close();
                }
                writer.close();
                writer.text("\n");
                writer.close();
                writer.text("\n");
            }
            _ => {}
        }
        Ok(())
    }

    fn contain(&mut self, container: Container) -> Drawn {
        self.containers.push(container);
        let depth = self
            .containers
            .iter()
            .filter(|&container| *container != Container::Item)
            .count();
        if depth > MAX_NESTING {
            Err(TooComplex)
        } else {
            Ok(())
        }
    }

    /// Returns where the part of a quotation ends in which spaces at the end of a line mean nothing: that before the
    /// first empty line, if a line of it has no sign of the quotation.
    fn end_of_trimmed(&self, start: usize) -> usize {
        if start < self.trimmed || self.containers.contains(&Container::Quotation) {
            return self.trimmed;
        }
        let rest = &self.text[start..];
        let head = rest.find("\n\n").map_or(rest, |end| &rest[..end]);
        let is_lazy = |line: &str| !line.trim_start().starts_with('>');
        if head.lines().any(is_lazy) {
            start + head.len()
        } else {
            self.trimmed
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
        }
        let link = Link {
            address,
            decoded,
            kind,
        };
        self.add_part(range, Part::Link(link));
    }

    fn end_line(&mut self) -> Drawn {
        self.is_line_end = false;
        match self.line.take() {
            Some(line) => line.write(&mut self.writer, &mut self.context, 0),
            None => Ok(()),
        }
    }

    fn end_code(&mut self) {
        let code = self.code.take().unwrap_or_default();
        self.writer.text(code.strip_suffix('\n').unwrap_or(&code));
        self.writer.text("\n");
        self.writer.close();
        self.writer.close();
        self.writer.text("\n");
    }
}

/// Returns the language of a fence, as its class has it.
fn language_of(info: &str) -> String {
    let is_part = |c: &char| c.is_ascii_alphanumeric() || "_+#-".contains(*c);
    info.chars()
        .take_while(is_part)
        .take(30)
        .collect::<String>()
        .to_lowercase()
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

#[cfg(test)]
mod tests;
