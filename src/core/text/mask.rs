//! Finds the parts of a Markdown text that contain no Markdown: code and formulas.

use std::collections::HashMap;

use super::formula::formulas;

/// Returns for each byte whether it is part of a code block, a code span or a formula.
pub fn mask(text: &str) -> Vec<bool> {
    let mut masked = mask_code(text);
    for formula in formulas(text, &masked) {
        masked[formula].fill(true);
    }
    masked
}

/// Returns for each byte whether it is part of a code block or a code span.
pub fn mask_code(text: &str) -> Vec<bool> {
    let mut masked = vec![false; text.len()];
    mask_code_blocks(text.as_bytes(), &mut masked);
    mask_spans(text.as_bytes(), &mut masked);
    masked
}

/// Returns for each byte whether it is part of a code span, in a text without code blocks.
pub fn mask_code_spans(text: &str) -> Vec<bool> {
    let mut masked = vec![false; text.len()];
    mask_spans(text.as_bytes(), &mut masked);
    masked
}

/// Masks fenced and indented code. An indented line is code after an empty line, except in a list,
/// where it continues an item.
fn mask_code_blocks(bytes: &[u8], masked: &mut [bool]) {
    let mut fence: Option<(u8, usize)> = None;
    let (mut is_code, mut after_empty, mut in_list) = (false, true, false);
    let mut start = 0;
    for line in bytes.split_inclusive(|&b| b == b'\n') {
        let end = start + line.len();
        let indent = line.iter().take_while(|&&b| b == b' ').count();
        let rest = &line[indent..];
        let is_indented = indent >= 4 || rest.first() == Some(&b'\t');
        let mark = rest
            .first()
            .copied()
            .filter(|b| indent < 4 && matches!(b, b'`' | b'~'));
        let length = mark.map_or(0, |mark| rest.iter().take_while(|&&b| b == mark).count());
        let info = &rest[length..];
        if let Some((open, least)) = fence {
            masked[start..end].fill(true);
            if mark == Some(open) && length >= least && info.iter().all(u8::is_ascii_whitespace) {
                fence = None;
            }
        } else if rest.iter().all(u8::is_ascii_whitespace) {
            after_empty = true;
        } else {
            is_code = is_indented && !in_list && (is_code || after_empty);
            if length >= 3 && !(mark == Some(b'`') && info.contains(&b'`')) {
                fence = mark.map(|mark| (mark, length));
            }
            if is_code || fence.is_some() {
                masked[start..end].fill(true);
            }
            if !is_indented {
                in_list = is_list_item(rest) || (in_list && (indent > 0 || !after_empty));
            }
            after_empty = false;
        }
        start = end;
    }
}

/// Returns whether a line begins with `- `, `* `, `+ `, `1. ` or `1) `.
fn is_list_item(line: &[u8]) -> bool {
    let digits = line
        .iter()
        .take(9)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let marks: &[u8] = if digits == 0 { b"-*+" } else { b".)" };
    line.get(digits).is_some_and(|mark| marks.contains(mark))
        && line.get(digits + 1).is_none_or(|b| b" \t\n".contains(b))
}

/// A run of equal delimiters.
struct Run {
    start: usize,
    length: usize,
    /// Whether a backslash precedes it.
    escaped: bool,
}

fn unmasked_runs(bytes: &[u8], masked: &[bool], mark: u8) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut escaped = false;
    let mut at = 0;
    while at < bytes.len() {
        if masked[at] || bytes[at] != mark {
            escaped = !escaped && !masked[at] && bytes[at] == b'\\';
            at += 1;
            continue;
        }
        let length = bytes[at..].iter().take_while(|&&b| b == mark).count();
        runs.push(Run {
            start: at,
            length,
            escaped,
        });
        escaped = false;
        at += length;
    }
    runs
}

/// Returns for each run the index of the next run that can close it, which has the length that
/// `opening` returns.
fn closers(runs: &[Run], opening: impl Fn(&Run) -> usize) -> Vec<Option<usize>> {
    let mut closers = vec![None; runs.len()];
    let mut latest = HashMap::new();
    for (index, run) in runs.iter().enumerate().rev() {
        closers[index] = latest.get(&opening(run)).copied();
        latest.insert(run.length, index);
    }
    closers
}

/// Masks from each run of backticks to the next run of the same length. A backslash escapes one
/// backtick of an opening run; inside code it has no effect.
fn mask_spans(bytes: &[u8], masked: &mut [bool]) {
    let runs = unmasked_runs(bytes, masked, b'`');
    let closers = closers(&runs, |run| run.length - usize::from(run.escaped));
    let mut index = 0;
    while index < runs.len() {
        if let Some(close) = closers[index] {
            masked[runs[index].start..runs[close].start + runs[close].length].fill(true);
            index = close;
        }
        index += 1;
    }
}
