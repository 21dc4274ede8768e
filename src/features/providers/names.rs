//! What a provider calls a person, and the username that follows from it.

use serde_json::{Map, Value};

/// The longest name that is kept, in characters.
const LENGTH: usize = 100;
/// The longest username, in bytes.
const USERNAME: usize = 32;

/// Returns what the provider calls a person: the first of its claims that says it.
pub fn name(claims: &Map<String, Value>) -> Option<String> {
    let claims = ["preferred_username", "nickname", "name", "email"].map(|name| claims.get(name));
    let texts = claims.into_iter().flatten().filter_map(Value::as_str);
    texts.map(in_one_line).find(|name| !name.is_empty())
}

/// Returns a text of the provider that may be shown: without control characters, and not long.
pub fn in_one_line(text: &str) -> String {
    let shown = text
        .chars()
        .filter(|c| !c.is_control() && !is_direction(*c));
    let shown: String = shown.take(LENGTH).collect();
    shown.trim().to_owned()
}

/// Returns whether a character changes the direction of the text after it.
fn is_direction(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a username for someone with this name at the provider. It may be taken or too short.
pub fn username(name: &str) -> String {
    let name = name.split('@').next().unwrap_or_default();
    let mut username = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            username.push(c);
        } else if !username.is_empty() && !username.ends_with(['.', '_', '-']) {
            username.push(if matches!(c, '.' | '_') { c } else { '-' });
        }
    }
    username.truncate(USERNAME);
    username.trim_end_matches(['.', '_', '-']).to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_username_is_suggested() {
        for (name, expected) in [
            ("ada", "ada"),
            ("Ada Lovelace", "Ada-Lovelace"),
            ("ada@example.org", "ada"),
            ("..a..da--", "a.da"),
            ("\u{e4}da", "da"),
            ("\u{30a2}\u{30c0}", ""),
            ("<script>", "script"),
        ] {
            assert_eq!(username(name), expected, "{name}");
        }
        assert_eq!(username(&"a".repeat(40)).len(), 32);
    }

    #[test]
    fn the_first_name_counts_and_is_one_short_line() {
        let claims =
            json!({"preferred_username": " ", "name": "A\n\u{202e}da", "email": "x@y.test"});
        let claims = claims.as_object().expect("claims");
        assert_eq!(name(claims).as_deref(), Some("Ada"));
        assert_eq!(name(&Map::new()), None);
        assert_eq!(in_one_line(&"a".repeat(500)).len(), 100);
    }
}
