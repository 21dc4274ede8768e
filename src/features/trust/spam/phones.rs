//! Finds phone numbers.

/// The number of digits of a phone number.
const DIGITS: std::ops::RangeInclusive<usize> = 9..=15;
/// The largest number of groups of digits.
const GROUPS: usize = 6;

/// Returns the first phone number outside of the masked bytes: 9 to 15 digits that begin with `+`, or that
/// stand in groups as people write them. Dates, addresses of computers and lists of numbers are none. Takes
/// linear time.
pub fn phone_number<'t>(text: &'t str, masked: &[bool]) -> Option<&'t str> {
    let mut run: Option<(usize, usize)> = None;
    let mut before = ' ';
    for (at, c) in text.char_indices().chain([(text.len(), '\0')]) {
        let is_masked = masked.get(at).copied().unwrap_or_default();
        match run {
            Some((start, _)) if !is_masked && is_part(c) => run = Some((start, at + c.len_utf8())),
            None if !is_masked && begins(c) && !before.is_alphanumeric() => {
                run = Some((at, at + c.len_utf8()));
            }
            _ => {
                if let Some((start, end)) = run.take() {
                    let number = text[start..end].trim_end_matches(|c| !digit(c));
                    let is_whole = number.len() < end - start
                        || !c.is_alphabetic() && !matches!(c, ':' | '/' | '_' | '%' | '=');
                    if is_whole && is_phone_number(number) {
                        return Some(number);
                    }
                }
            }
        }
        before = c;
    }
    None
}

/// Returns the value of a digit, also of those that only look different.
fn digit(c: char) -> bool {
    matches!(c, '0'..='9' | '\u{ff10}'..='\u{ff19}' | '\u{1d7ce}'..='\u{1d7ff}')
}

fn begins(c: char) -> bool {
    digit(c) || matches!(c, '+' | '(' | '\u{ff0b}')
}

fn is_part(c: char) -> bool {
    digit(c)
        || matches!(
            c,
            ' ' | '-' | '.' | '(' | ')' | '\u{2010}'..='\u{2015}' | '\u{a0}'
        )
}

fn is_phone_number(run: &str) -> bool {
    let has_plus = run.starts_with(['+', '\u{ff0b}']);
    let groups: Vec<usize> = run
        .split(|c| !digit(c))
        .map(|group| group.chars().count())
        .filter(|&length| length > 0)
        .collect();
    let digits: usize = groups.iter().sum();
    if !DIGITS.contains(&digits) || groups.len() > GROUPS {
        return false;
    }
    if has_plus {
        return true;
    }
    let has_brackets = run.contains('(') && run.contains(')');
    let is_address = groups.len() == 4
        && run.matches('.').count() >= 3
        && groups.iter().all(|&length| length <= 3);
    let is_date = groups.starts_with(&[4, 2, 2]) || groups.starts_with(&[2, 2, 4]);
    let is_grouped = groups.len() >= 3
        && groups[1..].iter().all(|length| (2..=5).contains(length))
        && groups.last().is_some_and(|&length| length >= 3)
        && (groups[0] <= 3 || run.starts_with('0'));
    !is_address && !is_date && (is_grouped || (has_brackets && groups.len() >= 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<&str> {
        phone_number(text, &crate::core::text::mask(text))
    }

    #[test]
    fn numbers_that_people_write_are_found() {
        for text in [
            "call +1 (888) 555-0142 now",
            "1-888-555-0142",
            "(888) 555-0142.",
            "Tel: +441632960961",
            "888.555.0142",
            "\u{ff0b}1 \u{ff18}\u{ff18}\u{ff18} 555 0142",
        ] {
            assert!(found(text).is_some(), "{text}");
        }
    }

    #[test]
    fn other_numbers_are_not_phone_numbers() {
        for text in [
            "2021-12-01 10:20:30",
            "01-12-2021 1020",
            "192.168.100.100",
            "1 2 3 4 5 6 7 8 9 10",
            "1000000000 lovelace",
            "1.35.2.100200300",
            "0.000000123456",
            "`+1 888 555 0142`",
            "addr1v888-555-0142x",
            "1,234,567,890",
            "1500 2000 2500",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
