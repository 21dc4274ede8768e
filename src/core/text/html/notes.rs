//! The footnotes of a text: `[^name]` in a line, and `[^name]: text`. They are at the end, numbered by their first
//! references; those without one are the last. The UI has the same rule (`ui/src/components/markdown/footnotes.ts`).

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use super::writer::Writer;

/// The footnotes of a text that have been read.
#[derive(Default)]
pub struct Notes {
    /// The number of each footnote that has a reference.
    numbers: HashMap<String, usize>,
    drawn: Vec<(String, String)>,
    /// The numbers of the footnotes whose first reference is written.
    cited: HashSet<usize>,
}

fn key(label: &str) -> String {
    let words: Vec<&str> = label.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

impl Notes {
    /// Returns the number of the footnote to which a reference leads.
    pub fn number(&mut self, label: &str) -> usize {
        let next = self.numbers.len() + 1;
        *self.numbers.entry(key(label)).or_insert(next)
    }

    /// Adds a footnote.
    pub fn add(&mut self, label: &str, html: String) {
        self.drawn.push((key(label), html));
    }

    /// Writes a reference. The ids of the text begin with `name`, unless it is empty.
    pub fn write_reference(&mut self, writer: &mut Writer<'_>, number: usize, name: &str) {
        let text = number.to_string();
        writer.open("sup", &[]);
        if writer.is_in_link() {
            writer.text(&text);
        } else {
            let address = format!("#{}", id(name, "note", number));
            let place = id(name, "ref", number);
            let label = format!("Footnote {number}");
            let mut attributes = vec![("class", "footnote"), ("href", &address)];
            if self.cited.insert(number) {
                attributes.push(("id", &place));
            }
            attributes.push(("aria-label", &label));
            writer.element("a", &attributes, &text);
        }
        writer.close();
    }

    /// Returns the HTML of the list of footnotes.
    pub fn finish(self, name: &str) -> String {
        let mut known = HashSet::new();
        let mut numbered = Vec::new();
        let mut rest = Vec::new();
        for (key, html) in self.drawn {
            match self.numbers.get(&key).filter(|_| known.insert(key.clone())) {
                Some(&number) => numbered.push((number, with_back_link(&html, number, name))),
                None => rest.push(html),
            }
        }
        numbered.sort_unstable_by_key(|&(number, _)| number);
        let items = numbered.into_iter().map(|(_, html)| html).chain(rest);
        let mut list = String::new();
        for (index, html) in items.enumerate() {
            let id = id(name, "note", index + 1);
            let _ = write!(list, "<li id=\"{id}\">\n{html}</li>\n");
        }
        if list.is_empty() {
            list
        } else {
            format!("<ol class=\"footnotes\">\n{list}</ol>\n")
        }
    }
}

/// Returns an id of a text.
fn id(name: &str, kind: &str, number: usize) -> String {
    let dash = if name.is_empty() { "" } else { "-" };
    format!("{name}{dash}{kind}-{number}")
}

/// Returns the HTML of a footnote with a link to its first reference, in its last paragraph if it ends with one.
fn with_back_link(html: &str, number: usize, name: &str) -> String {
    let mut link = Writer::new(&|_| None, "");
    let address = format!("#{}", id(name, "ref", number));
    let attributes = [
        ("class", "footnote-back"),
        ("href", address.as_str()),
        ("aria-label", "Back to the text"),
    ];
    link.element("a", &attributes, "↩");
    let link = link.finish();
    match html.strip_suffix("</p>\n") {
        Some(before) => format!("{before} {link}</p>\n"),
        None => format!("{html}{link}\n"),
    }
}
