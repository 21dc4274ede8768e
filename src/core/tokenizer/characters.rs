//! What the search index makes of single characters.

use std::ops::RangeInclusive;

/// Scripts without spaces between words.
const UNSPACED: &[RangeInclusive<char>] = &[
    '\u{0e00}'..='\u{0eff}',   // Thai, Lao
    '\u{1000}'..='\u{109f}',   // Burmese
    '\u{1100}'..='\u{11ff}',   // Hangul jamo
    '\u{1780}'..='\u{17ff}',   // Khmer
    '\u{3005}'..='\u{3007}',   // Chinese and Japanese iteration marks and zero
    '\u{3041}'..='\u{31ff}',   // Hiragana, Katakana, Bopomofo, Hangul
    '\u{3400}'..='\u{4dbf}',   // Han, rare
    '\u{4e00}'..='\u{9fff}',   // Han
    '\u{ac00}'..='\u{d7ff}',   // Hangul
    '\u{f900}'..='\u{faff}',   // Han, compatibility forms
    '\u{ff66}'..='\u{ffdc}',   // Katakana and Hangul, half-width forms
    '\u{20000}'..='\u{3ffff}', // Han, rarer
];

/// Returns whether a character is of a script without spaces.
pub fn is_unspaced(c: char) -> bool {
    UNSPACED.iter().any(|range| range.contains(&c))
}

/// Letters in circles and squares: alphabetic in Unicode, but symbols for the index.
const SYMBOLS: &[RangeInclusive<char>] = &['\u{24b6}'..='\u{24e9}', '\u{1f130}'..='\u{1f189}'];

/// Returns whether the index treats a character as part of a word.
pub fn is_indexed(c: char) -> bool {
    c.is_alphanumeric() && !SYMBOLS.iter().any(|range| range.contains(&c))
}

/// Returns whether a character is a combining mark.
pub fn is_diacritic(c: char) -> bool {
    ('\u{300}'..='\u{331}').contains(&c)
}
