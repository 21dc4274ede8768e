//! Usernames for users of sites with free display names.

use std::collections::{HashMap, HashSet};

use unicode_normalization::char::decompose_canonical;

use crate::core::text;

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
            c => push_unaccented(&mut slug, c),
        }
    }
    let alphanumeric = |c: char| c.is_ascii_alphanumeric();
    let slug = slug.trim_matches(|c| !alphanumeric(c));
    let slug = slug[..slug.len().min(MAX_LENGTH)].trim_end_matches(|c| !alphanumeric(c));
    (slug.len() >= MIN_LENGTH).then(|| slug.to_owned())
}

/// Writes a Latin letter without its accents. Other characters are left out. A full transliteration
/// library is not needed: names in other scripts get the fallback.
fn push_unaccented(slug: &mut String, c: char) {
    slug.push_str(match c {
        'Æ' => "AE",
        'æ' => "ae",
        'Œ' => "OE",
        'œ' => "oe",
        'Đ' | 'Ð' | 'Ɖ' => "D",
        'đ' | 'ð' | 'ɖ' => "d",
        'Ħ' => "H",
        'ħ' => "h",
        'ı' => "i",
        'Ŀ' | 'Ł' => "L",
        'ŀ' | 'ł' => "l",
        'Ŋ' => "N",
        'ŋ' => "n",
        'Ø' => "O",
        'ø' => "o",
        'Ŧ' => "T",
        'ŧ' => "t",
        'Þ' => "Th",
        'þ' => "th",
        'ß' => "ss",
        'ẞ' => "SS",
        _ => {
            return decompose_canonical(c, |part| {
                if part.is_ascii_alphanumeric() {
                    slug.push(part);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Names;
    use crate::core::error::Sentence;
    use crate::core::text;

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
    fn vietnamese_letters_lose_only_their_marks() {
        assert_eq!(claim(&[], &["Lê Thị Hữu Đễ"]), ["Le-Thi-Huu-De"]);
        assert_eq!(claim(&[], &["ĐẶNG Ưỡng"]), ["DANG-Uong"]);
        // The same letters, each followed by its marks.
        assert_eq!(claim(&[], &["Thi\u{323} Hu\u{31b}\u{303}u"]), ["Thi-Huu"]);
        let letters: String = ('\u{1ea0}'..='\u{1ef9}').take(30).collect();
        assert_eq!(claim(&[], &[&letters])[0].len(), 30);
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
