//! Finds the elements that a text may contain as HTML: a key (`<kbd>Ctrl</kbd>`), and text below and above the line.
//! They have no attributes and a closing tag. The UI has the same rule (`ui/src/components/markdown/pairedTag.ts`).

use std::collections::HashMap;
use std::ops::Range;

const NAMES: [&str; 3] = ["kbd", "sub", "sup"];

/// The tags of an element: its name, where its content begins, and where its closing tag is.
pub struct Tags {
    pub name: &'static str,
    pub inside: usize,
    pub closing: Range<usize>,
}

/// Returns the elements in a text by their starts. They are not empty. `is_text` says whether a place is running text.
/// Takes linear time.
pub fn tags(text: &str, is_text: impl Fn(usize) -> bool) -> HashMap<usize, Tags> {
    let mut found = HashMap::new();
    if !text.contains("</") {
        return found;
    }
    let mut open: [Vec<usize>; 3] = Default::default();
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let (rest, is_closing) = match rest.strip_prefix('/') {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let names = NAMES.iter().zip(&mut open);
        let is_tag = |name: &str| {
            rest.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('>'))
        };
        let Some((name, open)) = names.into_iter().find(|(name, _)| is_tag(name)) else {
            continue;
        };
        if !is_text(at) {
            continue;
        }
        if !is_closing {
            open.push(at);
        } else if let Some(start) = open.pop() {
            let inside = start + name.len() + "<>".len();
            let closing = at..at + name.len() + "</>".len();
            if inside < closing.start {
                found.insert(
                    start,
                    Tags {
                        name,
                        inside,
                        closing,
                    },
                );
            }
        }
    }
    found
}
