//! Escaping: finds characters of plain text that have a meaning in Markdown.

/// The context of a character.
#[derive(Clone, Copy, Default)]
pub(super) struct Context {
    /// In the text of a link, a bracket would end it.
    pub link: bool,
    /// In a table cell, a bar would end it.
    pub cell: bool,
    /// The text has several `~`. A single one has no meaning.
    pub tildes: bool,
}

/// Returns whether the first character of `rest` needs a backslash after `before`.
pub(super) fn needs_escape(before: Option<char>, rest: &str, context: Context) -> bool {
    let mut chars = rest.chars();
    let c = chars.next();
    let next = chars.next();
    let spaced = before.is_some_and(char::is_whitespace) && next.is_some_and(char::is_whitespace);
    let within_a_word =
        before.is_some_and(char::is_alphanumeric) && next.is_some_and(char::is_alphanumeric);
    match c {
        // In `\$`, escaping the backslash would let the dollar begin a formula.
        Some('\\') => next.is_none_or(|next| next.is_ascii_punctuation() && next != '$'),
        Some('`' | '[') => true,
        Some(']') => context.link,
        Some('|') => context.cell,
        Some('*') => !spaced,
        Some('~') => context.tildes && !spaced,
        // Within a word, an underscore is not emphasis.
        Some('_') => !spaced && !within_a_word,
        Some('<') => {
            next.is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, '/' | '!' | '?'))
        }
        Some('&') => is_entity(rest),
        _ => false,
    }
}

/// Returns the position in a line at which it needs a backslash, so that it does not become a
/// heading, a quote, a thematic break or a list item.
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
    let numbers = (1..=9).contains(&digits)
        && rest[digits..].starts_with(['.', ')'])
        && ends_marker(&rest[digits + 1..]);
    numbers.then_some(digits)
}

/// Returns whether `rest` begins with a character reference, such as `&lt;`.
pub(super) fn is_entity(rest: &str) -> bool {
    let Some((name, _)) = rest.strip_prefix('&').and_then(|rest| rest.split_once(';')) else {
        return false;
    };
    let name = name.strip_prefix('#').unwrap_or(name);
    !name.is_empty() && name.len() <= 32 && name.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns the length of the longest run of `character`.
pub(super) fn longest_run(text: &str, character: char) -> usize {
    text.split(|c| c != character)
        .map(str::len)
        .max()
        .unwrap_or(0)
}
