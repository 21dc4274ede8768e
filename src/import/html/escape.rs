//! Which characters of plain text would mean something to a Markdown renderer.

/// Where a character stands.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// In a link's text a bracket would end it.
    pub link: bool,
    /// In a table's cell a bar would end it.
    pub cell: bool,
    /// One `~` alone strikes nothing through.
    pub tildes: bool,
}

/// Whether the first character of `rest` needs a backslash, coming after `before`.
pub(super) fn needs_escape(before: Option<char>, rest: &str, place: Place) -> bool {
    let mut chars = rest.chars();
    let c = chars.next();
    let next = chars.next();
    let spaced = before.is_some_and(char::is_whitespace) && next.is_some_and(char::is_whitespace);
    let within_a_word = before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
    match c {
        // Escaping the backslash of `\$` would set the dollar free to begin a formula.
        Some('\\') => next.is_none_or(|next| next.is_ascii_punctuation() && next != '$'),
        Some('`' | '[') => true,
        Some(']') => place.link,
        Some('|') => place.cell,
        Some('*') => !spaced,
        Some('~') => place.tildes && !spaced,
        // There an underscore emphasises nothing.
        Some('_') => !spaced && !within_a_word,
        Some('<') => next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?')),
        Some('&') => is_entity(rest),
        _ => false,
    }
}

/// Where a line that begins with `rest` needs a backslash, so that it stays a line of prose instead of becoming a
/// heading, a quote, a rule or a list's item.
pub(super) fn line_start(rest: &str) -> Option<usize> {
    let ends_marker = |rest: &str| rest.chars().next().is_none_or(char::is_whitespace);
    let line = rest.trim_end();
    let c = line.chars().next()?;
    let run = line.len() - line.trim_start_matches(c).len();
    let is_marker = match c {
        '>' => true,
        '#' => run <= 6 && ends_marker(&rest[run..]),
        '+' | '*' | '_' => ends_marker(&rest[1..]),
        '-' => ends_marker(&rest[1..]) || run == line.len(),
        '=' => run == line.len(),
        _ => false,
    };
    if is_marker {
        return Some(0);
    }
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let numbers = (1..=9).contains(&digits) && rest[digits..].starts_with(['.', ')']) && ends_marker(&rest[digits + 1..]);
    numbers.then_some(digits)
}

/// Whether `rest` begins with what HTML, and so Markdown, reads as one character, such as `&lt;`.
pub(super) fn is_entity(rest: &str) -> bool {
    let Some((name, _)) = rest.strip_prefix('&').and_then(|rest| rest.split_once(';')) else { return false };
    let name = name.strip_prefix('#').unwrap_or(name);
    !name.is_empty() && name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric())
}
