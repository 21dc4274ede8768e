//! What the search index makes of single characters.

use std::ops::RangeInclusive;

use unicode_normalization::char::is_combining_mark;

use crate::core::text::is_ignorable;

/// Scripts without spaces between words.
const UNSPACED: &[RangeInclusive<char>] = &[
    '\u{0e00}'..='\u{0eff}',   // Thai, Lao
    '\u{1000}'..='\u{109f}',   // Burmese
    '\u{1100}'..='\u{11ff}',   // Hangul jamo
    '\u{1780}'..='\u{17ff}',   // Khmer
    '\u{1950}'..='\u{19df}',   // Tai Le, New Tai Lue
    '\u{1a20}'..='\u{1aaf}',   // Tai Tham
    '\u{1b00}'..='\u{1b7f}',   // Balinese
    '\u{3005}'..='\u{3007}',   // Chinese and Japanese iteration marks and zero
    '\u{3041}'..='\u{31ff}',   // Hiragana, Katakana, Bopomofo, Hangul
    '\u{3400}'..='\u{4dbf}',   // Han, rare
    '\u{4e00}'..='\u{9fff}',   // Han
    '\u{a960}'..='\u{a97f}',   // Hangul jamo, old initials
    '\u{a980}'..='\u{a9ff}',   // Javanese, Burmese
    '\u{aa60}'..='\u{aadf}',   // Burmese, Tai Viet
    '\u{ac00}'..='\u{d7ff}',   // Hangul
    '\u{f900}'..='\u{faff}',   // Han, compatibility forms
    '\u{ff66}'..='\u{ffdc}',   // Katakana and Hangul, half-width forms
    '\u{20000}'..='\u{3ffff}', // Han, rarer
];

/// Returns whether a character is of a script without spaces.
pub fn is_unspaced(c: char) -> bool {
    is_in(UNSPACED, c)
}

/// Letters for Unicode, but not for a reader: those that look like an apostrophe, and letters in
/// circles and squares.
const NO_LETTERS: &[RangeInclusive<char>] = &[
    '\u{2bb}'..='\u{2bc}',
    '\u{24b6}'..='\u{24e9}',
    '\u{1f130}'..='\u{1f189}',
];

/// Returns whether a word can begin with a character.
pub fn begins_word(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_alphanumeric();
    }
    c.is_alphanumeric() && !is_mark(c) && !is_ignorable(c) && !is_in(NO_LETTERS, c)
}

/// Returns whether a character belongs to the letter before it, such as the vowel signs of many
/// scripts.
pub fn is_mark(c: char) -> bool {
    // The half-width marks of Katakana are letters for Unicode.
    !c.is_ascii() && (is_combining_mark(c) || is_dropped(c) || matches!(c, '\u{ff9e}' | '\u{ff9f}'))
}

/// Returns whether a character is a vowel or final consonant that forms one syllable with the Hangul
/// before it.
pub fn continues_syllable(c: char) -> bool {
    matches!(c, '\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7ff}')
}

/// Returns whether words are compared without a mark: the accents of Latin, Greek and Cyrillic
/// letters, the points of Arabic, Hebrew and Syriac, and the line that makes Arabic words longer.
pub fn is_dropped(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}' // accents
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}' // Hebrew
        | '\u{610}'..='\u{61a}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}' | '\u{6e8}' | '\u{6ea}'..='\u{6ed}' | '\u{898}'..='\u{89f}'
        | '\u{8ca}'..='\u{8e1}' | '\u{8e3}'..='\u{8ff}' // Arabic
        | '\u{711}' | '\u{730}'..='\u{74a}') // Syriac
}

/// Returns the sign that a character shows, of those that can belong to a word: `C++`, `C#`, `.NET`.
pub fn sign(c: char) -> Option<char> {
    match c {
        '+' | '\u{ff0b}' | '\u{fe62}' => Some('+'),
        '#' | '\u{ff03}' | '\u{fe5f}' | '\u{266f}' => Some('#'),
        '.' | '\u{ff0e}' | '\u{fe52}' => Some('.'),
        _ => None,
    }
}

/// Returns how a letter without accents is written in plain ones.
pub fn spelled(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'þ' => "th",
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ŧ' => "t",
        'ς' => "σ",
        _ => return None,
    })
}

fn is_in(ranges: &[RangeInclusive<char>], c: char) -> bool {
    ranges.iter().any(|range| range.contains(&c))
}
