//! What stands inside of one block: words, emphasis, links, code, formulas.

use std::borrow::Cow;

use markup5ever_rcdom::{Handle, NodeData};

use super::escape::{self, Place};
use super::math::{self, Piece};
use super::{DEEPEST, Links, attribute, tag, text_of};

/// White space that waits for something to follow it.
#[derive(Clone, Copy, Default)]
struct Gap {
    space: bool,
    /// The line of the source ends here, which readers do not see.
    line: bool,
    breaks: usize,
}

impl Gap {
    fn is_empty(self) -> bool {
        !self.space && !self.line && self.breaks == 0
    }

    fn and(self, other: Gap) -> Gap {
        Gap { space: self.space || other.space, line: self.line || other.line, breaks: self.breaks + other.breaks }
    }
}

/// Emphasis that has just been closed: where it begins and ends in the output, and its mark.
struct Emphasis {
    start: usize,
    end: usize,
    mark: &'static str,
}

/// The Markdown of one block's inside, as it grows.
pub(super) struct Inline<'a> {
    links: &'a Links<'a>,
    out: String,
    /// White space before the first and after the last thing written.
    lead: Gap,
    gap: Gap,
    place: Place,
    /// A heading or a table's cell cannot go on on a second line.
    one_line: bool,
    /// What has been opened around this: marks of emphasis.
    open: Vec<&'static str>,
    closed: Option<Emphasis>,
    depth: usize,
}

impl<'a> Inline<'a> {
    pub fn new(links: &'a Links<'a>, depth: usize) -> Self {
        Self {
            links,
            out: String::new(),
            lead: Gap::default(),
            gap: Gap::default(),
            place: Place::default(),
            one_line: false,
            open: Vec::new(),
            closed: None,
            depth,
        }
    }

    /// For a heading.
    pub fn on_one_line(self) -> Self {
        Self { one_line: true, ..self }
    }

    /// For a table's cell.
    pub fn in_cell(self) -> Self {
        Self { one_line: true, place: Place { cell: true, ..self.place }, ..self }
    }

    /// The Markdown of `nodes`; empty if they show nothing.
    pub fn render(mut self, nodes: &[Handle]) -> String {
        self.nodes(nodes);
        if self.out.trim().is_empty() { String::new() } else { self.out }
    }

    fn nodes(&mut self, nodes: &[Handle]) {
        // Code next to code is one code: the backticks between the two would make one mark.
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
        if self.depth > DEEPEST {
            return self.text(&text_of(node));
        }
        self.depth += 1;
        match tag(node) {
            "br" => self.gap.breaks += 1,
            tag if is_code(tag) => self.code(&text_of(node)),
            // Inside of `**` another star would be ambiguous.
            "em" | "i" => self.emphasis(if self.open.contains(&"**") { "_" } else { "*" }, node),
            "strong" | "b" => self.emphasis("**", node),
            "del" | "s" | "strike" => self.emphasis("~~", node),
            "sup" => self.shifted('^', superscript, node),
            "sub" => self.shifted('_', subscript, node),
            "a" => self.anchor(node),
            "img" => self.image(node),
            "script" | "style" => {}
            tag => {
                // So does any other block.
                self.gap.space |= super::is_block(tag);
                self.nodes(&node.children.borrow());
                self.gap.space |= super::is_block(tag);
            }
        }
        self.depth -= 1;
    }

    /// The same kind of place one level deeper, as a text of its own.
    fn nested(&self, nodes: &[Handle], mark: Option<&'static str>, place: Place) -> Inline<'a> {
        let open = self.open.iter().copied().chain(mark).collect();
        let mut inner = Inline { place, one_line: self.one_line, open, ..Inline::new(self.links, self.depth) };
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
        let place = Place { tildes: text.matches('~').count() > 1, ..self.place };
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
            if escaped_at == Some(at) || escape::needs_escape(self.out.chars().next_back(), rest, place) {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    /// A formula goes out as it came in. Our renderer knows dollars only, so they replace other delimiters.
    fn formula(&mut self, source: &str) {
        let bracketed = source.strip_prefix(r"\[").and_then(|source| source.strip_suffix(r"\]"));
        let formula = match bracketed {
            Some(inside) => Cow::from(format!("$${inside}$$")),
            None if source.starts_with('\\') => Cow::from(format!("$${source}$$")),
            None => Cow::from(source),
        };
        if self.one_line {
            self.close_gap('$');
            self.out.push_str(&self.in_place(&formula.replace('\n', " ")));
            return;
        }
        // Of lines of its own a renderer takes none for an item of a list, however it begins.
        let has_lines = formula.starts_with("$$") && formula.contains('\n') && self.open.is_empty() && !self.place.link;
        self.gap.line |= has_lines;
        self.close_gap('$');
        self.out.push_str(&formula);
        self.gap.line |= has_lines;
    }

    fn code(&mut self, text: &str) {
        let code = text.replace('\n', " ");
        if code.is_empty() {
            return;
        }
        self.close_gap('`');
        let ticks = "`".repeat(longest_run(&code, '`') + 1);
        let touches = code.starts_with('`') || code.ends_with('`');
        // A renderer takes one space off at both ends, unless there is nothing else.
        let loses_spaces = code.starts_with(' ') && code.ends_with(' ') && !code.trim_matches(' ').is_empty();
        let pad = if touches || loses_spaces { " " } else { "" };
        self.out.push_str(&format!("{ticks}{pad}{}{pad}{ticks}", self.in_place(&code)));
    }

    /// Code and formulas know no escapes, but in a table's cell even their bars would end it.
    fn in_place<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.place.cell && text.contains('|') { text.replace('|', r"\|").into() } else { text.into() }
    }

    fn emphasis(&mut self, mark: &'static str, node: &Handle) {
        let nodes = node.children.borrow();
        if self.open.contains(&mark) || (mark == "_" && self.open.contains(&"*")) {
            return self.nodes(&nodes);
        }
        let inner = self.nested(&nodes, Some(mark), self.place);
        self.gap = self.gap.and(inner.lead);
        let Some(first) = inner.out.chars().next() else {
            self.gap = self.gap.and(inner.gap);
            return;
        };
        let last = self.closed.take_if(|last| last.end == self.out.len() && last.mark == mark && self.gap.is_empty());
        if let Some(last) = last {
            // What follows emphasis of the same kind goes on with it.
            self.out.truncate(last.end - mark.len());
            self.end_emphasis(last.start, &inner.out, mark);
        } else {
            self.close_gap(first);
            if (is_punctuation(first) || mark == "_") && self.out.ends_with(char::is_alphanumeric) {
                // A mark would open nothing there; the words count more than their emphasis.
                self.out.push_str(&inner.out);
            } else {
                let start = self.out.len();
                self.out.push_str(mark);
                self.end_emphasis(start, &inner.out, mark);
            }
        }
        self.gap = inner.gap;
    }

    fn end_emphasis(&mut self, start: usize, inner: &str, mark: &'static str) {
        self.out.push_str(inner);
        self.out.push_str(mark);
        self.closed = Some(Emphasis { start, end: self.out.len(), mark });
    }

    /// What is raised or lowered right behind something: in Unicode's own characters, else as `x^(word)`. By
    /// itself it is only meant to be small, which loses nothing as it is.
    fn shifted(&mut self, sign: char, map: fn(char) -> Option<char>, node: &Handle) {
        let nodes = node.children.borrow();
        let text = text_of(node);
        let word = text.trim();
        let is_attached = self.gap.is_empty() && !self.out.is_empty() && !word.contains(char::is_whitespace);
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
        let href = attribute(node, "href").map(|href| href.trim().to_owned()).filter(|href| !href.is_empty() && !self.place.link);
        let Some(href) = href else { return self.nodes(&nodes) };
        if let [image] = nodes.as_slice()
            && tag(image) == "img"
            && attribute(image, "src").is_some_and(|src| src == href)
        {
            return self.image(image);
        }
        let inner = self.nested(&nodes, None, Place { link: true, ..self.place });
        self.gap = self.gap.and(inner.lead);
        if !inner.out.is_empty() {
            self.close_gap('[');
            let target = (self.links)(&href).unwrap_or(href);
            if is_web_address(&target) && text_of(node).trim() == target {
                self.out.push_str(&format!("<{target}>"));
            } else {
                self.separate_from_exclamation_mark();
                self.out.push_str(&format!("[{}]({}{})", inner.out, self.destination(&target), title(node)));
            }
        }
        self.gap = self.gap.and(inner.gap);
    }

    fn image(&mut self, node: &Handle) {
        let Some(src) = attribute(node, "src") else { return };
        let src = (self.links)(&src).unwrap_or(src);
        self.close_gap('!');
        let alt = attribute(node, "alt").unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let alt = alt.replace('[', r"\[").replace(']', r"\]");
        self.out.push_str(&format!("![{}]({}{})", self.in_place(&alt), self.destination(&src), title(node)));
    }

    /// An address as it may stand in parentheses.
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
                '|' if self.place.cell => out.push_str("%7C"),
                '(' | ')' if !balanced => out.extend(['\\', c]),
                '&' if escape::is_entity(&url[at..]) => out.push_str("&amp;"),
                c if c.is_whitespace() || c.is_control() => {}
                c => out.push(c),
            }
        }
        out
    }

    /// A `!` before a link would make it an image.
    fn separate_from_exclamation_mark(&mut self) {
        if self.out.ends_with('!') && !self.out.ends_with("\\!") {
            self.out.insert(self.out.len() - 1, '\\');
        }
    }

    /// Writes the white space that `next` ends.
    fn close_gap(&mut self, next: char) {
        let gap = std::mem::take(&mut self.gap);
        if self.out.is_empty() {
            self.lead = self.lead.and(gap);
        } else if gap.line {
            self.out.push('\n');
        } else if gap.breaks > 0 && !self.one_line {
            // Two spaces at the end of a line would be lost on the way through an editor.
            (0..gap.breaks).for_each(|_| self.out.push_str("\\\n"));
        } else if gap.space || gap.breaks > 0 {
            self.out.push(' ');
        } else {
            self.undo_unclosed_emphasis(next);
        }
    }

    /// Between a sign and a letter a mark closes nothing, so it must not have been opened either.
    fn undo_unclosed_emphasis(&mut self, next: char) {
        let Some(last) = self.closed.as_ref().filter(|last| last.end == self.out.len() && next.is_alphanumeric()) else { return };
        let inside = last.start + last.mark.len()..last.end - last.mark.len();
        if last.mark == "_" || self.out[inside.clone()].ends_with(is_punctuation) {
            self.out.truncate(inside.end);
            self.out.replace_range(last.start..inside.start, "");
            self.closed = None;
        }
    }

    fn begins_line(&self) -> bool {
        self.out.ends_with('\n') || (self.out.is_empty() && self.open.is_empty() && !self.place.link && !self.one_line)
    }
}

/// Markdown has no keys; as code they stay apart from the words around them. A code block comes here where only words
/// can stand, such as in a table's cell.
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

/// A link's or an image's title, with the space before it.
fn title(node: &Handle) -> String {
    match attribute(node, "title") {
        Some(title) if !title.trim().is_empty() => {
            let words: Vec<&str> = title.split_whitespace().collect();
            format!(" \"{}\"", words.join(" ").replace('\\', r"\\").replace('"', "\\\"").replace('|', r"\|"))
        }
        _ => String::new(),
    }
}

/// The length of the longest run of `mark`.
pub(super) fn longest_run(text: &str, mark: char) -> usize {
    text.split(|c| c != mark).map(str::len).max().unwrap_or(0)
}

fn superscript(c: char) -> Option<char> {
    counterpart(c, "0123456789+-=()abcdefghijklmnoprstuvwxyz", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
}

fn subscript(c: char) -> Option<char> {
    counterpart(c, "0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
}

/// The character of `to` at the place where `c` stands in `from`.
fn counterpart(c: char, from: &str, to: &str) -> Option<char> {
    from.chars().position(|f| f == c).and_then(|place| to.chars().nth(place))
}
