//! Which names are equal, and which texts show nothing.

use unicode_normalization::UnicodeNormalization;

/// Unicode's property Default_Ignorable_Code_Point: what a font shows nothing for.
const IGNORABLE: &[std::ops::RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',       // soft hyphen
    '\u{34f}'..='\u{34f}',     // combining grapheme joiner
    '\u{61c}'..='\u{61c}',     // Arabic letter mark
    '\u{115f}'..='\u{1160}',   // Hangul fillers
    '\u{17b4}'..='\u{17b5}',   // Khmer inherent vowels
    '\u{180b}'..='\u{180f}',   // Mongolian variation selectors and vowel separator
    '\u{200b}'..='\u{200f}',   // zero-width space, joiners, direction marks
    '\u{202a}'..='\u{202e}',   // direction overrides
    '\u{2060}'..='\u{206f}',   // word joiner, invisible operators, direction isolates
    '\u{3164}'..='\u{3164}',   // Hangul filler
    '\u{fe00}'..='\u{fe0f}',   // variation selectors
    '\u{feff}'..='\u{feff}',   // byte order mark
    '\u{ffa0}'..='\u{ffa0}',   // half-width Hangul filler
    '\u{fff0}'..='\u{fff8}',   // unassigned
    '\u{1bca0}'..='\u{1bca3}', // shorthand format controls
    '\u{1d173}'..='\u{1d17a}', // musical format controls
    '\u{e0000}'..='\u{e0fff}', // tags, variation selectors, unassigned
];

/// Returns whether a character is invisible and takes no space.
pub fn is_ignorable(c: char) -> bool {
    c >= '\u{ad}' && IGNORABLE.iter().any(|range| range.contains(&c))
}

/// Returns the key for comparing names: Unicode's NFKC_Casefold. Names with equal keys look the same,
/// apart from case: the key has no compatible forms such as full-width letters, composes what can be
/// composed, and leaves out what is invisible.
pub fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let visible = name.nfkd().filter(|c| !is_ignorable(*c));
    visible.flat_map(case_folded).nfkc().collect()
}

/// Returns Unicode's full case folding of a character. (Its only letter that differs from the lower
/// case of its upper case is the dotless `ı`.)
fn case_folded(c: char) -> impl Iterator<Item = char> {
    let dotless = (c == 'ı').then_some(c);
    let lower = c.to_lowercase().filter(move |_| dotless.is_none());
    let folded = lower
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase);
    folded.chain(dotless)
}

/// Returns whether a text shows nothing.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| {
        c.is_whitespace()
            || c.is_control()
            || is_ignorable(c)
            // An empty Braille cell, annotation marks, a musical note without a head, Egyptian joiners.
            || matches!(c, '\u{2800}' | '\u{fff9}'..='\u{fffb}' | '\u{1d159}' | '\u{13430}'..='\u{1343f}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_look_the_same_have_one_key() {
        for (one, other) in [
            ("Café", "cafe\u{301}"),
            ("café", "ca\u{200b}fé"),
            ("straße", "STRASSE"),
            ("ẞ", "ss"),
            ("ΣΑΣ", "σας"),
            ("ＪＡＶＡ", "java"),
            ("ﬁle", "File"),
            ("가", "\u{1100}\u{1161}"),
            ("ｶﾞ", "ガ"),
            ("a\u{fe0f}b\u{e0041}", "AB"),
            ("\u{345}\u{301}α", "\u{301}\u{345}α"),
            ("K", "k"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
        for (one, other) in [("é", "e"), ("ı", "i"), ("ё", "е"), ("a", "а")] {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn a_key_is_its_own_key() {
        for c in '\0'..=char::MAX {
            for name in [c.to_string(), format!("a{c}\u{345}\u{327}{c}\u{1161}")] {
                let key = fold(&name);
                assert_eq!(fold(&key), key, "{c:?}");
            }
        }
    }

    #[test]
    fn texts_without_a_visible_character_are_blank() {
        for c in "\u{200b}\u{3164}\u{2800}\u{115f}\u{1160}\u{ffa0}\u{ad}\u{34f}\u{180e}\u{fe0f}\u{e0100}\u{e0041}\
                  \u{200e}\u{202e}\u{2066}\u{61c}\u{feff}\u{2060}\u{2063}\u{a0}\u{3000}\u{2029}\u{7}\u{17b4}\u{1d173}"
            .chars()
        {
            assert!(is_blank(&format!(" {c}\n{c}")), "{c:?}");
            assert!(!is_blank(&format!("{c}x")), "{c:?}");
        }
        assert!(is_blank("") && !is_blank("\u{301}") && !is_blank("़"));
    }
}
