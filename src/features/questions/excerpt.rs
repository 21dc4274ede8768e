//! Excerpts of Markdown texts, cut between blocks.
//!
//! They are cut by lines and not by a Markdown parser: the UI renders the excerpt, so an imperfect
//! cut only looks less tidy.

use crate::core::text;

/// The largest number of characters in an excerpt.
const LENGTH: usize = 1_000;

/// The same on a card, which shows two lines of it.
const CARD_LENGTH: usize = 500;

/// Cuts `text` to at most 1,000 characters. Also returns whether it cut anything.
pub fn excerpt(text: &str) -> (String, bool) {
    cut(text, LENGTH)
}

/// Cuts `text` to at most 500 characters, for a card. Also returns whether it cut anything.
pub fn card_excerpt(text: &str) -> (String, bool) {
    cut(text, CARD_LENGTH)
}

/// Cuts `text` to at most `length` characters: after the last block that fits completely if that fills half of them, else
/// after the last line, else after the last word. Closes a code block and parts that fold that it cuts, and appends the
/// link reference definitions that the excerpt uses. Also returns whether it cut anything.
fn cut(text: &str, length: usize) -> (String, bool) {
    // A character takes at least one byte.
    if text.len() <= length {
        return (text.to_owned(), false);
    }
    let Some((end, _)) = text.char_indices().nth(length) else {
        return (text.to_owned(), false);
    };
    let head = &text[..end];
    let mut fence = None;
    let mut block_end = None;
    let mut line_end = None;
    let mut offset = 0;
    for line in head.split_inclusive('\n') {
        offset += line.len();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.trim_start().starts_with(mark));
        match (fence, mark) {
            (None, Some(open)) => fence = Some(open),
            (Some(open), Some(close)) if open == close => fence = None,
            _ => {}
        }
        if line.ends_with('\n') {
            line_end = Some((offset, fence));
            if fence.is_none() && line.trim().is_empty() {
                block_end = Some((offset, None));
            }
        }
    }
    let word_end = head.rfind(' ').map(|at| (at, fence));
    let fills_half = |(at, _): &(usize, Option<&str>)| *at >= head.len() / 2;
    let found = block_end.filter(fills_half).or(line_end.filter(fills_half));
    let (end, open) = found.or(word_end).unwrap_or((end, fence));
    let end = before_table(text, before_formula(text, end));
    let mut cut = text[..end].trim_end().to_owned();
    if let Some(fence) = open {
        cut.push('\n');
        cut.push_str(fence);
    }
    for _ in 0..text::unclosed_folds(&cut) {
        cut.push_str("\n\n</details>");
    }
    let definitions = definitions(&cut, &text[end..]);
    if !definitions.is_empty() {
        cut.push_str("\n\n");
        cut.push_str(&definitions.join("\n"));
    }
    (cut, true)
}

/// Returns `end`, or the start of the formula that a cut at `end` would leave unfinished.
fn before_formula(text: &str, end: usize) -> usize {
    // No formula is longer.
    let reach = text[end..].char_indices().nth(2 * LENGTH + 4);
    let near = &text[..reach.map_or(text.len(), |(at, _)| end + at)];
    if !near[..end].contains('$') {
        return end;
    }
    text::formulas(near, &text::mask_code(near))
        .iter()
        .find(|formula| (1..end).contains(&formula.start) && formula.end > end)
        .map_or(end, |formula| formula.start)
}

/// Returns `end`, or the start of a table that a cut at `end` would leave without the line below its first row. Without
/// that line it is no table.
fn before_table(text: &str, end: usize) -> usize {
    let line_start = |at: usize| text[..at].rfind('\n').map_or(0, |at| at + 1);
    let last = line_start(text[..end].trim_end().len());
    let mut lines = text[last..].lines();
    let (line, next) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    let start = if line.contains('|') && is_below_head(next) {
        last
    } else if is_below_head(line) && end < last + line.len() {
        line_start(last.saturating_sub(1))
    } else {
        end
    };
    if start == 0 { end } else { start }
}

/// Returns whether a line is like the one below the first row of a table: `|---|--:|`.
fn is_below_head(line: &str) -> bool {
    let is_allowed = |c| matches!(c, '|' | '-' | ':' | '>' | ' ' | '\t');
    line.contains('|') && line.contains('-') && line.chars().all(is_allowed)
}

/// Returns the link reference definitions (`[name]: address`) that `excerpt` uses, up to [`LENGTH`]
/// bytes in total.
fn definitions<'t>(excerpt: &str, rest: &'t str) -> Vec<&'t str> {
    let excerpt = excerpt.to_lowercase();
    let is_used = |line: &&str| {
        let name = line
            .trim_start()
            .strip_prefix('[')
            .and_then(|line| line.split_once("]:"));
        name.is_some_and(|(name, _)| excerpt.contains(&format!("[{}]", name.to_lowercase())))
    };
    let mut remaining = LENGTH;
    let fits = |line: &&str| {
        let length = line.len() + 1;
        let fits = length <= remaining;
        remaining = remaining.saturating_sub(length);
        fits
    };
    rest.lines().filter(is_used).take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_that_folds_is_closed() {
        let long = "word ".repeat(150);
        let text = format!("<details>\n<summary>More</summary>\n\n{long}\n\n{long}\n\n</details>");
        let (cut, _) = excerpt(&text);
        assert!(cut.ends_with("word\n\n</details>"), "{cut}");
        let closed = format!("<details>\na\n</details>\n\n```\n<details>\n```\n\n{long}\n\n{long}");
        assert!(excerpt(&closed).0.ends_with("word"));
    }

    #[test]
    fn an_excerpt_ends_at_the_end_of_a_block() {
        assert_eq!(excerpt("short"), ("short".to_owned(), false));
        let long = "word ".repeat(300);
        let first = "first ".repeat(100);
        let of_blocks = excerpt(&format!("{first}\n\nsecond\n\nthird\n{long}")).0;
        assert!(of_blocks.ends_with("first \n\nsecond"), "{of_blocks}");
        let of_lines = excerpt(&format!("{first}\nsecond\n{long}")).0;
        assert!(of_lines.ends_with("first \nsecond"), "{of_lines}");
        let cut = excerpt(&format!("a title\n\n{long}")).0;
        assert!(cut.len() > LENGTH / 2, "not only the title: {cut}");
        assert!(card_excerpt(&long).0.len() <= CARD_LENGTH);
        assert!(excerpt(&long).0.ends_with("word"));
        assert_eq!(excerpt(&"x".repeat(2_000)).0.len(), LENGTH);
        assert_eq!(
            excerpt(&"\u{1f40e}".repeat(2_000)).0.chars().count(),
            LENGTH
        );
        let code = format!(
            "```rust\nfn main() {{}}\n\n{}\n",
            "let x = 1;\n".repeat(200)
        );
        let (cut, truncated) = excerpt(&code);
        assert!(
            truncated && cut.starts_with("```rust\n") && cut.ends_with("let x = 1;\n```"),
            "{cut}"
        );
    }

    #[test]
    fn an_excerpt_cuts_no_table_above_its_first_rows() {
        let rows = "| 1 | 2 |\n".repeat(200);
        let before = |length: usize| format!("{}\n", "x".repeat(length));
        for length in 960..1_000 {
            let text = format!("{}| head | head |\n| ---- | ---- |\n{rows}", before(length));
            let (cut, _) = excerpt(&text);
            let has_table = cut.contains("| ---- | ---- |");
            assert!(has_table || !cut.contains('|'), "{length}: {cut}");
        }
        let (cut, _) = excerpt(&format!("| head | head |\n|---|---|\n{rows}"));
        assert!(cut.ends_with("| 1 | 2 |"), "{cut}");
    }

    #[test]
    fn an_excerpt_cuts_no_formula() {
        let long = "\\alpha + ".repeat(150);
        assert_eq!(excerpt(&format!("short ${long}1$ end")).0, "short");
        let lines = format!("short\n$$\n{}$$", "\\alpha\n".repeat(200));
        assert_eq!(excerpt(&lines).0, "short");
        let money = format!("it costs $5 {}$6", "or ".repeat(500));
        assert!(excerpt(&money).0.ends_with("or"), "money is no formula");
    }

    #[test]
    fn an_excerpt_keeps_the_link_definitions_it_uses() {
        let long = "word ".repeat(300);
        let first = "first ".repeat(100);
        let text = format!(
            "{first}[the manual][1] and [Notes].\n\n{long}\n\n  [1]: https://a.example\n[2]: https://b.example\n[notes]: https://c.example"
        );
        let expected = format!(
            "{first}[the manual][1] and [Notes].\n\n  [1]: https://a.example\n[notes]: https://c.example"
        );
        assert_eq!(excerpt(&text).0, expected);
        let many: String = (0..500)
            .map(|number| format!("\n[{number}]: https://a.example/{number}"))
            .collect();
        let used: String = (0..200).map(|number| format!("[{number}]")).collect();
        let cut = excerpt(&format!("{used}\n\n{long}{many}")).0;
        assert!(cut.contains("\n[20]: ") && cut.len() < 2 * LENGTH, "{cut}");
    }
}
