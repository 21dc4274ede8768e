//! Converts the content of a block: words, emphasis, links, code, formulas.

use std::borrow::Cow;

use markup5ever_rcdom::{Handle, NodeData};

use super::dom::{MAX_DEPTH, attribute, is_block, tag, text_of};
use super::escape::{self, Context, longest_run};
use super::math::{self, Piece};
use crate::operations::import::links::TAG_PAGE;

/// Returns the address that replaces an address of the dump, if it must change.
pub type LinkMap<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Pending white space, which is written when something follows.
#[derive(Clone, Copy, Default)]
struct Gap {
    space: bool,
    /// A line break in the source that is not visible.
    line: bool,
    breaks: usize,
}

impl Gap {
    fn is_empty(self) -> bool {
        !self.space && !self.line && self.breaks == 0
    }

    fn merge(self, other: Gap) -> Gap {
        Gap {
            space: self.space || other.space,
            line: self.line || other.line,
            breaks: self.breaks + other.breaks,
        }
    }
}

/// Emphasis closed last: its range in the output, and its marker.
struct Emphasis {
    start: usize,
    end: usize,
    marker: &'static str,
}

/// Builds the Markdown of the content of one block.
pub(super) struct Inline<'a> {
    links: &'a LinkMap<'a>,
    out: String,
    /// Pending white space before the first output, and after the last.
    lead: Gap,
    gap: Gap,
    context: Context,
    /// Whether the output must be one line, as in headings and table cells.
    one_line: bool,
    /// Markers of the open emphasis.
    open: Vec<&'static str>,
    closed: Option<Emphasis>,
    depth: usize,
}

impl<'a> Inline<'a> {
    pub fn new(links: &'a LinkMap<'a>, depth: usize) -> Self {
        Self {
            links,
            out: String::new(),
            lead: Gap::default(),
            gap: Gap::default(),
            context: Context::default(),
            one_line: false,
            open: Vec::new(),
            closed: None,
            depth,
        }
    }

    /// Builds one line, for a heading.
    pub fn on_one_line(self) -> Self {
        Self {
            one_line: true,
            ..self
        }
    }

    /// Builds one line without bars, for a table cell.
    pub fn in_cell(self) -> Self {
        Self {
            one_line: true,
            context: Context {
                cell: true,
                ..self.context
            },
            ..self
        }
    }

    /// Returns the Markdown of `nodes`, or an empty text if nothing in them is visible.
    pub fn render(mut self, nodes: &[Handle]) -> String {
        self.nodes(nodes);
        if self.out.trim().is_empty() {
            String::new()
        } else {
            self.out
        }
    }

    fn nodes(&mut self, nodes: &[Handle]) {
        // Adjacent code elements become one: their backticks would merge into one marker.
        for run in nodes.chunk_by(|a, b| is_code(tag(a)) && is_code(tag(b))) {
            match run {
                [node] => self.node(node),
                run => self.code(&run.iter().map(text_of).collect::<String>()),
            }
        }
    }

    fn node(&mut self, node: &Handle) {
        if let NodeData::Text { contents } = &node.data {
            return self.text(&contents.borrow());
        }
        if self.depth > MAX_DEPTH {
            return self.text(&text_of(node));
        }
        self.depth += 1;
        match tag(node) {
            "br" => self.gap.breaks += 1,
            tag if is_code(tag) => self.code(&text_of(node)),
            // Inside `**`, another star would be ambiguous.
            "em" | "i" => self.emphasis(if self.open.contains(&"**") { "_" } else { "*" }, node),
            "strong" | "b" => self.emphasis("**", node),
            "del" | "s" | "strike" => self.emphasis("~~", node),
            "sup" => self.shifted('^', superscript, node),
            "sub" => self.shifted('_', subscript, node),
            "a" => self.anchor(node),
            "img" => self.image(node),
            "script" | "style" => {}
            tag => {
                // Blocks that can only be inline here are separated by spaces.
                self.gap.space |= is_block(tag);
                self.nodes(&node.children.borrow());
                self.gap.space |= is_block(tag);
            }
        }
        self.depth -= 1;
    }

    /// Builds the content of a nested element as a separate text.
    fn nested(
        &self,
        nodes: &[Handle],
        marker: Option<&'static str>,
        context: Context,
    ) -> Inline<'a> {
        let open = self.open.iter().copied().chain(marker).collect();
        let mut inner = Inline {
            context,
            one_line: self.one_line,
            open,
            ..Inline::new(self.links, self.depth)
        };
        inner.nodes(nodes);
        inner
    }

    fn text(&mut self, text: &str) {
        for piece in math::pieces(text) {
            match piece {
                Piece::Prose(prose) => self.prose(prose),
                Piece::Formula(formula) => self.formula(formula),
            }
        }
    }

    fn prose(&mut self, text: &str) {
        let context = Context {
            tildes: text.matches('~').count() > 1,
            ..self.context
        };
        let mut escaped_at = None;
        for (at, c) in text.char_indices() {
            if c.is_ascii_whitespace() {
                self.gap.space = true;
                continue;
            }
            self.close_gap(c);
            let rest = &text[at..];
            if self.begins_line() {
                escaped_at = escape::line_start(rest).map(|offset| at + offset);
            }
            if escaped_at == Some(at)
                || escape::needs_escape(self.out.chars().next_back(), rest, context)
            {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    /// Writes a formula unchanged. Dollars replace other delimiters, which our renderer does not
    /// support.
    fn formula(&mut self, source: &str) {
        let bracketed = source
            .strip_prefix(r"\[")
            .and_then(|source| source.strip_suffix(r"\]"));
        let formula = match bracketed {
            Some(inside) => Cow::from(format!("$${inside}$$")),
            None if source.starts_with('\\') => Cow::from(format!("$${source}$$")),
            None => Cow::from(source),
        };
        if self.one_line {
            self.close_gap('$');
            self.out
                .push_str(&self.escape_bars(&formula.replace('\n', " ")));
            return;
        }
        // On separate lines, no line of a formula can be taken for a list item.
        let is_display = formula.starts_with("$$")
            && formula.contains('\n')
            && self.open.is_empty()
            && !self.context.link;
        self.gap.line |= is_display;
        self.close_gap('$');
        self.out.push_str(&formula);
        self.gap.line |= is_display;
    }

    fn code(&mut self, text: &str) {
        let code = text.replace('\n', " ");
        if code.is_empty() {
            return;
        }
        self.close_gap('`');
        let ticks = "`".repeat(longest_run(&code, '`') + 1);
        let has_edge_backtick = code.starts_with('`') || code.ends_with('`');
        // A renderer removes one space at both ends, unless the code is only spaces.
        let loses_spaces =
            code.starts_with(' ') && code.ends_with(' ') && !code.trim_matches(' ').is_empty();
        let pad = if has_edge_backtick || loses_spaces {
            " "
        } else {
            ""
        };
        self.out.push_str(&format!(
            "{ticks}{pad}{}{pad}{ticks}",
            self.escape_bars(&code)
        ));
    }

    /// Escapes bars in a table cell, where they would end the cell even in code and formulas.
    fn escape_bars<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.context.cell && text.contains('|') {
            text.replace('|', r"\|").into()
        } else {
            text.into()
        }
    }

    fn emphasis(&mut self, marker: &'static str, node: &Handle) {
        let nodes = node.children.borrow();
        if self.open.contains(&marker) || (marker == "_" && self.open.contains(&"*")) {
            return self.nodes(&nodes);
        }
        let inner = self.nested(&nodes, Some(marker), self.context);
        self.gap = self.gap.merge(inner.lead);
        let Some(first) = inner.out.chars().next() else {
            self.gap = self.gap.merge(inner.gap);
            return;
        };
        let last = self.closed.take_if(|last| {
            last.end == self.out.len() && last.marker == marker && self.gap.is_empty()
        });
        if let Some(last) = last {
            // Adjacent emphasis of the same kind becomes one.
            self.out.truncate(last.end - marker.len());
            self.end_emphasis(last.start, &inner.out, marker);
        } else {
            self.close_gap(first);
            if (is_punctuation(first) || marker == "_") && self.out.ends_with(char::is_alphanumeric)
            {
                // A marker would not open emphasis here, so the words lose it.
                self.out.push_str(&inner.out);
            } else {
                let start = self.out.len();
                self.out.push_str(marker);
                self.end_emphasis(start, &inner.out, marker);
            }
        }
        self.gap = inner.gap;
    }

    fn end_emphasis(&mut self, start: usize, inner: &str, marker: &'static str) {
        self.out.push_str(inner);
        self.out.push_str(marker);
        self.closed = Some(Emphasis {
            start,
            end: self.out.len(),
            marker,
        });
    }

    /// Converts a superscript or subscript after a word to Unicode characters, or else to
    /// `x^(word)`. Without a word before it, it is only small text and becomes plain text.
    fn shifted(&mut self, sign: char, map: fn(char) -> Option<char>, node: &Handle) {
        let nodes = node.children.borrow();
        let text = text_of(node);
        let word = text.trim();
        let is_attached =
            self.gap.is_empty() && !self.out.is_empty() && !word.contains(char::is_whitespace);
        let is_text = nodes.iter().all(|node| tag(node).is_empty());
        match word.chars().map(map).collect::<Option<String>>() {
            _ if !is_attached => self.nodes(&nodes),
            Some(shifted) if is_text => self.prose(&shifted),
            _ => {
                self.prose(&format!("{sign}("));
                self.nodes(&nodes);
                self.prose(")");
            }
        }
    }

    fn anchor(&mut self, node: &Handle) {
        let nodes = node.children.borrow();
        let href = attribute(node, "href")
            .map(|href| href.trim().to_owned())
            .filter(|href| !href.is_empty() && !self.context.link);
        let Some(href) = href else {
            return self.nodes(&nodes);
        };
        if let [image] = nodes.as_slice()
            && tag(image) == "img"
            && attribute(image, "src").is_some_and(|src| src == href)
        {
            return self.image(image);
        }
        let inner = self.nested(
            &nodes,
            None,
            Context {
                link: true,
                ..self.context
            },
        );
        self.gap = self.gap.merge(inner.lead);
        if !inner.out.is_empty() {
            self.close_gap('[');
            let target = (self.links)(&href).unwrap_or(href);
            let text = text_of(node);
            let is_tag = target.starts_with(TAG_PAGE)
                && attribute(node, "rel").is_some_and(|rel| rel.split(' ').any(|rel| rel == "tag"));
            let is_name = !text.contains(|c: char| c.is_whitespace() || matches!(c, '[' | ']'));
            if is_tag && is_name {
                self.out.push_str(&format!("[tag:{text}]"));
            } else if is_web_address(&target) && text.trim() == target {
                self.out.push_str(&format!("<{target}>"));
            } else {
                self.separate_from_exclamation_mark();
                self.out.push_str(&format!(
                    "[{}]({}{})",
                    inner.out,
                    self.destination(&target),
                    title(node)
                ));
            }
        }
        self.gap = self.gap.merge(inner.gap);
    }

    fn image(&mut self, node: &Handle) {
        let Some(src) = attribute(node, "src") else {
            return;
        };
        let src = (self.links)(&src).unwrap_or(src);
        self.close_gap('!');
        let alt = attribute(node, "alt")
            .unwrap_or_default()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let alt = alt.replace('[', r"\[").replace(']', r"\]");
        self.out.push_str(&format!(
            "![{}]({}{})",
            self.escape_bars(&alt),
            self.destination(&src),
            title(node)
        ));
    }

    /// Escapes an address for the parentheses of a link.
    fn destination(&self, url: &str) -> String {
        let balanced = url.chars().try_fold(0i32, |depth, c| match c {
            '(' => Some(depth + 1),
            ')' => (depth > 0).then(|| depth - 1),
            _ => Some(depth),
        }) == Some(0);
        let mut out = String::with_capacity(url.len());
        for (at, c) in url.char_indices() {
            match c {
                ' ' => out.push_str("%20"),
                '<' => out.push_str("%3C"),
                '>' => out.push_str("%3E"),
                '\\' => out.push_str("%5C"),
                '|' if self.context.cell => out.push_str("%7C"),
                '(' | ')' if !balanced => out.extend(['\\', c]),
                '&' if escape::is_entity(&url[at..]) => out.push_str("&amp;"),
                c if c.is_whitespace() || c.is_control() => {}
                c => out.push(c),
            }
        }
        out
    }

    /// Escapes a `!` before a link, which would make the link an image.
    fn separate_from_exclamation_mark(&mut self) {
        if self.out.ends_with('!') && !self.out.ends_with("\\!") {
            self.out.insert(self.out.len() - 1, '\\');
        }
    }

    /// Writes the pending white space before `next`.
    fn close_gap(&mut self, next: char) {
        let gap = std::mem::take(&mut self.gap);
        if self.out.is_empty() {
            self.lead = self.lead.merge(gap);
        } else if gap.line {
            self.out.push('\n');
        } else if gap.breaks > 0 && !self.one_line {
            // Editors remove two spaces at the end of a line, so use a backslash.
            (0..gap.breaks).for_each(|_| self.out.push_str("\\\n"));
        } else if gap.space || gap.breaks > 0 {
            self.out.push(' ');
        } else {
            self.undo_unclosed_emphasis(next);
        }
    }

    /// Removes the emphasis closed last if its marker cannot close it: between punctuation and a
    /// letter.
    fn undo_unclosed_emphasis(&mut self, next: char) {
        let Some(last) = self
            .closed
            .as_ref()
            .filter(|last| last.end == self.out.len() && next.is_alphanumeric())
        else {
            return;
        };
        let inside = last.start + last.marker.len()..last.end - last.marker.len();
        if last.marker == "_" || self.out[inside.clone()].ends_with(is_punctuation) {
            self.out.truncate(inside.end);
            self.out.replace_range(last.start..inside.start, "");
            self.closed = None;
        }
    }

    /// Returns whether the next character starts a line.
    fn begins_line(&self) -> bool {
        self.out.ends_with('\n')
            || (self.out.is_empty() && self.open.is_empty() && !self.context.link && !self.one_line)
    }
}

/// Returns whether an element becomes inline code. Keys do, because Markdown has none; so do code
/// blocks where only inline content is possible, such as in a table cell.
fn is_code(tag: &str) -> bool {
    matches!(tag, "code" | "kbd" | "pre" | "samp" | "tt")
}

fn is_punctuation(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

fn is_web_address(url: &str) -> bool {
    (url.starts_with("https://") || url.starts_with("http://"))
        && !url.contains(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '|'))
}

/// Returns the title of a link or an image, after a space.
fn title(node: &Handle) -> String {
    match attribute(node, "title") {
        Some(title) if !title.trim().is_empty() => {
            let words: Vec<&str> = title.split_whitespace().collect();
            format!(
                " \"{}\"",
                words
                    .join(" ")
                    .replace('\\', r"\\")
                    .replace('"', "\\\"")
                    .replace('|', r"\|")
            )
        }
        _ => String::new(),
    }
}

fn superscript(c: char) -> Option<char> {
    counterpart(
        c,
        "0123456789+-=()abcdefghijklmnoprstuvwxyz",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
    )
}

fn subscript(c: char) -> Option<char> {
    counterpart(
        c,
        "0123456789+-=()aehijklmnoprstuvx",
        "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ",
    )
}

/// Returns the character of `to` at the position of `c` in `from`.
fn counterpart(c: char, from: &str, to: &str) -> Option<char> {
    from.chars()
        .position(|f| f == c)
        .and_then(|index| to.chars().nth(index))
}
