//! The beginning of a Markdown text, cut where a block ends.

/// Characters in an excerpt.
const LENGTH: usize = 1_000;

/// Cuts `text` to at most [`LENGTH`] characters: after the last block that fits whole, else after the last line,
/// else after the last word. A code block that is cut is closed. Tells whether anything was cut.
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
    (cut, true)
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
}
