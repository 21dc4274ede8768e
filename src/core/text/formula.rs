//! The grammar of formulas. The UI (`ui/src/lib/formula.ts`) has the same; `formula-cases.json`
//! beside it tests both.
//!
//! A formula stands between `$` or between `$$`. It is not empty, contains no empty line, and its
//! braces are balanced; a dollar sign in braces or after a backslash belongs to it. White space
//! inside the signs, or a letter or digit that touches them from outside, is usual for money and
//! variables of programs. Such a text needs a TeX command, a sub- or superscript or an operator, and
//! must not read as prose.

use std::ops::Range;

/// The longest formula, in characters. The UI renders none longer.
const MAX_LENGTH: usize = 2_000;

/// The deepest nesting of braces. It keeps the search for closing signs linear.
const MAX_BRACES: usize = 25;

/// Returns the formulas of a text with their signs, in order. Bytes marked in `masked` are code and
/// neither open nor close a formula. Takes linear time.
pub fn formulas(text: &str, masked: &[bool]) -> Vec<Range<usize>> {
    if !text.contains('$') {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = None;
    while let Some(c) = text[at..].chars().next() {
        let is_masked = masked.get(at) == Some(&true);
        let mut end = at + c.len_utf8();
        if c == '\\' && !is_masked {
            end += text[end..].chars().next().map_or(0, char::len_utf8);
        } else if c == '$' && !is_masked {
            end = at + run(&text[at..]);
            if let Some(length) = formula_at(text, at, before, masked) {
                end = at + length;
                found.push(at..end);
            }
        }
        before = text[..end].chars().next_back();
        at = end;
    }
    found
}

/// Returns the length of the formula whose opening signs are at `at`, after the character `before`.
pub fn formula_at(text: &str, at: usize, before: Option<char>, masked: &[bool]) -> Option<usize> {
    let size = run(&text[at..]);
    let start = at + size;
    if !matches!(size, 1 | 2) {
        return None;
    }
    let end = closing(text, start, size, masked).filter(|&end| end > start)?;
    let after = text[end + size..].chars().next();
    is_formula(&text[start..end], size, before, after).then_some(end + size - at)
}

/// Returns the number of dollar signs at the start of a text.
fn run(text: &str) -> usize {
    text.bytes().take_while(|&b| b == b'$').count()
}

/// Returns the index of the closing signs of a formula that starts at `start`.
fn closing(text: &str, start: usize, size: usize, masked: &[bool]) -> Option<usize> {
    let mut depth = 0usize;
    let mut is_blank = false;
    let mut length = 0;
    let mut chars = text[start..].char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        if length > MAX_LENGTH {
            break;
        }
        length += 1;
        match c {
            '\n' | '\u{c}' if is_blank => return None,
            '\n' | '\u{c}' => is_blank = true,
            ' ' | '\t' => {}
            _ => is_blank = false,
        }
        if masked.get(start + offset) == Some(&true) {
            continue;
        }
        match c {
            '\\' if chars
                .next_if(|&(_, c)| !matches!(c, '\n' | '\u{c}'))
                .is_some() =>
            {
                length += 1;
            }
            '{' if depth == MAX_BRACES => return None,
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            '$' => {
                let run = run(&text[start + offset..]);
                // In `$a$$b$`, the second sign closes one formula and the third opens another.
                if depth == 0 && (run == size || run == 2) && length <= MAX_LENGTH + 1 {
                    return Some(start + offset);
                }
                for _ in 1..run {
                    chars.next();
                    length += 1;
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether `inside` is a formula between signs that follow `before` and precede `after`.
fn is_formula(inside: &str, size: usize, before: Option<char>, after: Option<char>) -> bool {
    if has_command(inside) {
        return true;
    }
    if inside.contains(['€', '£', '¥']) || inside.starts_with([',', ';', ':', ')']) {
        return false;
    }
    let (opens_loosely, closes_loosely) =
        (inside.starts_with(is_space), inside.ends_with(is_space));
    let is_loose = opens_loosely || closes_loosely;
    let touches = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let (touches_before, touches_after) = (touches(before), touches(after));
    let has_script = has_script(inside);
    let flat = without_groups(inside);
    let words: Vec<&str> = flat
        .split(is_space)
        .filter(|word| !word.is_empty())
        .collect();
    if size == 2 {
        return !is_loose
            || has_script
            || has_operator(&flat)
            || !words
                .iter()
                .any(|word| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()));
    }
    let touches = touches_before || touches_after;
    // A placeholder of a template, as in `$SITE_NAME$`.
    if inside.len() >= 7 && inside.bytes().all(|b| b.is_ascii_uppercase() || b == b'_') {
        return false;
    }
    if !is_loose && !touches && !begins_blocks(inside) {
        return !inside.starts_with(|c: char| c.is_ascii_digit())
            || has_script
            || !is_amount(&words);
    }
    if !is_loose && is_single(inside, touches_before, after) {
        return true;
    }
    // One sign alone looks like that of an amount: `5 + 1 $` or `$5 + 1`.
    if (touches_after && closes_loosely && !opens_loosely)
        || (touches_before && opens_loosely && !closes_loosely)
    {
        return false;
    }
    let longest = if touches { 2 } else { 3 };
    let has_long_word = flat
        .split(|c: char| !c.is_ascii_alphabetic())
        .any(|letters| letters.len() > longest);
    (has_script || has_operator(&flat)) && !has_long_word && !is_prose(&words)
}

/// Returns whether a text contains a TeX command of at least two letters, a brace or a space.
fn has_command(inside: &str) -> bool {
    inside.match_indices('\\').any(|(at, _)| {
        let rest = &inside.as_bytes()[at + 1..];
        matches!(rest, [a, b, ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic())
            || matches!(rest, [b'{' | b',' | b';' | b'!', ..])
    })
}

/// Returns whether a text contains a superscript or a subscript. `MAX_SIZE` has none.
fn has_script(inside: &str) -> bool {
    let bytes = inside.as_bytes();
    let is_script = |at: usize| match bytes.get(at + 1) {
        Some(b'{' | b'\\' | b'0'..=b'9') => true,
        Some(b'-' | b'+' | b'*' | b'\'') => bytes[at] == b'^',
        Some(letter) if letter.is_ascii_alphabetic() => {
            bytes[at] == b'^' || !bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic)
        }
        _ => false,
    };
    (0..bytes.len()).any(|at| matches!(bytes[at], b'^' | b'_') && is_script(at))
}

/// Returns whether a line would begin a block of Markdown: a list item, a heading, a quote.
fn begins_blocks(inside: &str) -> bool {
    inside.split(['\n', '\u{c}']).skip(1).any(|line| {
        let line = line.trim_start_matches([' ', '\t']);
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        line.starts_with(['-', '+', '*', '>', '#', '=', '|'])
            || ((1..=9).contains(&digits) && line[digits..].starts_with(['.', ')']))
    })
}

/// Returns whether a letter or a number stands alone, as in `$n$th` and `$3$D`.
fn is_single(inside: &str, touches_before: bool, after: Option<char>) -> bool {
    let is_letter = inside.len() == 1 && inside.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_number = !touches_before && inside.bytes().all(|b| b.is_ascii_digit());
    !after.is_some_and(|c| c.is_ascii_digit()) && (is_letter || is_number)
}

/// Returns a text in which each group in braces is one digit: its words do not count.
fn without_groups(text: &str) -> String {
    let mut flat = String::new();
    let mut depth = 0usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    flat.push('1');
                }
            }
            _ if depth == 0 => flat.push(c),
            _ => {}
        }
    }
    flat
}

/// Returns whether words that begin with an amount are prose, as in `5 or 6`.
fn is_amount(words: &[&str]) -> bool {
    let ends_with_digit = || {
        words
            .last()
            .is_some_and(|word| word.ends_with(|c: char| c.is_ascii_digit()))
    };
    match words.iter().filter(|word| is_word(word)).count() {
        0 => false,
        1 => ends_with_digit(),
        _ => true,
    }
}

/// Returns whether a word stands beside another term, without an operator between them.
fn is_prose(words: &[&str]) -> bool {
    let ends_term = |c: char| c.is_ascii_alphanumeric() || ".,;:!?)]'".contains(c);
    let starts_term = |c: char| c.is_ascii_alphanumeric() || c == '(';
    (0..words.len()).any(|index| {
        is_word(words[index])
            && (index > 0 && words[index - 1].ends_with(ends_term)
                || words
                    .get(index + 1)
                    .is_some_and(|next| next.starts_with(starts_term)))
    })
}

fn is_word(word: &str) -> bool {
    let word = word.strip_prefix('(').unwrap_or(word);
    let word = word.trim_end_matches(|c| ".,;:!?)".contains(c));
    word.len() > 1 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Returns whether a text consists of terms with an operator between two of them, or with a function
/// before its bracket.
fn has_operator(flat: &str) -> bool {
    let text: Vec<char> = flat.chars().filter(|&c| !is_space(c)).collect();
    let is_greek = |c: char| ('\u{370}'..='\u{3ff}').contains(&c);
    let is_operator = |c: char| "-+=<>*/±·×÷".contains(c) || ('\u{2190}'..='\u{22ff}').contains(&c);
    let starts = |c: char| c.is_ascii_alphanumeric() || "([|".contains(c);
    let ends = |c: char| c.is_ascii_alphanumeric() || ")]|'!".contains(c);
    let is_beyond_ascii = |c: char| c >= '\u{80}';
    let (Some(&first), Some(&last)) = (text.first(), text.last()) else {
        return false;
    };
    if !(starts(first) || "-+".contains(first) || is_beyond_ascii(first))
        || !(ends(last) || is_beyond_ascii(last))
    {
        return false;
    }
    let is_function = |pair: &[char]| pair[0].is_ascii_alphabetic() && pair[1] == '(';
    let is_binary = |at: usize| {
        let right = text[at + 1..].iter().find(|&&c| !is_operator(c));
        is_operator(text[at + 1])
            && (ends(text[at]) || is_greek(text[at]))
            && right.is_some_and(|&c| starts(c) || c == '.' || is_greek(c))
    };
    text.windows(2).any(is_function) || (0..text.len() - 1).any(is_binary)
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\u{c}' | '\r' | '\u{a0}')
}

/// Returns a title without the signs around its formulas.
pub fn plain_title(title: &str) -> String {
    let mut plain = title.to_owned();
    for range in formulas(title, &[]).into_iter().rev() {
        let formula = title[range.clone()].trim_matches('$').to_owned();
        plain.replace_range(range, &formula);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{formulas, plain_title};
    use crate::core::text::mask_code;

    #[derive(serde::Deserialize)]
    struct Case {
        text: String,
        formulas: Vec<String>,
    }

    #[test]
    fn the_grammar_is_that_of_the_shared_cases() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../../ui/src/lib/formula-cases.json"))
                .expect("JSON");
        assert!(cases.len() >= 100, "{}", cases.len());
        let wrong: Vec<String> = cases
            .iter()
            .filter_map(|case| {
                let masked = mask_code(&case.text);
                let found: Vec<&str> = formulas(&case.text, &masked)
                    .into_iter()
                    .map(|range| &case.text[range])
                    .collect();
                (found != case.formulas).then(|| format!("{:?}: {found:?}", case.text))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn every_text_takes_linear_time() {
        for pattern in ["$", "${", "{$}", "$a{", "$\\", "$$", "$ a", "$\n"] {
            let text = pattern.repeat(200_000 / pattern.len());
            assert!(formulas(&text, &[]).len() <= text.len());
        }
    }

    #[test]
    fn a_plain_title_has_its_formulas_without_signs() {
        assert_eq!(plain_title("Why $a<b$ and $5?"), "Why a<b and $5?");
    }
}
