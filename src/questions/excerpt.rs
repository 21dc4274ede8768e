//! The beginning of a Markdown text, cut where a block ends.

/// Characters in an excerpt.
const LENGTH: usize = 1_000;

/// Cuts `text` to at most [`LENGTH`] characters: after the last block that fits whole, else after the last line,
/// else after the last word. A code block that is cut is closed, and what links in it refer to by name is added from the
/// rest. Tells whether anything was cut.
pub fn excerpt(text: &str) -> (String, bool) {
    // A character takes a byte at least.
    if text.len() <= LENGTH {
        return (text.to_owned(), false);
    }
    let Some((end, _)) = text.char_indices().nth(LENGTH) else { return (text.to_owned(), false) };
    let head = &text[..end];
    let mut fence = None;
    let mut block_end = None;
    let mut line_end = None;
    let mut at = 0;
    for line in head.split_inclusive('\n') {
        at += line.len();
        let mark = ["```", "~~~"].into_iter().find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(open)) => fence = Some(open),
            (Some(open), Some(close)) if open == close => fence = None,
            _ => {}
        }
        if line.ends_with('\n') {
            line_end = Some((at, fence));
            if fence.is_none() && line.trim().is_empty() {
                block_end = Some((at, None));
            }
        }
    }
    let word_end = head.rfind(' ').map(|at| (at, fence));
    let (end, open) = block_end.or(line_end).or(word_end).unwrap_or((end, fence));
    let mut cut = text[..end].trim_end().to_owned();
    if let Some(fence) = open {
        cut.push('\n');
        cut.push_str(fence);
    }
    let definitions = definitions(&cut, &text[end..]);
    if !definitions.is_empty() {
        cut.push_str("\n\n");
        cut.push_str(&definitions.join("\n"));
    }
    (cut, true)
}

/// Of the lines `[name]: address`, those whose name `cut` uses, as far as they are no longer than an excerpt together.
fn definitions<'t>(cut: &str, rest: &'t str) -> Vec<&'t str> {
    let cut = cut.to_lowercase();
    let is_used = |line: &&str| {
        let name = line.trim_start().strip_prefix('[').and_then(|line| line.split_once("]:"));
        name.is_some_and(|(name, _)| cut.contains(&format!("[{}]", name.to_lowercase())))
    };
    let mut room = LENGTH;
    let has_room = |line: &&str| {
        let length = line.len() + 1;
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    };
    rest.lines().filter(is_used).take_while(has_room).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_ends_where_a_block_ends() {
        assert_eq!(excerpt("short"), ("short".to_owned(), false));
        let long = "word ".repeat(300);
        assert_eq!(excerpt(&format!("first\n\nsecond\n\n{long}")).0, "first\n\nsecond");
        assert_eq!(excerpt(&format!("first\nsecond\n{long}")).0, "first\nsecond");
        assert!(excerpt(&long).0.ends_with("word"));
        assert_eq!(excerpt(&"x".repeat(2_000)).0.len(), LENGTH);
        assert_eq!(excerpt(&"\u{1f40e}".repeat(2_000)).0.chars().count(), LENGTH);
        let code = format!("```rust\nfn main() {{}}\n\n{}\n", "let x = 1;\n".repeat(200));
        let (cut, truncated) = excerpt(&code);
        assert!(truncated && cut.starts_with("```rust\n") && cut.ends_with("let x = 1;\n```"), "{cut}");
    }

    #[test]
    fn links_by_name_lead_where_they_lead_in_the_whole() {
        let long = "word ".repeat(300);
        let text = format!(
            "See [the manual][1] and [Notes].\n\n{long}\n\n  [1]: https://a.example\n[2]: https://b.example\n[notes]: https://c.example"
        );
        assert_eq!(excerpt(&text).0, "See [the manual][1] and [Notes].\n\n  [1]: https://a.example\n[notes]: https://c.example");
        let many: String = (0..500).map(|number| format!("\n[{number}]: https://a.example/{number}")).collect();
        let used: String = (0..100).map(|number| format!("[{number}]")).collect();
        let cut = excerpt(&format!("{used}\n\n{long}{many}")).0;
        assert!(cut.contains("\n[20]: ") && cut.len() < 2 * LENGTH, "{cut}");
    }
}
