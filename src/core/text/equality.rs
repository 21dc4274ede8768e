//! Which texts are equal, and which show nothing.

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
