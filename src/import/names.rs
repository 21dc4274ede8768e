//! Usernames for users of sites with free display names.

use std::collections::{HashMap, HashSet};

use crate::text;

const MAX_LENGTH: usize = 32;
const MIN_LENGTH: usize = 2;

/// Assigns usernames that are unique without regard to case.
pub(super) struct Names {
    /// Assigned names, folded.
    taken: HashSet<String>,
    /// The suffix to try next for each folded name.
    next: HashMap<String, u32>,
}

impl Names {
    /// Creates an assigner. `taken` are the existing names, folded.
    pub fn new(taken: HashSet<String>) -> Self {
        Self {
            taken,
            next: HashMap::new(),
        }
    }

    /// Assigns a valid username that resembles `display_name`, or `fallback` if no usable character
    /// remains.
    pub fn claim(&mut self, display_name: &str, fallback: &str) -> String {
        let base = slug(display_name).unwrap_or_else(|| fallback.to_owned());
        if !text::is_reserved(&base) && self.taken.insert(text::fold(&base)) {
            return base;
        }
        let number = self.next.entry(text::fold(&base)).or_insert(2);
        loop {
            let suffix = format!("-{number}");
            *number += 1;
            let stem = base[..base.len().min(MAX_LENGTH - suffix.len())]
                .trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
            let name = format!("{stem}{suffix}");
            if self.taken.insert(text::fold(&name)) {
                return name;
            }
        }
    }
}

/// Returns the characters of a display name that a username can contain, if they are enough for
/// one.
fn slug(display_name: &str) -> Option<String> {
    let mut slug = String::new();
    for c in display_name.trim().chars() {
        match c {
            c if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') => slug.push(c),
            c if c.is_whitespace() => {
                if !slug.ends_with('-') {
                    slug.push('-');
                }
            }
            c => slug.push_str(unaccented(c)),
        }
    }
    let alphanumeric = |c: char| c.is_ascii_alphanumeric();
    let slug = slug.trim_matches(|c| !alphanumeric(c));
    let slug = slug[..slug.len().min(MAX_LENGTH)].trim_end_matches(|c| !alphanumeric(c));
    (slug.len() >= MIN_LENGTH).then(|| slug.to_owned())
}

/// Returns a Latin letter without its accent, and an empty text for other characters. A full
/// transliteration library is not needed: names in other scripts get the fallback.
fn unaccented(c: char) -> &'static str {
    match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' | 'Ǎ' => "A",
        'Æ' => "AE",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'Ď' | 'Đ' | 'Ð' => "D",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' | 'Ẽ' => "E",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'Ĥ' | 'Ħ' => "H",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Ĭ' | 'Į' | 'İ' | 'Ǐ' => "I",
        'Ĵ' => "J",
        'Ķ' => "K",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ŀ' | 'Ł' => "L",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' | 'Ǒ' | 'Ơ' => "O",
        'Œ' => "OE",
        'Ŕ' | 'Ŗ' | 'Ř' => "R",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'Ţ' | 'Ť' | 'Ŧ' | 'Ț' => "T",
        'Þ' => "Th",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' | 'Ǔ' | 'Ư' => "U",
        'Ŵ' => "W",
        'Ý' | 'Ŷ' | 'Ÿ' => "Y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ß' => "ss",
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẽ' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ǐ' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ǒ' | 'ơ' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ǔ' | 'ư' => "u",
        'ŵ' => "w",
        'ý' | 'ŷ' | 'ÿ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Names;
    use crate::error::Sentence;
    use crate::text;

    fn claim(taken: &[&str], names: &[&str]) -> Vec<String> {
        let mut claimed = Names::new(taken.iter().map(|name| text::fold(name)).collect());
        names
            .iter()
            .map(|name| claimed.claim(name, "user7"))
            .collect()
    }

    #[test]
    fn a_display_name_becomes_a_username() {
        assert_eq!(claim(&[], &["Ada Lovelace"]), ["Ada-Lovelace"]);
        assert_eq!(claim(&[], &["  José  Ñandú-Łuk "]), ["Jose-Nandu-Luk"]);
        assert_eq!(claim(&[], &["O'Brien (they/them)"]), ["OBrien-theythem"]);
        assert_eq!(claim(&[], &["_.x_y.-"]), ["x_y"]);
        assert_eq!(claim(&[], &["Straße"]), ["Strasse"]);
    }

    #[test]
    fn a_name_without_usable_letters_becomes_the_fallback() {
        assert_eq!(
            claim(&[], &["田中", "", "x", "-"]),
            ["user7", "user7-2", "user7-3", "user7-4"]
        );
    }

    #[test]
    fn names_are_unique_without_regard_to_case() {
        assert_eq!(
            claim(&["ada"], &["Ada", "ADA", "ada"]),
            ["Ada-2", "ADA-3", "ada-4"]
        );
        assert_eq!(
            claim(&["bob-2"], &["Bob", "bob", "Bob 2"]),
            ["Bob", "bob-3", "Bob-2-2"]
        );
    }

    #[test]
    fn a_reserved_name_gets_a_number() {
        assert_eq!(claim(&[], &["Admin"]), ["Admin-2"]);
    }

    #[test]
    fn every_assigned_name_is_a_valid_username() {
        let long = "a".repeat(31) + "-bc";
        let odd = [
            "e",
            "..",
            "a-",
            "-a",
            "x\u{301}y",
            "💥 boom 💥",
            &long,
            &long,
            &long,
            "Community",
            "a b",
            "A  B",
        ];
        for name in claim(&[], &odd) {
            assert!(
                text::username(&name).is_ok(),
                "{name}: {:?}",
                text::username(&name).map_err(|error| error.sentence())
            );
        }
        assert_ne!(
            text::username("-").map_err(|error| error.sentence()),
            Err(Sentence::UsernameReserved)
        );
        let all: HashSet<_> = claim(&[], &odd)
            .iter()
            .map(|name| text::fold(name))
            .collect();
        assert_eq!(all.len(), odd.len());
    }
}
