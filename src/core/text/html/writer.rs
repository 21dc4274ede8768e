//! Writes HTML. A tag or an attribute can only be one of the constants that the callers name; text and values are
//! escaped, and each element that was opened is closed.

use crate::core::text::mentions::name_at;

/// Finds the member with a name, and returns how they write it.
pub type FindMember<'a> = &'a dyn Fn(&str) -> Option<String>;

/// HTML in the form in which browsers return it (`innerHTML`).
pub struct Writer<'a> {
    html: String,
    /// The text node that is being written.
    node: String,
    /// The open elements, with whether nobody is mentioned in them.
    open: Vec<(&'static str, bool)>,
    /// Where the attributes of the open items and quotations end that contain no letter yet.
    undirected: Vec<usize>,
    /// Where the attributes of those end that are written from right to left.
    right_to_left: Vec<usize>,
    find_member: FindMember<'a>,
    /// The path prefix of the site.
    base: &'a str,
}

impl<'a> Writer<'a> {
    pub fn new(find_member: FindMember<'a>, base: &'a str) -> Self {
        Self {
            html: String::new(),
            node: String::new(),
            open: Vec::new(),
            undirected: Vec::new(),
            right_to_left: Vec::new(),
            find_member,
            base,
        }
    }

    /// Writes text.
    pub fn text(&mut self, text: &str) {
        self.node.push_str(text);
    }

    /// Writes an opening tag with attributes and their values.
    pub fn open(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) {
        self.start(tag, attributes);
        self.open.push((tag, is_quiet(tag, attributes)));
    }

    /// Writes a tag without content.
    pub fn empty(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) {
        self.start(tag, attributes);
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        self.end_node();
        if let Some((tag, _)) = self.open.pop() {
            self.html.extend(["</", tag, ">"]);
            if is_directed(tag) {
                self.undirected.pop();
            }
        }
    }

    /// Closes the elements that were opened last, until only as many are open.
    pub fn close_all_but(&mut self, count: usize) {
        while self.open.len() > count {
            self.close();
        }
    }

    /// Writes HTML that another writer has written.
    pub(super) fn insert(&mut self, html: &str) {
        self.end_node();
        self.html.push_str(html);
    }

    /// Writes an element with text only.
    pub fn element(&mut self, tag: &'static str, attributes: &[(&'static str, &str)], text: &str) {
        self.open(tag, attributes);
        self.text(text);
        self.close();
    }

    /// Returns whether a link is open: links do not nest.
    pub fn is_in_link(&self) -> bool {
        self.open.iter().any(|&(tag, _)| tag == "a")
    }

    /// Returns the HTML. Closes what is open.
    pub fn finish(mut self) -> String {
        self.close_all_but(0);
        self.end_node();
        if self.right_to_left.is_empty() {
            return self.html;
        }
        self.right_to_left.sort_unstable();
        let mut directed = String::with_capacity(self.html.len() + 10 * self.right_to_left.len());
        let mut done = 0;
        for at in self.right_to_left {
            directed.extend([&self.html[done..at], " dir=\"rtl\""]);
            done = at;
        }
        directed + &self.html[done..]
    }

    fn start(&mut self, tag: &'static str, attributes: &[(&'static str, &str)]) {
        self.end_node();
        self.html.extend(["<", tag]);
        for (name, value) in attributes {
            self.html.extend([" ", name, "=\""]);
            escape(&mut self.html, value, true);
            self.html.push('"');
        }
        if is_directed(tag) {
            self.undirected.push(self.html.len());
        }
        self.html.push('>');
    }

    /// Writes the text node, in which names of members are links.
    fn end_node(&mut self) {
        let node = std::mem::take(&mut self.node);
        self.direct(&node);
        let mut done = 0;
        if !self.open.iter().any(|&(_, is_quiet)| is_quiet) {
            for (at, _) in node.match_indices('@') {
                let Some(written) = name_at(&node, at).filter(|_| at >= done) else {
                    continue;
                };
                if let Some(name) = (self.find_member)(written) {
                    escape(&mut self.html, &node[done..=at], false);
                    let profile = format!("{}/user/{name}", self.base);
                    self.html.push_str("<a href=\"");
                    escape(&mut self.html, &profile, true);
                    self.html.push_str("\"><bdi>");
                    escape(&mut self.html, &name, false);
                    self.html.push_str("</bdi></a>");
                    done = at + 1 + written.len();
                }
            }
        }
        escape(&mut self.html, &node[done..], false);
    }

    /// Gives open items and quotations the direction of their first letter.
    fn direct(&mut self, node: &str) {
        if self.undirected.is_empty() {
            return;
        }
        let is_rtl = |c: char| ('\u{590}'..='\u{8ff}').contains(&c);
        if let Some(first) = node.chars().find(|&c| is_rtl(c) || c.is_alphabetic()) {
            if is_rtl(first) {
                self.right_to_left.append(&mut self.undirected);
            }
            self.undirected.clear();
        }
    }
}

/// Returns whether an element has the direction of its first letter: the sign of an item and the line of a quotation are
/// where the text begins.
fn is_directed(tag: &str) -> bool {
    matches!(tag, "li" | "blockquote")
}

/// Returns whether nobody is mentioned in an element: code, formulas and links.
fn is_quiet(tag: &str, attributes: &[(&str, &str)]) -> bool {
    let is_formula = |(name, value): &(&str, &str)| *name == "class" && value.starts_with("math");
    matches!(tag, "a" | "code" | "pre") || attributes.iter().any(is_formula)
}

fn escape(html: &mut String, text: &str, is_value: bool) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\u{a0}']) {
        let c = rest[at..].chars().next().unwrap_or_default();
        html.push_str(&rest[..at]);
        html.push_str(match c {
            '&' => "&amp;",
            '<' => "&lt;",
            '>' => "&gt;",
            '"' if is_value => "&quot;",
            '"' => "\"",
            _ => "&nbsp;",
        });
        rest = &rest[at + c.len_utf8()..];
    }
    html.push_str(rest);
}
