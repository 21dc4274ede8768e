//! Lays text out in lines: which fonts have its characters, where it wraps, and in which order it is drawn.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale};
use ar_reshaper::ArabicReshaper;
use unicode_bidi::{BidiInfo, Level};
use unicode_normalization::UnicodeNormalization;

use crate::core::text::is_ignorable;

const ELLIPSIS: char = '…';

/// The largest number of characters that are laid out: more than a picture has room for.
const MAX_CHARACTERS: usize = 400;

/// The fonts, which together have the letters of Latin, Greek, Cyrillic, Hebrew and Arabic.
static FONTS: LazyLock<Vec<FontRef<'static>>> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("fonts/noto-sans-bold.ttf"),
        include_bytes!("fonts/noto-sans-hebrew-bold.ttf"),
        include_bytes!("fonts/noto-sans-arabic-bold.ttf"),
    ];
    let fonts = files.into_iter().map(FontRef::try_from_slice);
    fonts.filter_map(Result::ok).collect()
});

/// Returns the font that has a character.
pub fn font_of(c: char) -> Option<&'static FontRef<'static>> {
    FONTS.iter().find(|font| font.glyph_id(c).0 != 0)
}

/// Returns the scale at which the letters of a font have a size, in pixels per em.
pub fn scale(font: &FontRef<'_>, size: f32) -> PxScale {
    let em = font.units_per_em().unwrap_or(1000.0);
    PxScale::from(size * font.height_unscaled() / em)
}

/// Returns the width of a character, in pixels.
pub fn advance(c: char, size: f32) -> f32 {
    font_of(c).map_or(0.0, |font| {
        let em = font.units_per_em().unwrap_or(1000.0);
        font.h_advance_unscaled(font.glyph_id(c)) * size / em
    })
}

/// A text that the fonts can draw.
pub struct Drawable {
    text: String,
    pub is_right_to_left: bool,
}

impl Drawable {
    /// Prepares a text. Symbols that no font has are left out. None: a letter is missing, or nothing is left.
    pub fn new(text: &str) -> Option<Self> {
        let visible = text.chars().filter(|c| !is_ignorable(*c));
        let visible: String = visible.take(MAX_CHARACTERS).collect();
        let composed: String = visible.nfc().filter(|c| !is_vowel_sign(*c)).collect();
        let mut drawn = String::with_capacity(composed.len());
        for c in composed.chars() {
            if c.is_whitespace() {
                drawn.push(' ');
            } else if font_of(c).is_some() {
                drawn.push(c);
            } else if c.is_alphanumeric() {
                return None;
            }
        }
        let text = drawn.split_whitespace().collect::<Vec<_>>().join(" ");
        let info = BidiInfo::new(&text, None);
        let is_right_to_left = info.paragraphs.first()?.level.is_rtl();
        Some(Self {
            text,
            is_right_to_left,
        })
    }

    /// Returns the text in lines of at most a width, as many as `max_lines`. `None`: there are more.
    pub fn lines(&self, size: f32, width: f32, max_lines: usize) -> Option<Vec<String>> {
        let lines = wrap(&self.text, size, width);
        (lines.len() <= max_lines).then(|| self.in_order(&lines))
    }

    /// Returns the beginning of the text in lines of at most a width, with an ellipsis if that is not all.
    pub fn first_lines(&self, size: f32, width: f32, max_lines: usize) -> Vec<String> {
        let mut lines = wrap(&self.text, size, width);
        if lines.len() > max_lines {
            lines.truncate(max_lines);
            if let Some(last) = lines.last_mut() {
                last.push(ELLIPSIS);
                while width_of(last, size) > width {
                    last.pop();
                    last.pop();
                    let end = last.trim_end().len();
                    last.truncate(end);
                    last.push(ELLIPSIS);
                }
            }
        }
        self.in_order(&lines)
    }

    /// Returns lines with their characters in the order in which they are drawn.
    fn in_order(&self, lines: &[String]) -> Vec<String> {
        let level = if self.is_right_to_left {
            Level::rtl()
        } else {
            Level::ltr()
        };
        lines.iter().map(|line| visual(line, level)).collect()
    }
}

/// Returns whether a character is a vowel sign of Hebrew or Arabic: readers do without, and its place above or below a
/// letter is known only to a whole text engine.
fn is_vowel_sign(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}')
}

/// Returns a text with the joined forms of Arabic letters.
fn joined(text: &str) -> String {
    ArabicReshaper::default().reshape(text)
}

/// Returns the width of a text, in pixels.
pub fn width_of(text: &str, size: f32) -> f32 {
    joined(text).chars().map(|c| advance(c, size)).sum()
}

/// Breaks a text between words, and words that are longer than a line.
fn wrap(text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        for piece in pieces(word, size, width) {
            match lines.last_mut() {
                Some(line)
                    if !piece.1 && width_of(&format!("{line} {}", piece.0), size) <= width =>
                {
                    line.push(' ');
                    line.push_str(&piece.0);
                }
                _ => lines.push(piece.0),
            }
        }
    }
    lines
}

/// Returns the parts of a word that fit into a line each, with whether each continues the one before.
fn pieces(word: &str, size: f32, width: f32) -> Vec<(String, bool)> {
    let mut pieces = vec![(String::new(), false)];
    let mut taken = 0.0;
    for c in word.chars() {
        let advance = advance(c, size);
        if taken + advance > width {
            pieces.push((String::new(), true));
            taken = 0.0;
        }
        taken += advance;
        if let Some((piece, _)) = pieces.last_mut() {
            piece.push(c);
        }
    }
    pieces
}

/// Returns the characters of a line from left to right.
fn visual(line: &str, level: Level) -> String {
    let line = joined(line);
    let info = BidiInfo::new(&line, Some(level));
    let Some(paragraph) = info.paragraphs.first() else {
        return line;
    };
    let (levels, runs) = info.visual_runs(paragraph, paragraph.range.clone());
    let mut visual = String::with_capacity(line.len());
    for run in runs {
        if levels[run.start].is_rtl() {
            visual.extend(line[run].chars().rev().map(mirrored));
        } else {
            visual.push_str(&line[run]);
        }
    }
    visual
}

/// Returns the sign that stands for another one in a text from right to left.
fn mirrored(c: char) -> char {
    const PAIRS: [(char, char); 6] = [
        ('(', ')'),
        ('[', ']'),
        ('{', '}'),
        ('<', '>'),
        ('«', '»'),
        ('‹', '›'),
    ];
    let other = PAIRS.iter().find_map(|&(left, right)| match c {
        _ if c == left => Some(right),
        _ if c == right => Some(left),
        _ => None,
    });
    other.unwrap_or(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: f32, max_lines: usize) -> Vec<String> {
        let drawable = Drawable::new(text).expect("a drawable text");
        drawable.first_lines(10.0, width, max_lines)
    }

    #[test]
    fn the_fonts_have_the_letters_of_five_scripts() {
        assert_eq!(FONTS.len(), 3);
        for text in [
            "Ångström ß",
            "Ψυχή",
            "Чернила щедрые",
            "דיו",
            "حبر گچپژ الله لا",
        ] {
            assert!(Drawable::new(text).is_some(), "{text}");
            for c in joined(text).chars().filter(|c| *c != ' ') {
                assert!(font_of(c).is_some(), "{c:?} of {text}");
            }
        }
    }

    #[test]
    fn a_text_with_a_letter_that_no_font_has_cannot_be_drawn() {
        for text in ["墨水", "インク ink", "หมึก", "", "🖋️", "\u{202e}\u{200b}"] {
            assert!(Drawable::new(text).is_none(), "{text}");
        }
        assert_eq!(
            lines("Ink 🖋️ and\u{202e} paper", 500.0, 9),
            ["Ink and paper"]
        );
    }

    #[test]
    fn a_text_wraps_between_words_and_long_words_are_broken() {
        for line in lines(&format!("one two {} three", "m".repeat(60)), 100.0, 99) {
            assert!(width_of(&line, 10.0) <= 100.0, "{line}");
        }
        let all = lines(&format!("one {}", "m".repeat(60)), 100.0, 99).concat();
        assert_eq!(all, format!("one{}", "m".repeat(60)));
    }

    #[test]
    fn a_text_that_is_too_long_ends_with_an_ellipsis() {
        let lines = lines(&"word ".repeat(100), 100.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(
            lines[2].ends_with("word…") || lines[2].ends_with('…'),
            "{lines:?}"
        );
        for line in lines {
            assert!(width_of(&line, 10.0) <= 100.0, "{line}");
        }
    }

    #[test]
    fn hebrew_and_arabic_are_drawn_from_right_to_left_and_joined() {
        let text = Drawable::new("דיו (ink) 12").expect("drawable");
        assert!(text.is_right_to_left);
        assert_eq!(text.first_lines(10.0, 500.0, 1), ["12 (ink) ויד"]);
        let word = lines("حبر", 500.0, 1);
        assert_eq!(word[0].chars().count(), 3);
        assert!(word[0].chars().all(|c| c >= '\u{fb50}'), "{word:?}");
        assert_eq!(lines("Ink דיו?", 500.0, 1), ["Ink ויד?"]);
    }
}
