//! HTML to Markdown, for what a dump holds only as it was shown.
//!
//! The words come out as they were, whatever signs they contain, and code and formulas byte for byte; what Markdown
//! cannot say (colours, sizes, attributes) is dropped. Our renderer shows HTML inside of Markdown as text, so none
//! is written: raised and lowered text becomes Unicode's or `x^(word)`, keys become code.

mod escape;
mod inline;
mod math;
#[cfg(test)]
mod tests;

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_fragment};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

use crate::text;
use inline::{Inline, longest_run};

/// The address to write instead of one of the dump's, if it must be another.
pub type Links<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Elements nested deeper than this lose their markup but not their words. Our renderer shows a text with quotes and
/// lists deeper than this as it was written, all of it.
const DEEPEST: usize = 20;

/// The elements that the sites let authors write in the midst of their Markdown.
const ELEMENTS: &str = "a b blockquote br code dd del div dl dt em h1 h2 h3 h4 h5 h6 hr i img kbd li ol p pre s span strike strong sub \
                        sup table td th tr ul";

/// The elements that stand on lines of their own.
const BLOCKS: &str = "address article aside blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 \
                      header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul";

/// Converts the HTML of a post.
pub fn to_markdown(html: &str, links: &Links<'_>) -> String {
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let dom = parse_fragment(RcDom::default(), ParseOpts::default(), context, Vec::new(), false).one(html);
    let document = dom.document.children.borrow();
    let Some(root) = document.first() else { return String::new() };
    Blocks { links, depth: 0, tight: false }.render(&root.children.borrow())
}

/// Whether Markdown contains HTML, which its author saw rendered and our readers would see as text.
pub fn occurs_in(markdown: &str) -> bool {
    let masked = text::mask(markdown.as_bytes());
    markdown.match_indices('<').filter(|(at, _)| !masked[*at]).any(|(at, _)| {
        let inside = &markdown[at + 1..];
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        let name = &inside[..inside.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(inside.len())];
        let closes = inside[name.len()..].starts_with(['>', '/', ' ', '\t', '\n']);
        inside.starts_with("!--") || (closes && ELEMENTS.split(' ').any(|tag| tag.eq_ignore_ascii_case(name)))
    })
}

/// What a piece of block-level Markdown is, as far as its neighbours care.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Paragraph,
    /// With the sign after its number or in its place: two lists in a row need different ones.
    List(char),
    Other,
}

/// Renders blocks of one level.
#[derive(Clone, Copy)]
struct Blocks<'a> {
    links: &'a Links<'a>,
    depth: usize,
    /// Inside of a list without space between its items.
    tight: bool,
}

impl Blocks<'_> {
    fn render(&self, nodes: &[Handle]) -> String {
        let mut out = String::new();
        let mut last = None;
        for run in nodes.chunk_by(|a, b| !holds_blocks(a) && !holds_blocks(b)) {
            let (block, kind) = self.block(run, last);
            if block.is_empty() {
                continue;
            }
            match last {
                None => {}
                // Only a paragraph ends by itself where something else begins.
                Some(Kind::Paragraph) if self.tight && kind != Kind::Paragraph => out.push('\n'),
                Some(_) => out.push_str("\n\n"),
            }
            out.push_str(&block);
            last = Some(kind);
        }
        out
    }

    /// One block-level element, or a run of what stands between such elements.
    fn block(&self, run: &[Handle], previous: Option<Kind>) -> (String, Kind) {
        let node = &run[0];
        let children = node.children.borrow();
        if self.depth >= DEEPEST {
            return (self.inline().render(run), Kind::Paragraph);
        }
        match tag(node) {
            _ if !holds_blocks(node) => (self.inline().render(run), Kind::Paragraph),
            "p" | "dt" | "summary" | "caption" => (self.inline().render(&children), Kind::Paragraph),
            "ul" => self.list(&children, None, if previous == Some(Kind::List('-')) { '*' } else { '-' }),
            "ol" => {
                let start = attribute(node, "start").and_then(|start| start.parse::<u16>().ok()).unwrap_or(1);
                self.list(&children, Some(start), if previous == Some(Kind::List('.')) { ')' } else { '.' })
            }
            "pre" => (code_block(node), Kind::Other),
            "blockquote" => (prefixed(&self.deeper(false).render(&children), "> "), Kind::Other),
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => (self.heading(node), Kind::Other),
            "hr" => ("***".to_owned(), Kind::Other),
            "table" => (self.table(node), Kind::Other),
            _ => (self.deeper(self.tight).render(&children), Kind::Other),
        }
    }

    fn inline(&self) -> Inline<'_> {
        Inline::new(self.links, self.depth)
    }

    fn deeper(&self, tight: bool) -> Self {
        Self { depth: self.depth + 1, tight, ..*self }
    }

    fn heading(&self, node: &Handle) -> String {
        let mut text = self.inline().on_one_line().render(&node.children.borrow());
        // Signs at the end would be taken for decoration.
        if text.trim_end_matches('#').len() < text.len() {
            text.insert(text.trim_end_matches('#').len(), '\\');
        }
        let level = tag(node)[1..].parse().unwrap_or(1);
        if text.is_empty() { text } else { format!("{} {text}", "#".repeat(level)) }
    }

    /// A list whose items carry numbers from `start`, or none, and `sign`.
    fn list(&self, children: &[Handle], start: Option<u16>, sign: char) -> (String, Kind) {
        let items: Vec<&Handle> = children.iter().filter(|node| !tag(node).is_empty()).collect();
        let is_spaced = |item: &Handle| item.children.borrow().iter().any(|node| tag(node) == "p");
        let tight = !items.iter().any(|item| is_spaced(item));
        let items = items.iter().enumerate().map(|(index, item)| {
            let marker = start.map_or_else(|| format!("{sign} "), |start| format!("{}{sign} ", usize::from(start) + index));
            // Whatever is not an item, though it stands in a list, is shown as one.
            let content = match tag(item) {
                "li" => self.deeper(tight).render(&item.children.borrow()),
                _ => self.deeper(tight).render(std::slice::from_ref(item)),
            };
            let indented = prefixed(&content, &" ".repeat(marker.len()));
            let content = indented.get(marker.len()..).unwrap_or_default();
            format!("{marker}{content}").trim_end_matches(' ').to_owned()
        });
        let text = items.collect::<Vec<_>>().join(if tight { "\n" } else { "\n\n" });
        (text, Kind::List(sign))
    }

    /// A table. Its first row is the head, because Markdown knows no table without one.
    fn table(&self, table: &Handle) -> String {
        let is_cell = |node: &&Handle| matches!(tag(node), "td" | "th");
        let cells = |row: &Handle| row.children.borrow().iter().filter(is_cell).cloned().collect::<Vec<_>>();
        let rows: Vec<Vec<Handle>> = descendants(table, "tr").iter().map(cells).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let Some(head) = rows.first().filter(|_| columns > 0) else { return String::new() };
        let line = |row: &[Handle], text: &dyn Fn(Option<&Handle>) -> String| {
            let texts: Vec<String> = (0..columns).map(|column| text(row.get(column))).collect();
            format!("| {} |", texts.join(" | "))
        };
        let content = |cell: Option<&Handle>| cell.map(|cell| self.inline().in_cell().render(&cell.children.borrow())).unwrap_or_default();
        let mut lines: Vec<String> = rows.iter().map(|row| line(row, &content)).collect();
        lines.insert(1, line(head, &|cell| cell.map_or("---", alignment).to_owned()));
        lines.join("\n")
    }
}

/// The row under a table's head says how its columns are aligned.
fn alignment(cell: &Handle) -> &'static str {
    let style = attribute(cell, "style").or_else(|| attribute(cell, "align")).unwrap_or_default();
    match style.rsplit([':', ' ']).next().map(|value| value.trim_end_matches(';')) {
        Some("left") => ":--",
        Some("center") => ":-:",
        Some("right") => "--:",
        _ => "---",
    }
}

/// A fenced block with the text of `pre`, and its language where one is named.
fn code_block(pre: &Handle) -> String {
    let text = text_of(pre);
    let code = text.strip_suffix('\n').unwrap_or(&text);
    let children = pre.children.borrow();
    let language = std::iter::once(pre).chain(children.iter()).find_map(language).unwrap_or_default();
    let fence = "`".repeat(3.max(longest_run(code, '`') + 1));
    format!("{fence}{language}\n{code}\n{fence}")
}

/// The language in a class such as `lang-py` or `language-py`.
fn language(node: &Handle) -> Option<String> {
    let class = attribute(node, "class")?;
    let name = class.split_ascii_whitespace().find_map(|class| class.strip_prefix("lang-").or_else(|| class.strip_prefix("language-")))?;
    let is_name = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#' | b'-' | b'_' | b'.'));
    (is_name && !matches!(name, "" | "none" | "default")).then(|| name.to_owned())
}

/// Puts `prefix` before every line. An empty line gets it without the space at its end.
fn prefixed(text: &str, prefix: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = |line: &str| if line.is_empty() { prefix.trim_end().to_owned() } else { format!("{prefix}{line}") };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The tag of an element; empty for anything else.
fn tag(node: &Handle) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "",
    }
}

fn attribute(node: &Handle, name: &str) -> Option<String> {
    match &node.data {
        NodeData::Element { attrs, .. } => attrs.borrow().iter().find(|a| &*a.name.local == name).map(|a| a.value.to_string()),
        _ => None,
    }
}

/// All text inside of `node`, however deep, with its line breaks.
fn text_of(node: &Handle) -> String {
    let mut text = String::new();
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        match &node.data {
            NodeData::Text { contents } => text.push_str(&contents.borrow()),
            _ if tag(&node) == "br" => text.push('\n'),
            _ => stack.extend(node.children.borrow().iter().rev().cloned()),
        }
    }
    text
}

/// The elements of that name inside of `node`, not looking into those found.
fn descendants(node: &Handle, name: &str) -> Vec<Handle> {
    let mut found = Vec::new();
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        if tag(&node) == name {
            found.push(node);
        } else {
            stack.extend(node.children.borrow().iter().rev().cloned());
        }
    }
    found
}

/// Whether a node is a block or has one inside of it: emphasis around a code block gives way to the block.
fn holds_blocks(node: &Handle) -> bool {
    let mut stack = vec![node.clone()];
    while let Some(node) = stack.pop() {
        if is_block(tag(&node)) {
            return true;
        }
        stack.extend(node.children.borrow().iter().cloned());
    }
    false
}

fn is_block(tag: &str) -> bool {
    BLOCKS.split(' ').any(|block| block == tag)
}
