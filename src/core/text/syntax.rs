//! What texts contain beside CommonMark, in a form that the parser reads.
//!
//! The mark of a quotation that is more than that is removed; [`Quote`] says what it was (`quotes.ts` in the UI).
//!
//! The parser knows no part that folds (`<details>`), so its tags are replaced by blocks of the same length: a tag on a
//! line by a horizontal rule, and a summary by a heading. [`Fold`] says what a rule or heading stands for. The UI has
//! the same rules (`ui/src/components/markdown/details.ts`).

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A quotation that is more than that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Quote {
    /// A note, with its class and title: `> [!NOTE]` on the first line, as on GitHub.
    Note(&'static str, &'static str),
    /// A spoiler, as on Stack Exchange and Reddit: `>!`. Two vertical lines, as on Discord, are none: programs contain
    /// them.
    Spoiler,
}

const NOTES: [(&str, &str); 5] = [
    ("note", "Note"),
    ("tip", "Tip"),
    ("important", "Important"),
    ("warning", "Warning"),
    ("caution", "Caution"),
];

impl Quote {
    /// Returns what the quotation whose sign is at `at` is, if [`with_quotes`] has removed its mark.
    pub fn at(text: &str, source: &str, at: usize) -> Option<Self> {
        let line = text[at + 1..].split('\n').next().unwrap_or_default();
        let (mark, quote) = Self::mark(line)?;
        (source.as_bytes()[at + 1 + mark.start] == b' ').then_some(quote)
    }

    /// Returns the mark in the rest of a line after the sign of a quotation.
    fn mark(rest: &str) -> Option<(Range<usize>, Self)> {
        // `>![a](b)` is a picture.
        if rest.starts_with('!') && !rest.starts_with("![") {
            return Some((0..1, Self::Spoiler));
        }
        let written = rest.strip_prefix(' ').unwrap_or(rest);
        let start = rest.len() - written.len();
        let written = written.trim_end_matches([' ', '\t']);
        let name = written.strip_prefix("[!")?.strip_suffix(']')?;
        let (class, title) = NOTES
            .into_iter()
            .find(|(_, title)| title.eq_ignore_ascii_case(name))?;
        Some((start..start + written.len(), Self::Note(class, title)))
    }
}

/// A mark behind a sign of a quotation.
struct Marked {
    /// The place of the sign, and how many signs precede the mark in its line.
    sign: usize,
    depth: usize,
    mark: Range<usize>,
    quote: Quote,
}

/// Removes the marks of quotations in `source`, the text as the parser reads it: that of the first line, and those of the
/// other lines of a spoiler. Takes linear time.
pub fn with_quotes(text: &str, source: String) -> String {
    if !text.contains("[!") && !text.contains(">!") {
        return source;
    }
    let marked = marks(text);
    let without = |marks: &[&Marked]| {
        let mut bytes = source.clone().into_bytes();
        for marked in marks {
            bytes[marked.mark.clone()].fill(b' ');
        }
        String::from_utf8(bytes).unwrap_or_default()
    };
    let trial = without(&marked.iter().collect::<Vec<_>>());
    without(&effective(&trial, &marked))
}

/// Returns the length of what begins a footnote, if it begins a text: `[^name]:`.
fn footnote_mark(text: &str) -> Option<usize> {
    let label = text.strip_prefix("[^")?;
    let end = label.find(['[', ']'])?;
    label[end..].starts_with("]:").then_some(end + "[^]:".len())
}

/// Returns what looks like marks, in their order.
fn marks(text: &str) -> Vec<Marked> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        let mut depth = 0;
        let mut is_sign = false;
        let mut inside = 0;
        for (at, c) in line.char_indices() {
            if at < inside {
                continue;
            }
            if let Some(length) = footnote_mark(&line[at..]) {
                inside = at + length;
                continue;
            }
            let is_mark = c == '!' && is_sign;
            is_sign = c == '>';
            if is_sign {
                depth += 1;
                if let Some((mark, quote)) = Quote::mark(&line[at + 1..]) {
                    let after = start + at + 1;
                    found.push(Marked {
                        sign: start + at,
                        depth,
                        mark: after + mark.start..after + mark.end,
                        quote,
                    });
                }
            } else if !is_mark && !is_prefix(c) {
                break;
            }
        }
        start += line.len() + 1;
    }
    found
}

/// Returns the marks that begin a quotation, and those of the further lines of a spoiler. In `trial` all are removed.
fn effective<'m>(trial: &str, marked: &'m [Marked]) -> Vec<&'m Marked> {
    let mut at_depth: HashMap<usize, Vec<&Marked>> = HashMap::new();
    for mark in marked.iter().filter(|mark| mark.quote == Quote::Spoiler) {
        at_depth.entry(mark.depth).or_default().push(mark);
    }
    let mut found = Vec::new();
    let mut depth = 0;
    for (event, range) in Parser::new_ext(trial, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_)) => {
                depth += 1;
                let Ok(first) = marked.binary_search_by_key(&range.start, |mark| mark.sign) else {
                    continue;
                };
                let first = &marked[first];
                found.push(first);
                if first.quote == Quote::Spoiler
                    && let Some(others) = at_depth.get(&depth)
                {
                    let others = &others[others.partition_point(|mark| mark.sign <= first.sign)..];
                    let inside = others.iter().take_while(|mark| mark.sign < range.end);
                    found.extend(inside.copied());
                }
            }
            Event::End(TagEnd::BlockQuote(_)) => depth -= 1,
            _ => {}
        }
    }
    found
}

/// Returns whether a character may precede the text of a line: the signs of quotations and lists.
fn is_prefix(c: char) -> bool {
    " \t>-+*.)".contains(c) || c.is_ascii_digit()
}

/// What the parser reads beside CommonMark.
pub const EXTENSIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_FOOTNOTES);

/// A line with tags of a part that folds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fold {
    /// `<details>`, with its summary beside it or without.
    Opening {
        is_open: bool,
        has_summary: bool,
    },
    /// A summary on a line of its own.
    Summary,
    Closing,
}

impl Fold {
    /// Returns the tags that begin a text and are alone on their line.
    pub fn at(text: &str) -> Option<Self> {
        let line = text.split('\n').next().unwrap_or_default();
        let line = line.trim_end_matches([' ', '\t']);
        if line == "</details>" {
            return Some(Self::Closing);
        }
        if is_summary(line) {
            return Some(Self::Summary);
        }
        let rest = line.strip_prefix("<details")?;
        let (rest, is_open) = match rest.strip_prefix(" open>") {
            Some(rest) => (rest, true),
            None => (rest.strip_prefix('>')?, false),
        };
        let has_summary = is_summary(rest.trim_start_matches([' ', '\t']));
        (rest.is_empty() || has_summary).then_some(Self::Opening {
            is_open,
            has_summary,
        })
    }

    /// Replaces the tags of a line of this kind by what the parser reads.
    fn replace(self, line: &mut [u8]) {
        let has_text = matches!(
            self,
            Self::Summary
                | Self::Opening {
                    has_summary: true,
                    ..
                }
        );
        if !has_text {
            line.fill(b' ');
            line[..3].fill(b'*');
            return;
        }
        let find = |tag: &str| {
            let mut places = line.windows(tag.len());
            places.rposition(|place| place == tag.as_bytes())
        };
        let end = find("</summary>").unwrap_or(line.len());
        let first = line
            .windows("<summary>".len())
            .position(|place| place == b"<summary>");
        let start = first.unwrap_or_default() + "<summary>".len();
        line[end..].fill(b' ');
        line[..start].fill(b' ');
        line[0] = b'#';
    }
}

fn is_summary(line: &str) -> bool {
    line.strip_prefix("<summary>")
        .and_then(|line| line.strip_suffix("</summary>"))
        .is_some_and(|summary| !summary.is_empty())
}

/// Returns how many parts that fold a text leaves open, as its lines say.
pub fn unclosed_folds(text: &str) -> usize {
    let mut open: usize = 0;
    let mut fence = None;
    for line in text.lines().map(str::trim_start) {
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| line.starts_with(mark));
        match (fence, mark, Fold::at(line)) {
            (None, Some(_), _) => fence = mark,
            (Some(_), _, _) if fence == mark => fence = None,
            (None, None, Some(Fold::Opening { .. })) => open += 1,
            (None, None, Some(Fold::Closing)) => open = open.saturating_sub(1),
            _ => {}
        }
    }
    open
}

/// Replaces the tags of the parts of `text` that fold in `source`, the text as the parser reads it. Takes linear time.
pub fn with_folds(text: &str, source: String) -> String {
    if !text.contains("<details") || !text.contains("</details>") {
        return source;
    }
    let replaced = |lines: &[Range<usize>]| {
        let mut bytes = source.clone().into_bytes();
        for line in lines {
            if let Some(fold) = Fold::at(&text[line.clone()]) {
                bytes[line.clone()].copy_from_slice(text[line.clone()].as_bytes());
                fold.replace(&mut bytes[line.clone()]);
            }
        }
        String::from_utf8(bytes).unwrap_or_default()
    };
    let lines = lines_of(text, &source);
    let paired = paired(text, &replaced(&lines), &lines);
    replaced(&paired)
}

/// Returns whether the text of a line can begin after these characters.
fn is_in_front(before: &str) -> bool {
    let are_signs = |text: &str| text.chars().all(is_prefix);
    match before.find("[^") {
        Some(at) => {
            let length = footnote_mark(&before[at..]);
            are_signs(&before[..at])
                && length.is_some_and(|length| are_signs(&before[at + length..]))
        }
        None => are_signs(before),
    }
}

/// Returns the lines that look like tags of a part that folds, from the tag on.
fn lines_of(text: &str, source: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for line in text.split('\n') {
        let end = start + line.len();
        if let Some(tag) = line.find('<').map(|tag| start + tag)
            && is_in_front(&source[start..tag])
            && Fold::at(&text[tag..end]).is_some()
        {
            found.push(tag..end);
        }
        start = end + 1;
    }
    found
}

/// A line that opens a part, and the line of its summary.
struct Opening<'l> {
    line: &'l Range<usize>,
    summary: Option<&'l Range<usize>>,
}

/// Returns the lines that open and close parts in the same container, and their summaries.
fn paired(text: &str, source: &str, lines: &[Range<usize>]) -> Vec<Range<usize>> {
    let line_at = |at: usize| {
        let next = lines.partition_point(|line| line.start < at);
        lines.get(next).filter(|line| line.start == at)
    };
    // Those of each container around.
    let mut open: Vec<Vec<Opening<'_>>> = vec![Vec::new()];
    let mut paired = Vec::new();
    for (event, range) in Parser::new_ext(source, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::Item | Tag::FootnoteDefinition(_)) => {
                open.push(Vec::new());
            }
            Event::End(TagEnd::BlockQuote(_) | TagEnd::Item | TagEnd::FootnoteDefinition) => {
                open.pop();
            }
            Event::Rule | Event::Start(Tag::Heading { .. }) => {
                let (Some(line), Some(open)) = (line_at(range.start), open.last_mut()) else {
                    continue;
                };
                match Fold::at(&text[line.clone()]) {
                    Some(Fold::Opening { .. }) => open.push(Opening {
                        line,
                        summary: None,
                    }),
                    Some(Fold::Summary) => {
                        if let Some(Opening {
                            line: opening,
                            summary,
                        }) = open.last_mut()
                            && is_next(text, opening, line)
                        {
                            *summary = Some(line);
                        }
                    }
                    Some(Fold::Closing) => {
                        if let Some(opening) = open.pop() {
                            paired.extend([opening.line.clone(), line.clone()]);
                            paired.extend(opening.summary.cloned());
                        }
                    }
                    None => {}
                }
            }
            _ => {}
        }
    }
    paired
}

/// Returns whether a summary is on the line after `<details>` without one.
fn is_next(text: &str, opening: &Range<usize>, summary: &Range<usize>) -> bool {
    let has_summary = text[opening.clone()].contains("<summary>");
    !has_summary && text[opening.end..summary.start].matches('\n').count() == 1
}
