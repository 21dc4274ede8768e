//! Shows what matched: a text in parts, alternately unmarked and marked.

use std::borrow::Cow;
use std::ops::Range;

use super::scan::Matcher;
use crate::core::text::{self, SEPARATOR};

/// The length of a passage, in characters.
const LENGTH: usize = 240;
/// The part of a passage before its first match, in characters.
const BEFORE: usize = 60;
/// The longest link that is shown by its words, in bytes.
const MAX_LINK: usize = 600;

/// Returns a text in parts, the words of the search in every second one. Joined, they are the text.
pub fn marked(matcher: &Matcher, text: &str) -> Vec<String> {
    let places: Vec<Range<usize>> = matcher
        .places(text)
        .into_iter()
        .map(|(range, _)| range)
        .collect();
    parts(text, 0..text.len(), &places)
}

/// Returns the passage of a text with most of the words of the search, marked: on one line and
/// without the commonest marks of Markdown. Nothing if no word is in the text.
pub fn passage(matcher: &Matcher, text: &str) -> Vec<String> {
    let text = &*links_as_words(text);
    let places = matcher.places(text);
    let Some(best) = best_window(&places) else {
        return Vec::new();
    };
    let start = floor_word(text, back(text, best.start, BEFORE));
    let end = ceil_word(text, forward(text, start, LENGTH).max(best.end));
    let places: Vec<Range<usize>> = places.into_iter().map(|(range, _)| range).collect();
    let mut parts: Vec<String> = parts(text, start..end, &places)
        .iter()
        .map(|part| plain(part))
        .collect();
    if start > 0 {
        parts[0] = format!("… {}", parts[0].trim_start());
    } else {
        parts[0] = parts[0].trim_start().to_owned();
    }
    if end < text.len() {
        let last = parts.len() - 1;
        if last % 2 == 1 {
            parts.push(" …".to_owned());
        } else {
            parts[last] = format!("{} …", parts[last].trim_end());
        }
    }
    parts
}

/// Returns the passage of a Markdown text with most of the words of the search, marked. Joined, it is Markdown
/// on one line, in which a code block is a code span. It cuts no formula, code or emphasis. Nothing if no
/// word is in the text.
pub fn markdown_passage(matcher: &Matcher, text: &str) -> Vec<String> {
    let text = text::without_spoilers(text);
    let text = text::without_tables(&text);
    let text = &*links_as_words(&text);
    let places = matcher.places(text);
    let Some(best) = best_window(&places) else {
        return Vec::new();
    };
    let mut kinds = vec![Kind::Prose; text.len()];
    let code = text::mask_code(text);
    for (kind, is_code) in kinds.iter_mut().zip(&code) {
        if *is_code {
            *kind = Kind::Code;
        }
    }
    let mut start = floor_word(text, back(text, best.start, BEFORE));
    let mut end = ceil_word(text, forward(text, start, LENGTH).max(best.end));
    for formula in text::formulas(text, &code) {
        if formula.contains(&start) {
            start = formula.start;
        }
        if formula.start < end && formula.contains(&end) {
            end = formula.end;
        }
        kinds[formula].fill(Kind::Formula);
    }
    let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut shown = Shown {
        parts: vec![String::new()],
        is_marked: vec![false; text.len()],
        is_in_list: list_mark(text[line..].trim_start_matches(' ')) > 0 && line < start,
    };
    for (place, _) in places {
        shown.is_marked[place].fill(true);
    }
    if start > 0 {
        shown.push("… ", false);
    }
    let is_cut = cut_emphasis(text, start..end, &kinds);
    let mut at = start;
    while at < end {
        let length = kinds[at..end]
            .iter()
            .take_while(|&&kind| kind == kinds[at])
            .count();
        let next = at + length;
        match kinds[at] {
            Kind::Prose => shown.prose(text, at..next, &is_cut),
            Kind::Code => shown.code(text, at..next),
            Kind::Formula => shown.one_line(text, at..next),
        }
        at = next;
    }
    if end < text.len() {
        shown.push(" …", false);
    }
    shown.parts
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Prose,
    Code,
    Formula,
}

/// Returns for each byte whether it is an asterisk in a range that opens or closes emphasis whose other end is
/// outside.
fn cut_emphasis(text: &str, range: Range<usize>, kinds: &[Kind]) -> Vec<bool> {
    let mut open: Vec<Range<usize>> = Vec::new();
    let mut is_cut = vec![false; text.len()];
    let mut at = range.start;
    while let Some(found) = text[at..range.end].find('*') {
        let start = at + found;
        let length = text[start..range.end]
            .bytes()
            .take_while(|&b| b == b'*')
            .count();
        let run = start..start + length;
        at = run.end;
        if kinds[start] != Kind::Prose {
            continue;
        }
        let before = text[..run.start].chars().next_back();
        let after = text[run.end..].chars().next();
        let touches = |inside: Option<char>, outside: Option<char>| {
            inside.is_some_and(|c| !c.is_whitespace())
                && outside.is_none_or(|c| !c.is_alphanumeric())
        };
        let partner = open.iter().rposition(|other| other.len() == length);
        match partner.filter(|_| touches(before, after)) {
            Some(partner) => {
                for inner in open.drain(partner..).skip(1) {
                    is_cut[inner].fill(true);
                }
            }
            None if touches(after, before) => open.push(run),
            None if touches(before, after) => is_cut[run].fill(true),
            None => {}
        }
    }
    for run in open {
        is_cut[run].fill(true);
    }
    is_cut
}

/// A passage in parts, alternately unmarked and marked, while it is written.
struct Shown {
    parts: Vec<String>,
    /// For each byte of the text, whether it is marked.
    is_marked: Vec<bool>,
    /// Whether an item of a list comes before.
    is_in_list: bool,
}

impl Shown {
    fn push(&mut self, text: &str, is_marked: bool) {
        if self.parts.len().is_multiple_of(2) != is_marked {
            self.parts.push(String::new());
        }
        if let Some(last) = self.parts.last_mut() {
            last.push_str(text);
        }
    }

    /// Adds a character of the text. White space becomes one space.
    fn push_char(&mut self, c: char, at: usize) {
        let is_marked = self.is_marked[at];
        let last = self.parts.iter().rev().find(|part| !part.is_empty());
        if !c.is_whitespace() {
            self.push(c.encode_utf8(&mut [0; 4]), is_marked);
        } else if last.is_some_and(|part| !part.ends_with(' ')) {
            self.push(" ", is_marked);
        }
    }

    fn one_line(&mut self, text: &str, range: Range<usize>) {
        for (offset, c) in text[range.clone()].char_indices() {
            self.push_char(c, range.start + offset);
        }
    }

    /// Adds code as a code span, without the lines of fences.
    fn code(&mut self, text: &str, range: Range<usize>) {
        let is_fence = |line: &str| {
            ["```", "~~~"]
                .iter()
                .any(|mark| line.trim_start().starts_with(mark))
        };
        let source = &text[range.clone()];
        let is_fenced = source.contains('\n') || is_fence(source);
        let mut at = range.start;
        let mut is_begun = false;
        for line in source.split_inclusive('\n') {
            if !(is_fenced && is_fence(line)) {
                for (offset, c) in line.char_indices().filter(|(_, c)| *c != '`') {
                    if !is_begun && !c.is_whitespace() {
                        self.push("`", false);
                        is_begun = true;
                    }
                    self.push_char(c, at + offset);
                }
            }
            at += line.len();
        }
        if is_begun {
            if let Some(last) = self.parts.last_mut() {
                last.truncate(last.trim_end().len());
            }
            self.push("`", false);
            if source.ends_with('\n') {
                self.push(" ", false);
            }
        }
    }

    /// Adds text without backticks, the marks of headings, quotations and lists, and the ends of cut emphasis. Between the
    /// items of a list, and after it, is a separator.
    fn prose(&mut self, text: &str, range: Range<usize>, is_cut: &[bool]) {
        let mut is_line_start =
            text[..range.start].is_empty() || text[..range.start].ends_with('\n');
        let mut passed = range.start;
        for (offset, c) in text[range.clone()].char_indices() {
            let at = range.start + offset;
            if at < passed {
                continue;
            }
            if is_line_start && !c.is_whitespace() {
                let mark = match self.is_marked[at] {
                    true => 0,
                    false => list_mark(&text[at..]),
                };
                let is_other = mark == 0 && text[..at].ends_with("\n\n");
                if self.is_in_list && (mark > 0 || is_other) {
                    self.push(SEPARATOR.trim_start(), false);
                }
                self.is_in_list = mark > 0 || self.is_in_list && !is_other;
                passed = at + mark;
                if mark > 0 {
                    continue;
                }
            }
            let after = text[at + c.len_utf8()..].chars().next();
            let is_mark = is_line_start
                && matches!(c, '#' | '>')
                && after.is_none_or(|after| matches!(after, ' ' | '\n' | '#' | '>'));
            is_line_start = c == '\n' || (is_line_start && (is_mark || c == ' '));
            if c != '`' && !is_mark && !is_cut[at] {
                self.push_char(c, at);
            }
        }
    }
}

/// Returns the length of the mark with which a line begins an item of a list, or 0.
fn list_mark(line: &str) -> usize {
    let digits = line.bytes().take(3).take_while(u8::is_ascii_digit).count();
    let is_mark = match line.as_bytes().get(digits) {
        Some(b'-' | b'*' | b'+') => digits == 0,
        Some(b'.' | b')') => digits > 0,
        _ => false,
    };
    let is_alone = line[digits..]
        .chars()
        .nth(1)
        .is_none_or(char::is_whitespace);
    if is_mark && is_alone { digits + 1 } else { 0 }
}

/// Returns the bytes of the matches that share a passage: most different words, then most matches,
/// then the first.
fn best_window(places: &[(Range<usize>, usize)]) -> Option<Range<usize>> {
    let mut best: Option<(usize, usize, Range<usize>)> = None;
    let mut first = 0;
    for (last, (range, _)) in places.iter().enumerate() {
        while range.end - places[first].0.start > LENGTH - BEFORE && first < last {
            first += 1;
        }
        let window = &places[first..=last];
        let mut words: Vec<usize> = window.iter().map(|(_, word)| *word).collect();
        words.sort_unstable();
        words.dedup();
        let is_better = best
            .as_ref()
            .is_none_or(|(most, matches, _)| (words.len(), window.len()) > (*most, *matches));
        if is_better {
            best = Some((words.len(), window.len(), window[0].0.start..range.end));
        }
    }
    best.map(|(_, _, range)| range)
}

/// Returns the part of a text within `bytes`, cut at the beginnings and ends of `places`.
fn parts(text: &str, bytes: Range<usize>, places: &[Range<usize>]) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut end = bytes.start;
    for place in places {
        // The parts of an identifier lie within it.
        if place.start < end || place.end > bytes.end {
            continue;
        }
        let before = &text[end..place.start];
        if before.is_empty() && parts.len() > 1 {
            // Neighbouring characters are one match.
            if let Some(last) = parts.last_mut() {
                last.push_str(&text[place.clone()]);
            }
        } else {
            if parts.len() == 1 {
                parts[0].push_str(before);
            } else {
                parts.push(before.to_owned());
            }
            parts.push(text[place.clone()].to_owned());
        }
        end = place.end;
    }
    let rest = &text[end..bytes.end];
    if parts.len() == 1 {
        parts[0].push_str(rest);
    } else if !rest.is_empty() {
        parts.push(rest.to_owned());
    }
    parts
}

/// Returns the byte `characters` before a place.
fn back(text: &str, place: usize, characters: usize) -> usize {
    text[..place]
        .char_indices()
        .rev()
        .take(characters)
        .last()
        .map_or(place, |(at, _)| at)
}

/// Returns the byte `characters` after a place.
fn forward(text: &str, place: usize, characters: usize) -> usize {
    text[place..]
        .char_indices()
        .nth(characters)
        .map_or(text.len(), |(at, _)| place + at)
}

/// Returns the beginning of the word after a place in the middle of one.
fn floor_word(text: &str, place: usize) -> usize {
    if place == 0 {
        return 0;
    }
    text[place..]
        .char_indices()
        .take(BEFORE / 2)
        .find(|(_, c)| c.is_whitespace())
        .map_or(place, |(at, c)| place + at + c.len_utf8())
}

/// Returns the end of the word before a place in the middle of one.
fn ceil_word(text: &str, place: usize) -> usize {
    text[place..]
        .char_indices()
        .take(BEFORE / 2)
        .find(|(_, c)| c.is_whitespace())
        .map_or(place, |(at, _)| place + at)
}

/// Returns a text in which a link or an image of Markdown is its words, without its address.
fn links_as_words(text: &str) -> Cow<'_, str> {
    if !text.contains("](") {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(bracket) = rest.find('[') {
        let link = &rest[bracket..];
        let Some((words, length)) = link_words(&link[..link.floor_char_boundary(MAX_LINK)]) else {
            shown.push_str(&rest[..=bracket]);
            rest = &link[1..];
            continue;
        };
        shown.push_str(
            rest[..bracket]
                .strip_suffix('!')
                .unwrap_or(&rest[..bracket]),
        );
        shown.push_str(words);
        rest = &link[length..];
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// Returns the words of the link at the beginning of a text, and the length of the link.
fn link_words(link: &str) -> Option<(&str, usize)> {
    let end = 1 + link[1..].find(['[', ']', '\n'])?;
    let address = link[end..].strip_prefix("](")?;
    let address = &address[..address.find(')')?];
    let length = end + "](".len() + address.len() + ")".len();
    (!address.contains(char::is_whitespace)).then_some((&link[1..end], length))
}

/// Returns a text on one line, without backticks, asterisks and the marks of headings and
/// quotations.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '`' | '*' => {}
            '#' | '>' if plain.is_empty() || plain.ends_with(' ') => {}
            c if c.is_whitespace() => {
                if !plain.ends_with(' ') {
                    plain.push(' ');
                }
            }
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matcher() -> Matcher {
        let mut matcher = Matcher::default();
        matcher.add(0, "gears", false, 1.0);
        matcher.add(1, "slip", false, 1.0);
        matcher
    }

    #[test]
    fn every_second_part_is_marked() {
        assert_eq!(
            marked(&matcher(), "My gear slips!"),
            ["My ", "gear", " ", "slips", "!"]
        );
        assert_eq!(marked(&matcher(), "gears"), ["", "gears"]);
        assert_eq!(marked(&matcher(), "nothing"), ["nothing"]);
    }

    #[test]
    fn a_passage_has_most_of_the_words() {
        let text = format!(
            "gears {} the gear\n\n> # **slips** here {}",
            "x ".repeat(300),
            "y ".repeat(300)
        );
        let passage = passage(&matcher(), &text);
        let joined = passage.concat();
        assert!(
            joined.starts_with("… x") && joined.ends_with(" y …"),
            "{joined}"
        );
        assert!(joined.contains("the gear slips here"), "{joined}");
        assert_eq!(
            (passage[1].as_str(), passage[3].as_str()),
            ("gear", "slips")
        );
    }

    #[test]
    fn a_passage_of_markdown_keeps_formulas_code_and_emphasis() {
        let shown = |text: &str| markdown_passage(&matcher(), text);
        assert_eq!(
            shown("# The **gears**\n\n* of $a*b\n= |c|$ and `x * y`"),
            ["The **", "gears", "** of $a*b = |c|$ and `x * y`"]
        );
        assert_eq!(
            shown("a gear:\n\n```rust\nlet gear = `1`;\n```\nand 2*3*4"),
            ["a ", "gear", ": `let ", "gear", " = 1;` and 2*3*4"]
        );
        assert_eq!(
            shown("Ratios:\n\n| gear | $|r|$ |\n|---|--:|\n| # 2 | `a\\|b` |\n\nend"),
            ["Ratios: ", "gear", " $|r|$ 2 `a|b` end"]
        );
        assert_eq!(
            shown("Why:\n\n- a gear\n- two\n  lines\n1) b\n\nend\n- c"),
            ["Why: a ", "gear", " · two lines · b · end c"]
        );
        let items = "- item\n".repeat(40);
        let cut = shown(&format!("{items}- gear\n- end")).concat();
        assert!(
            cut.starts_with("… item · item · ") && cut.ends_with(" · gear · end"),
            "{cut}"
        );
        let (before, after) = ("before ".repeat(40), "after ".repeat(60));
        for (text, part) in [
            (
                format!("{before}$\\alpha {} + 1$ gear", "+ \\beta ".repeat(10)),
                "… $\\alpha + \\beta",
            ),
            (
                format!(
                    "gear {}$\\alpha {}$ x",
                    "word ".repeat(42),
                    "+ \\beta ".repeat(20)
                ),
                "+ \\beta $ …",
            ),
            (
                format!("**{before}gear**, *this* {after}"),
                "gear, *this* after",
            ),
            (format!("the gear **is {after}**"), "gear is after"),
            (format!("a `{before} gear` b"), "before gear` b"),
        ] {
            let joined = shown(&text).concat();
            assert!(joined.contains(part), "{joined}");
        }
        assert!(shown("nothing").is_empty());
    }

    #[test]
    fn a_text_without_the_words_has_no_passage() {
        assert!(passage(&matcher(), "nothing").is_empty());
    }

    #[test]
    fn links_are_shown_by_their_words() {
        for (text, shown) in [
            ("see [the gear](https://x/slip) [here", "see the gear [here"),
            ("![a gear](y.png)[[x](z)", "a gear[x"),
            ("gear [a](b", "gear [a](b"),
            ("gear [a\n](b)", "gear [a ](b)"),
        ] {
            assert_eq!(passage(&matcher(), text).concat(), shown);
        }
    }

    #[test]
    fn a_short_text_is_a_passage() {
        assert_eq!(passage(&matcher(), "a gear"), ["a ", "gear"]);
    }
}
