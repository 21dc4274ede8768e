//! Converts block elements: paragraphs, lists, quotes, code blocks, headings, tables.

use markup5ever_rcdom::Handle;

use super::dom::{MAX_DEPTH, attribute, descendants, holds_blocks, tag, text_of};
use super::escape::longest_run;
use super::inline::{Inline, LinkMap};

/// The kind of a block, which determines the separation from its neighbours.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Paragraph,
    /// A list with its delimiter: the bullet, or the character after the number. Two consecutive
    /// lists need different ones.
    List(char),
    Other,
}

/// Converts the blocks of one level.
#[derive(Clone, Copy)]
pub(super) struct Blocks<'a> {
    links: &'a LinkMap<'a>,
    depth: usize,
    /// Inside a list without blank lines between its items.
    tight: bool,
}

impl<'a> Blocks<'a> {
    pub fn new(links: &'a LinkMap<'a>) -> Self {
        Self {
            links,
            depth: 0,
            tight: false,
        }
    }

    /// Converts nodes to Markdown.
    pub fn render(&self, nodes: &[Handle]) -> String {
        let mut out = String::new();
        let mut last = None;
        for run in nodes.chunk_by(|a, b| !holds_blocks(a) && !holds_blocks(b)) {
            let (block, kind) = self.block(run, last);
            if block.is_empty() {
                continue;
            }
            match last {
                None => {}
                // In a tight list, only a paragraph ends without a blank line before another kind
                // of block.
                Some(Kind::Paragraph) if self.tight && kind != Kind::Paragraph => out.push('\n'),
                Some(_) => out.push_str("\n\n"),
            }
            out.push_str(&block);
            last = Some(kind);
        }
        out
    }

    /// Converts one block element, or a run of inline nodes between blocks.
    fn block(&self, run: &[Handle], previous: Option<Kind>) -> (String, Kind) {
        let node = &run[0];
        let children = node.children.borrow();
        if self.depth >= MAX_DEPTH {
            return (self.inline().render(run), Kind::Paragraph);
        }
        match tag(node) {
            _ if !holds_blocks(node) => (self.inline().render(run), Kind::Paragraph),
            "p" | "dt" | "summary" | "caption" => {
                (self.inline().render(&children), Kind::Paragraph)
            }
            "ul" => self.list(
                &children,
                None,
                if previous == Some(Kind::List('-')) {
                    '*'
                } else {
                    '-'
                },
            ),
            "ol" => {
                let start = attribute(node, "start")
                    .and_then(|start| start.parse::<u16>().ok())
                    .unwrap_or(1);
                self.list(
                    &children,
                    Some(start),
                    if previous == Some(Kind::List('.')) {
                        ')'
                    } else {
                        '.'
                    },
                )
            }
            "pre" => (code_block(node), Kind::Other),
            "blockquote" => {
                let is_spoiler = attribute(node, "class").as_deref() == Some("spoiler");
                let sign = if is_spoiler { ">! " } else { "> " };
                (
                    prefixed(&self.deeper(false).render(&children), sign),
                    Kind::Other,
                )
            }
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
        Self {
            depth: self.depth + 1,
            tight,
            ..*self
        }
    }

    fn heading(&self, node: &Handle) -> String {
        let mut text = self.inline().on_one_line().render(&node.children.borrow());
        // Markdown ignores unescaped `#` at the end of a heading.
        if text.trim_end_matches('#').len() < text.len() {
            text.insert(text.trim_end_matches('#').len(), '\\');
        }
        let level = tag(node)[1..].parse().unwrap_or(1);
        if text.is_empty() {
            text
        } else {
            format!("{} {text}", "#".repeat(level))
        }
    }

    /// Converts a list. `start` is the first number of an ordered list, and `delimiter` the bullet
    /// or the character after the number.
    fn list(&self, children: &[Handle], start: Option<u16>, delimiter: char) -> (String, Kind) {
        let items: Vec<&Handle> = children
            .iter()
            .filter(|node| !tag(node).is_empty())
            .collect();
        let is_spaced = |item: &Handle| item.children.borrow().iter().any(|node| tag(node) == "p");
        let tight = !items.iter().any(|item| is_spaced(item));
        let items = items.iter().enumerate().map(|(index, item)| {
            let marker = start.map_or_else(
                || format!("{delimiter} "),
                |start| format!("{}{delimiter} ", usize::from(start) + index),
            );
            // Other elements in a list become items.
            let content = match tag(item) {
                "li" => self.deeper(tight).render(&item.children.borrow()),
                _ => self.deeper(tight).render(std::slice::from_ref(item)),
            };
            let indented = prefixed(&content, &" ".repeat(marker.len()));
            let content = indented.get(marker.len()..).unwrap_or_default();
            format!("{marker}{content}")
                .trim_end_matches(' ')
                .to_owned()
        });
        let text = items
            .collect::<Vec<_>>()
            .join(if tight { "\n" } else { "\n\n" });
        (text, Kind::List(delimiter))
    }

    /// Converts a table. Its first row becomes the header, which Markdown requires.
    fn table(&self, table: &Handle) -> String {
        let is_cell = |node: &&Handle| matches!(tag(node), "td" | "th");
        let cells = |row: &Handle| {
            row.children
                .borrow()
                .iter()
                .filter(is_cell)
                .cloned()
                .collect::<Vec<_>>()
        };
        let rows: Vec<Vec<Handle>> = descendants(table, "tr").iter().map(cells).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let Some(head) = rows.first().filter(|_| columns > 0) else {
            return String::new();
        };
        let line = |row: &[Handle], text: &dyn Fn(Option<&Handle>) -> String| {
            let texts: Vec<String> = (0..columns).map(|column| text(row.get(column))).collect();
            format!("| {} |", texts.join(" | "))
        };
        let content = |cell: Option<&Handle>| {
            cell.map(|cell| self.inline().in_cell().render(&cell.children.borrow()))
                .unwrap_or_default()
        };
        let mut lines: Vec<String> = rows.iter().map(|row| line(row, &content)).collect();
        lines.insert(
            1,
            line(head, &|cell| cell.map_or("---", alignment).to_owned()),
        );
        lines.join("\n")
    }
}

/// Returns the cell that sets the alignment of a column.
fn alignment(cell: &Handle) -> &'static str {
    let style = attribute(cell, "style")
        .or_else(|| attribute(cell, "align"))
        .unwrap_or_default();
    match style
        .rsplit([':', ' '])
        .next()
        .map(|value| value.trim_end_matches(';'))
    {
        Some("left") => ":--",
        Some("center") => ":-:",
        Some("right") => "--:",
        _ => "---",
    }
}

/// Converts `pre` to a fenced code block, with its language if there is one.
fn code_block(pre: &Handle) -> String {
    let text = text_of(pre);
    let code = text.strip_suffix('\n').unwrap_or(&text);
    let children = pre.children.borrow();
    let language = std::iter::once(pre)
        .chain(children.iter())
        .find_map(language)
        .unwrap_or_default();
    let fence = "`".repeat(3.max(longest_run(code, '`') + 1));
    format!("{fence}{language}\n{code}\n{fence}")
}

/// Returns the language in a class such as `lang-py` or `language-py`.
fn language(node: &Handle) -> Option<String> {
    let class = attribute(node, "class")?;
    let name = class.split_ascii_whitespace().find_map(|class| {
        class
            .strip_prefix("lang-")
            .or_else(|| class.strip_prefix("language-"))
    })?;
    let is_name = name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#' | b'-' | b'_' | b'.'));
    (is_name && !matches!(name, "" | "none" | "default")).then(|| name.to_owned())
}

/// Adds `prefix` to every line. An empty line gets it without trailing spaces.
fn prefixed(text: &str, prefix: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let line = |line: &str| {
        if line.is_empty() {
            prefix.trim_end().to_owned()
        } else {
            format!("{prefix}{line}")
        }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}
