//! Reads the Markdown of a text: which parts are code, formulas, links, pictures and running text.
//!
//! This is the only place that decides it. Readers see the text through the UI's parser (marked);
//! `ui/src/components/markdown/parts-cases.json` tests that both agree. Both show HTML as text. Formulas
//! are a rule of this project ([`formulas`]): code is found first, then formulas, and what a formula
//! contains is no other Markdown.

use std::borrow::Cow;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag, TagEnd};

use super::formula::formulas;
use super::syntax::{EXTENSIONS, Quote, with_folds, with_quotes};
use crate::core::id::Id;

/// The address of a picture of this site, before its id.
pub const PICTURE: &str = "/media/";

/// The parts of a text. Takes linear time to read.
pub struct Markdown<'t> {
    text: &'t str,
    /// For each byte, whether it is part of code or of a formula.
    masked: Vec<bool>,
    /// For each byte, whether it is running text outside of links.
    running: Vec<bool>,
    links: Vec<Link<'t>>,
    code_blocks: Vec<Range<usize>>,
    soft_breaks: Vec<usize>,
}

/// A link or an image, in the order of their ends.
pub struct Link<'t> {
    pub range: Range<usize>,
    pub is_image: bool,
    /// The address and the text as they are written, if they are written as `[text](address)`.
    pub inline: Option<Inline<'t>>,
    /// The address as a browser gets it.
    pub address: String,
}

/// The parts of `[text](address)`.
pub struct Inline<'t> {
    pub text: &'t str,
    /// Begins with the address, and continues up to the closing parenthesis.
    pub address: &'t str,
}

impl Link<'_> {
    /// Returns whether the address is written without escapes.
    pub fn is_literal(&self) -> bool {
        self.inline
            .as_ref()
            .is_none_or(|inline| inline.address.starts_with(&self.address))
    }

    /// Returns the picture of this site that is shown, if it exists.
    pub fn picture(&self) -> Option<Id> {
        let id = self.address.strip_prefix(PICTURE)?.parse().ok()?;
        (self.is_image && self.is_literal()).then_some(id)
    }
}

impl<'t> Markdown<'t> {
    /// Reads a text with blocks, such as a post.
    pub fn new(text: &'t str) -> Self {
        let source = source_of(text);
        let mut parts = Self::parse(text, &source, 0);
        let formulas = formulas(text, &parts.masked);
        if !formulas.is_empty() {
            let source = without_formulas(text, source, &formulas);
            parts = Self::parse(text, &source, 0);
            for formula in formulas {
                parts.masked[formula.clone()].fill(true);
                parts.running[formula].fill(false);
            }
        }
        parts
    }

    /// Reads a text with inline elements only, such as a message. It has no formulas.
    pub fn inline(text: &'t str) -> Self {
        let (source, start) = prepared_inline(text);
        Self::parse(text, &source, start)
    }

    /// Reads `source`, in which `text` begins at `start` and each part has the same place.
    fn parse(text: &'t str, source: &str, start: usize) -> Self {
        let mut parts = Self {
            text,
            masked: vec![false; text.len()],
            running: vec![false; text.len()],
            links: Vec::new(),
            code_blocks: Vec::new(),
            soft_breaks: Vec::new(),
        };
        // With where its text goes on at least to.
        let mut open: Vec<(Link<'t>, LinkType, usize)> = Vec::new();
        let mut is_code = false;
        for (event, range) in Parser::new_ext(source, EXTENSIONS).into_offset_iter() {
            let range = range.start.saturating_sub(start)..range.end.saturating_sub(start);
            if let Some((is_image, link_type, address)) = opened(&event) {
                let inside = range.start + 1 + usize::from(is_image);
                let link = Link {
                    range,
                    is_image,
                    inline: None,
                    address,
                };
                open.push((link, link_type, inside));
                continue;
            }
            match event {
                Event::Start(Tag::CodeBlock(_)) => {
                    is_code = true;
                    parts.masked[range.clone()].fill(true);
                    parts.code_blocks.push(range);
                    continue;
                }
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Code(_) => parts.masked[range.clone()].fill(true),
                Event::SoftBreak => parts.soft_breaks.push(range.start),
                Event::Text(_) | Event::InlineHtml(_) | Event::Html(_)
                    if !is_code && open.is_empty() =>
                {
                    parts.running[range.clone()].fill(true);
                }
                Event::End(TagEnd::Link | TagEnd::Image) => {
                    if let Some((mut link, link_type, inside)) = open.pop() {
                        if link_type == LinkType::Inline {
                            link.inline = parts.written(&link.range, inside);
                        }
                        parts.links.push(link);
                    }
                }
                _ => {}
            }
            if let Some((_, _, inside)) = open.last_mut() {
                *inside = range.end;
            }
        }
        parts
    }

    /// Returns the parts of the link at `range`, whose text goes on at least to `inside`.
    fn written(&self, range: &Range<usize>, inside: usize) -> Option<Inline<'t>> {
        let opening = 1 + usize::from(self.text[range.start..].starts_with('!'));
        let end = inside + self.text.get(inside..range.end)?.find("](")?;
        let address = self.text[end + 2..range.end].trim_start_matches([' ', '\t', '\n']);
        Some(Inline {
            text: self.text.get(range.start + opening..end)?,
            address: address.strip_prefix('<').unwrap_or(address),
        })
    }

    /// Returns for each byte whether it is part of code or of a formula.
    pub fn masked(&self) -> &[bool] {
        &self.masked
    }

    /// Returns for each byte whether it is running text: no code, no formula and no part of a link.
    pub fn running(&self) -> &[bool] {
        &self.running
    }

    pub fn links(&self) -> &[Link<'t>] {
        &self.links
    }

    /// Returns where lines end within paragraphs, outside of formulas, without a line break.
    pub fn soft_breaks(&self) -> impl Iterator<Item = usize> {
        let breaks = self.soft_breaks.iter().copied();
        breaks.filter(|at| !self.masked[*at])
    }

    /// Returns the code blocks, fences included.
    pub fn code_blocks(&self) -> &[Range<usize>] {
        &self.code_blocks
    }
}

/// Returns whether an event begins an image, how the link is written, and its address, if the event begins a link.
fn opened(event: &Event<'_>) -> Option<(bool, LinkType, String)> {
    match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            ..
        }) => Some((false, *link_type, dest_url.to_string())),
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            ..
        }) => Some((true, *link_type, dest_url.to_string())),
        _ => None,
    }
}

/// Returns for each byte of a text with blocks whether it is part of code or of a formula.
pub fn mask(text: &str) -> Vec<bool> {
    Markdown::new(text).masked
}

/// Returns for each byte of a text with blocks whether it is part of code.
pub fn mask_code(text: &str) -> Vec<bool> {
    // Code begins with a backtick, a tilde, a tab or four spaces.
    if !text.contains(['`', '~', '\t']) && !text.contains("    ") {
        return vec![false; text.len()];
    }
    Markdown::parse(text, &source_of(text), 0).masked
}

/// Returns the text that readers see of a text with blocks, with a line break after each block, and [`SEPARATOR`] between the
/// items of a list and after it, as excerpts have it. Formulas have their source, keys and raised or
/// lowered text have no tags, and footnotes and what spoilers hide are left out. Takes linear time.
pub fn plain_text(text: &str) -> String {
    let (source, _) = prepared(text);
    let mut plain = String::with_capacity(text.len());
    let mut is_code = false;
    // The footnotes, and the quotations inside of a spoiler with it.
    let (mut notes, mut spoilers) = (0, 0);
    // The lists around a part, and whether what begins next follows an item.
    let (mut lists, mut follows_item) = (0, false);
    for (event, range) in Parser::new_ext(&source, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::FootnoteDefinition(_)) => notes += 1,
            Event::End(TagEnd::FootnoteDefinition) => notes -= 1,
            Event::Start(Tag::BlockQuote(_)) if spoilers > 0 => spoilers += 1,
            Event::Start(Tag::BlockQuote(_))
                if Quote::at(text, &source, range.start) == Some(Quote::Spoiler) =>
            {
                spoilers += 1;
                plain.extend([SPOILER, "\n"]);
            }
            Event::End(TagEnd::BlockQuote(_)) if spoilers > 0 => spoilers -= 1,
            _ => {}
        }
        if notes > 0 || spoilers > 0 {
            continue;
        }
        if matches!(event, Event::Start(Tag::CodeBlock(_)) | Event::End(_)) {
            is_code = matches!(event, Event::Start(_));
        }
        let begins = match event {
            Event::Start(Tag::List(_)) => {
                lists += 1;
                lists == 1
            }
            Event::End(TagEnd::List(_)) => {
                lists -= 1;
                false
            }
            Event::Start(Tag::Item) => true,
            Event::Start(_) => lists == 0,
            _ => false,
        };
        if begins && follows_item {
            plain.truncate(plain.trim_end().len());
            if !plain.is_empty() {
                plain.push_str(SEPARATOR);
            }
        }
        if begins {
            follows_item = matches!(event, Event::Start(Tag::Item));
        }
        match event {
            Event::Start(Tag::BlockQuote(_)) => {
                if let Some(Quote::Note(_, title)) = Quote::at(text, &source, range.start) {
                    plain.extend([title, ": "]);
                }
            }
            // Where it is written without entities, it is as before the replacements.
            Event::Text(seen) if source[range.clone()] == *seen => {
                let tags: &[&str] = if is_code { &[] } else { &TAGS };
                plain.push_str(&without(tags, &text[range]));
            }
            Event::Text(seen) => plain.push_str(&seen),
            Event::Code(_) => plain.push_str(text[range].trim_matches('`')),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(
                TagEnd::Paragraph
                | TagEnd::Heading(_)
                | TagEnd::Item
                | TagEnd::CodeBlock
                | TagEnd::TableCell,
            ) => plain.push('\n'),
            _ => {}
        }
    }
    plain
}

/// Stands between the items of a list, and after it, where everything is on one line. `TwoLines.module.css` has the same.
pub const SEPARATOR: &str = " · ";

/// What takes the place of a spoiler.
const SPOILER: &str = "[spoiler]";

/// Returns a text with blocks without what its spoilers hide: for where nothing folds, such as mails. Takes linear
/// time.
pub fn without_spoilers(text: &str) -> Cow<'_, str> {
    if !text.contains(">!") {
        return text.into();
    }
    let source = source_of(text);
    let mut shown = String::new();
    let mut done = 0;
    for (event, range) in Parser::new_ext(&source, EXTENSIONS).into_offset_iter() {
        if range.start >= done
            && matches!(event, Event::Start(Tag::BlockQuote(_)))
            && Quote::at(text, &source, range.start) == Some(Quote::Spoiler)
        {
            shown.extend([&text[done..range.start], SPOILER, "\n"]);
            done = range.end;
        }
    }
    (shown + &text[done..]).into()
}

/// Returns a text with blocks in which each row of a table is a line with the texts of its cells: for where nothing draws
/// tables, such as mails and passages. Takes linear time.
pub fn without_tables(text: &str) -> Cow<'_, str> {
    if !text.contains('|') {
        return text.into();
    }
    let (source, _) = prepared(text);
    let mut shown = String::new();
    let mut done = 0;
    for (event, range) in Parser::new_ext(&source, EXTENSIONS).into_offset_iter() {
        match event {
            Event::Start(Tag::Table(_)) => {
                shown.push_str(&text[done..range.start]);
                done = range.end;
            }
            Event::Start(Tag::TableCell) => {
                let cell = text[range].trim().replace("\\|", "|");
                if !cell.is_empty() && !shown.is_empty() && !shown.ends_with(char::is_whitespace) {
                    shown.push(' ');
                }
                shown.push_str(&cell);
            }
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => shown.push('\n'),
            _ => {}
        }
    }
    (shown + &text[done..]).into()
}

/// The tags of the elements that a line may contain as HTML.
const TAGS: [&str; 6] = ["<kbd>", "</kbd>", "<sub>", "</sub>", "<sup>", "</sup>"];

/// Returns a text without tags.
fn without<'t>(tags: &[&str], text: &'t str) -> Cow<'t, str> {
    let mut text = Cow::Borrowed(text);
    for tag in tags {
        if text.contains(tag) {
            text = text.replace(tag, "").into();
        }
    }
    text
}

/// Returns a text with blocks as the parser reads it, in which each part has the same place, and its formulas.
pub(super) fn prepared(text: &str) -> (String, Vec<Range<usize>>) {
    let source = source_of(text);
    let formulas = formulas(text, &Markdown::parse(text, &source, 0).masked);
    (without_formulas(text, source, &formulas), formulas)
}

/// Returns a text with inline elements only as the parser reads it, and where it begins there.
pub(super) fn prepared_inline(text: &str) -> (String, usize) {
    // After a word, nothing on the same line begins a block.
    const WORD: &str = "a ";
    let source = WORD.to_owned() + &without_html(text).replace('\n', " ");
    (source, WORD.len())
}

/// Returns a text with blocks as the parser reads it, with its formulas.
fn source_of(text: &str) -> String {
    with_folds(text, with_quotes(text, without_html(text).into_owned()))
}

/// Returns what the parser has seen at `range` of a prepared text as it is written: with its marks of HTML.
pub(super) fn original<'t>(
    text: &'t str,
    source: &str,
    seen: &str,
    range: Range<usize>,
) -> Cow<'t, str> {
    if source[range.clone()] == *seen {
        return text[range].into();
    }
    // Each mark that is seen is the next one of the source.
    let mut marks = source[range.clone()].match_indices(HTML_MARK);
    let text = &text[range];
    let restore = |c| match c {
        HTML_MARK
            if marks
                .next()
                .is_some_and(|(at, _)| text[at..].starts_with('<')) =>
        {
            '<'
        }
        _ => c,
    };
    seen.chars().map(restore).collect::<String>().into()
}

/// Stands for a `<` that would begin HTML.
const HTML_MARK: char = '.';

/// Replaces each `<` that would begin HTML by another mark.
fn without_html(text: &str) -> Cow<'_, str> {
    let mut found = Vec::new();
    let mut in_destination = false;
    for (at, mark) in text.match_indices(['<', '>', '\n']) {
        if mark != "<" {
            in_destination = false;
        } else if begins_destination(text, at) {
            in_destination = true;
        } else if !in_destination && begins_html(&text[at + 1..]) {
            found.push(at);
        }
    }
    if found.is_empty() {
        return text.into();
    }
    let mut bytes = text.as_bytes().to_vec();
    for at in found {
        bytes[at] = HTML_MARK as u8;
    }
    String::from_utf8(bytes).unwrap_or_default().into()
}

/// Returns whether the `<` at `at` begins the address of a link in angle brackets: `](<…>` or `]: <…>`.
fn begins_destination(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t']);
    let is_footnote = || {
        // No label is longer.
        let label = &before.as_bytes()[before.len().saturating_sub(1_010)..];
        let start = label.iter().rposition(|&byte| byte == b'[');
        start.is_some_and(|start| label.get(start + 1) == Some(&b'^'))
    };
    before.ends_with("](") || (before.ends_with("]:") && !is_footnote())
}

/// Returns whether a `<` before `inside` would begin HTML, and not an address as in `<https://…>` and
/// `<ann@example.org>`.
fn begins_html(inside: &str) -> bool {
    if !inside.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)) {
        return false;
    }
    let Some(end) = inside.find(['<', '>', '\n']) else {
        return true;
    };
    let (inside, is_closed) = (&inside[..end], inside[end..].starts_with('>'));
    let is_part = |c: char| !c.is_ascii_whitespace() && !c.is_ascii_control();
    let is_scheme = |scheme: &str| {
        (2..=32).contains(&scheme.len())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
    };
    let has_scheme = || {
        inside
            .split_once(':')
            .is_some_and(|(scheme, _)| is_scheme(scheme))
    };
    !(is_closed && inside.chars().all(is_part) && (inside.contains('@') || has_scheme()))
}

/// Replaces formulas by letters, so that they contain no Markdown. One alone on its lines becomes a block of its own.
fn without_formulas(text: &str, source: String, formulas: &[Range<usize>]) -> String {
    let mut bytes = source.into_bytes();
    for formula in formulas {
        bytes[formula.clone()].fill(b'a');
        let line = text[..formula.start].rfind('\n').map_or(0, |at| at + 1);
        let is_prefix = |c: char| " \t>-+*.)".contains(c) || c.is_ascii_digit();
        let rest = text[formula.end..].trim_start_matches([' ', '\t']);
        let is_alone = text[line..formula.start].chars().all(is_prefix)
            && (rest.is_empty() || rest.starts_with('\n'));
        if is_alone && text[formula.clone()].starts_with("$$") {
            bytes[formula.start..][..2].copy_from_slice(b"# ");
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::core::text::{mentions, pictures};

    #[derive(Deserialize, Debug, PartialEq)]
    struct Case {
        text: String,
        code: Vec<String>,
        links: Vec<String>,
        pictures: Vec<String>,
        names: Vec<String>,
    }

    /// Returns the parts of a text as the cases write them.
    fn parts(text: &str) -> Case {
        let code = mask_code(text);
        let mut found: Vec<Range<usize>> = Vec::new();
        for at in (0..text.len()).filter(|&at| code[at]) {
            match found.last_mut() {
                Some(last) if last.end == at => last.end += 1,
                _ => found.push(at..at + 1),
            }
        }
        let markdown = Markdown::new(text);
        let links = markdown
            .links()
            .iter()
            .filter(|link| !text[link.range.clone()].starts_with('<'));
        let mut links: Vec<String> = links.map(|link| link.address.clone()).collect();
        links.sort_unstable();
        let code = found.into_iter().map(|code| text[code].trim().to_owned());
        Case {
            text: text.to_owned(),
            code: code.collect(),
            links,
            pictures: pictures(text).iter().map(Id::to_string).collect(),
            names: mentions(text).into_iter().map(str::to_owned).collect(),
        }
    }

    #[test]
    fn tables_become_lines_of_their_cells() {
        for (text, shown) in [
            ("a | b", "a | b"),
            (
                "| a |  | c |\n|---|:-:|--:|\n| 1 | $|x|$ | `p\\|q` |\n\nend",
                "a c\n1 $|x|$ `p|q`\n\nend",
            ),
            (
                "before\n\na|b\n-|-\n**1**|[l](https://x)\n",
                "before\n\na b\n**1** [l](https://x)\n",
            ),
            (
                "> | a | b |\n> |---|---|\n> | 1 | 2 |\n\nend",
                "> a b\n1 2\n\nend",
            ),
            ("```\n| a |\n|---|\n```", "```\n| a |\n|---|\n```"),
        ] {
            assert_eq!(without_tables(text), shown);
        }
    }

    /// The UI finds the same parts.
    #[test]
    fn the_parts_are_those_of_the_shared_cases() {
        let cases = include_str!("../../../ui/src/components/markdown/parts-cases.json");
        let cases: Vec<Case> = serde_json::from_str(cases).expect("the cases are JSON");
        assert!(cases.len() >= 50, "{}", cases.len());
        let wrong: Vec<Case> = cases
            .iter()
            .map(|case| parts(&case.text))
            .zip(&cases)
            .filter(|(found, case)| found != *case)
            .map(|(found, _)| found)
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn plain_text_has_what_readers_see() {
        for (text, plain) in [
            (
                "# A *b*&amp;c\n\nun*frigging*believable [d](https://x.example 'y') ![e][1]\n\n[1]: https://z.example",
                "A b&c\nunfriggingbelievable d e\n",
            ),
            (
                "<b>x</b> `<i>` $a_1 < b$\n\n```py\nf(*x*)\n```",
                "<b>x</b> <i> $a_1 < b$\nf(*x*)\n\n",
            ),
            (
                "<kbd>Ctrl</kbd> H<sub>2</sub>O\n\n```\n<kbd>\n```",
                "Ctrl H2O\n<kbd>\n\n",
            ),
            (
                "<details>\n<summary>More *a*</summary>\n\nb\n</details>\n\n</details>",
                "More a\nb\n</details>\n",
            ),
            ("a[^1] b\n\n[^1]: note\n\n    more\n\nc", "a b\nc\n"),
            (
                "a\n\n>! secret\n> > [!NOTE]\n> > secret\n\n> b",
                "a\n[spoiler]\nb\n",
            ),
            ("> [!tip]\n> a\n\nb", "Tip: a\nb\n"),
            (
                "- a\n- b\n\n|c|d|\n|-|-|\n|e|\\*f|",
                "a · b · c\nd\ne\n*f\n",
            ),
        ] {
            assert_eq!(plain_text(text), plain);
        }
    }

    #[test]
    fn spoilers_are_left_out() {
        for (text, shown) in [
            ("a >! b", "a >! b"),
            ("a\n\n>! *b*\n>! c\nd\n\ne", "a\n\n[spoiler]\n\ne"),
            ("- >! a\n- b", "- [spoiler]\n- b"),
            ("> a\n> >! b\n\n>! c", "> a\n> [spoiler]\n\n[spoiler]\n"),
            ("```\n>! a\n```\n\n>![b](/c)", "```\n>! a\n```\n\n>![b](/c)"),
        ] {
            assert_eq!(without_spoilers(text), shown);
        }
    }

    #[test]
    fn every_text_takes_linear_time_and_a_bounded_stack() {
        let patterns = "> ¦- ¦1. ¦> - ¦[¦![¦[a](¦[a](<¦](<a¦[a]: b\n¦[a][¦`¦`` ¦*a ¦**a_¦_a*¦~a¦<a¦<a:¦<!--¦<![CDATA[¦<?¦&a¦\\¦|a\
                        ¦- a\n¦a\n\n¦    ¦$¦$a{¦[a](b \"¦[a](((¦\n> ¦\n\n- ¦a|\n-|\n¦|a\n|-\n";
        for pattern in patterns.split('¦') {
            let text = pattern.repeat(300_000 / pattern.len());
            for text in [text.clone(), format!("{text}{}", "\n\na".repeat(50_000))] {
                let began = std::time::Instant::now();
                Markdown::new(&text);
                Markdown::inline(&text);
                let took = began.elapsed();
                println!("{pattern:?} {} bytes: {took:?}", text.len());
                assert!(took.as_secs() < 20, "{pattern:?}");
            }
        }
    }
}
