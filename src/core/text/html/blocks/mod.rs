//! Draws the blocks of a text: paragraphs, headings, quotations, lists, code and tables.

mod inline;

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, LinkType, Tag, TagEnd};

use super::context::{Context, Options, TooComplex};
use super::line::{Line, Part};
use super::writer::Writer;
use crate::core::text::markdown::original;
use crate::core::text::syntax::{Fold, Quote};

/// The nesting limit of quotations, lists, footnotes and parts that fold.
const MAX_NESTING: usize = 20;

const MAX_COLUMNS: usize = 60;

/// The cells of all tables of a text.
const MAX_CELLS: usize = 5_000;

/// Draws the events of the parser.
pub struct Blocks<'t> {
    text: &'t str,
    source: &'t str,
    formulas: Vec<Range<usize>>,
    context: Context<'t>,
    pub writer: Writer<'t>,
    pub is_inline: bool,
    /// The line that is being read, and the links in it that are open.
    line: Option<Line>,
    links: Vec<OpenLink>,
    /// The end of the last event with text.
    pub end: usize,
    /// Whether a line has ended before the next part.
    is_line_end: bool,
    /// Where the part of a quotation ends in which spaces at the end of a line mean nothing.
    trimmed: usize,
    /// The quotations, lists, footnotes and parts that fold around.
    containers: Vec<Container>,
    code: Option<String>,
    is_formula: bool,
    /// The footnotes around, each with what was written before it.
    notes: Vec<(String, Writer<'t>)>,
    table: Option<Table>,
    cells: usize,
}

#[derive(PartialEq)]
enum Container {
    Fold,
    Note,
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

/// A link or picture whose text is being read.
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
    pub fn new(
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
            notes: Vec::new(),
            table: None,
            cells: 0,
        }
    }

    /// Returns the HTML.
    pub fn into_html(self) -> String {
        let Self {
            writer, context, ..
        } = self;
        writer.finish() + &context.notes.finish(context.options.name)
    }

    pub fn event(&mut self, event: Event<'_>, range: Range<usize>) -> Drawn {
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
                match Fold::at(&self.text[range.start..]) {
                    Some(Fold::Opening { is_open, .. }) => return self.open_fold(is_open),
                    Some(_) if self.containers.last() == Some(&Container::Fold) => {
                        self.close_fold();
                    }
                    Some(_) => {
                        self.writer.element("p", &[], "</details>");
                        self.writer.text("\n");
                    }
                    None => {
                        self.writer.empty("hr", &[]);
                        self.writer.text("\n");
                    }
                }
                Ok(())
            }
            Event::TaskListMarker(is_checked) => {
                self.line().push_text(if is_checked { "☑ " } else { "☐ " });
                self.end = range.end;
                Ok(())
            }
            Event::FootnoteReference(label) => {
                let number = self.context.notes.number(&label);
                self.add_part(range, Part::Footnote(number));
                Ok(())
            }
            Event::InlineMath(_) | Event::DisplayMath(_) => Ok(()),
        }
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
                if let Some(fold) = Fold::at(&self.text[range.start..]) {
                    if let Fold::Opening { is_open, .. } = fold {
                        self.open_fold(is_open)?;
                    }
                    self.writer.open("summary", &[]);
                    return Ok(());
                }
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
                match Quote::at(self.text, self.source, range.start) {
                    Some(Quote::Note(kind, title)) => {
                        let class = format!("admonition {kind}");
                        writer.open("div", &[("class", &class)]);
                        writer.text("\n");
                        writer.element("p", &[("class", "admonition-title")], title);
                    }
                    Some(Quote::Spoiler) => {
                        writer.open("details", &[("class", "spoiler")]);
                        writer.text("\n");
                        writer.element("summary", &[], "Spoiler");
                    }
                    None => writer.open("blockquote", &[]),
                }
                writer.text("\n");
                self.trimmed = self.end_of_trimmed(range.start);
                self.contain(Container::Quotation)?;
            }
            Tag::FootnoteDefinition(label) => {
                let Options {
                    find_member, base, ..
                } = self.context.options;
                let before = std::mem::replace(&mut self.writer, Writer::new(find_member, base));
                self.notes.push((label.to_string(), before));
                self.contain(Container::Note)?;
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

    fn finish_block(&mut self, tag: TagEnd) -> Drawn {
        self.end_line()?;
        let writer = &mut self.writer;
        match tag {
            TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::TableCell | TagEnd::TableRow => {
                writer.close();
                writer.text("\n");
            }
            TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Item => {
                self.close_folds();
                let writer = &mut self.writer;
                writer.close();
                writer.text("\n");
                self.containers.pop();
            }
            TagEnd::FootnoteDefinition => {
                self.close_folds();
                self.containers.pop();
                if let Some((label, before)) = self.notes.pop() {
                    let note = std::mem::replace(&mut self.writer, before);
                    self.context.notes.add(&label, note.finish());
                }
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

    fn open_fold(&mut self, is_open: bool) -> Drawn {
        let attributes = [("open", "")];
        self.writer
            .open("details", if is_open { &attributes } else { &[] });
        self.writer.text("\n");
        self.contain(Container::Fold)
    }

    /// Closes the parts that fold in a container that ends.
    fn close_folds(&mut self) {
        while self.containers.last() == Some(&Container::Fold) {
            self.close_fold();
        }
    }

    fn close_fold(&mut self) {
        self.containers.pop();
        self.writer.close();
        self.writer.text("\n");
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
