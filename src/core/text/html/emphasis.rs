//! Pairs the delimiters of emphasis (`*`, `_`) and strikethrough (`~`), as the UI does
//! (`ui/src/components/markdown/emphasis.ts`). The parser's own pairs are not used: CommonMark knows no scripts
//! without spaces, and a tilde that begins a path.
//!
//! Chinese, Japanese and Korean have no spaces: their punctuation counts as letters, and their letters as the space
//! that must precede or follow a delimiter beside other punctuation.

use std::collections::HashMap;

use unicode_normalization::char::is_combining_mark;

use crate::core::text::is_ignorable;

/// A pair: where its closing delimiter ends, and the length of each delimiter.
#[derive(Clone, Copy)]
pub struct Pair {
    pub end: usize,
    pub size: usize,
}

/// A row of equal delimiters. The rest that no pair has used is `length` long and begins at `start`.
#[derive(Clone, Copy)]
struct Run {
    mark: u8,
    start: usize,
    length: usize,
    whole: usize,
    opens: bool,
    closes: bool,
}

/// Returns the pairs of a text by their starts. Takes linear time.
pub fn pairs(text: &str) -> HashMap<usize, Pair> {
    let mut pairs = HashMap::new();
    let mut openers: Vec<Run> = Vec::new();
    // The number of openers below which there is none for a kind of closer: the search would find nothing again.
    let mut bottoms: HashMap<(u8, usize, bool), usize> = HashMap::new();
    for mut closer in runs(text) {
        let count = if closer.mark == b'~' {
            closer.whole
        } else {
            closer.whole % 3
        };
        let kind = (closer.mark, count, closer.opens);
        while closer.closes && closer.length > 0 {
            let bottom = bottoms
                .get(&kind)
                .map_or(0, |&bottom| bottom.min(openers.len()));
            let found = openers[bottom..]
                .iter()
                .rposition(|opener| opener.fits(closer));
            let Some(index) = found.map(|index| bottom + index) else {
                bottoms.insert(kind, openers.len());
                break;
            };
            let opener = &mut openers[index];
            let size = if closer.mark == b'~' {
                closer.whole
            } else {
                opener.length.min(closer.length).min(2)
            };
            opener.length -= size;
            closer.start += size;
            closer.length -= size;
            let start = opener.start + opener.length;
            let is_used = opener.length == 0;
            pairs.insert(
                start,
                Pair {
                    end: closer.start,
                    size,
                },
            );
            openers.truncate(index + usize::from(!is_used));
        }
        if closer.opens && closer.length > 0 {
            openers.push(closer);
        }
    }
    pairs
}

impl Run {
    fn fits(&self, closer: Run) -> bool {
        if self.mark != closer.mark {
            return false;
        }
        if self.mark == b'~' {
            return self.whole == closer.whole;
        }
        let is_ambiguous = self.closes || closer.opens;
        !is_ambiguous
            || !(self.whole + closer.whole).is_multiple_of(3)
            || self.whole.is_multiple_of(3)
    }
}

fn runs(text: &str) -> impl Iterator<Item = Run> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(['*', '_', '~'])?;
        let mark = text.as_bytes()[start];
        let length = text[start..].bytes().take_while(|&b| b == mark).count();
        at = start + length;
        let before = text[..start].chars().next_back().unwrap_or(' ');
        let after = text[at..].chars().next().unwrap_or(' ');
        let (opens, closes) = sides(mark, length, before, after);
        Some(Run {
            mark,
            start,
            length,
            whole: length,
            opens,
            closes,
        })
    })
}

/// Returns whether a row can open and close emphasis between two characters.
fn sides(mark: u8, length: usize, before: char, after: char) -> (bool, bool) {
    // A tilde may stand beside other emphasis.
    let is_mark = |c: char| is_punctuation(c) && (mark == b'~' || c != '~');
    let is_western = |c: char| is_mark(c) && !is_cjk(c);
    let ends = |c: char| is_space(c) || is_western(c) || is_cjk(c);
    let is_left = !is_space(after) && (!is_western(after) || ends(before));
    let is_right = !is_space(before) && (!is_western(before) || ends(after));
    match mark {
        b'*' => (is_left, is_right),
        b'_' => (
            is_left && (!is_right || is_mark(before)),
            is_right && (!is_left || is_mark(after)),
        ),
        _ if length == 2 => (is_left, is_right),
        _ => {
            let is_outside = |c: char| is_space(c) || is_mark(c);
            (
                length == 1 && is_left && is_outside(before) && !"/\\.,:;!?)".contains(after),
                length == 1 && is_right && is_outside(after),
            )
        }
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Returns whether a character is punctuation or a symbol: what no other category of Unicode has.
fn is_punctuation(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    let is_circled = matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}');
    is_circled
        || !(c.is_alphanumeric()
            || c.is_whitespace()
            || c.is_control()
            || is_combining_mark(c)
            || is_ignorable(c))
}

/// Returns whether a character belongs to a script without spaces, its punctuation included.
fn is_cjk(c: char) -> bool {
    c >= '\u{1100}'
        && matches!(c, '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{2fd5}' | '\u{3000}'..='\u{303f}'
        | '\u{3041}'..='\u{3096}' | '\u{309d}'..='\u{309f}' | '\u{30a1}'..='\u{30ff}' | '\u{3105}'..='\u{318e}'
        | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{321e}' | '\u{3260}'..='\u{327e}' | '\u{32d0}'..='\u{32fe}'
        | '\u{3300}'..='\u{3357}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{a960}'..='\u{a97c}'
        | '\u{ac00}'..='\u{d7fb}' | '\u{f900}'..='\u{fad9}' | '\u{fe10}'..='\u{fe1f}' | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff01}'..='\u{ffdc}' | '\u{1aff0}'..='\u{1b167}' | '\u{20000}'..='\u{323af}')
}
