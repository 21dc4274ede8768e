//! Words as the search index knows them. Pure functions, which SQL can call too.

mod porter;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;
use std::ops::RangeInclusive;

pub use porter::stem;
use unicode_normalization::UnicodeNormalization;

/// Shorter words are not kept to complete and to correct what is typed.
const SHORTEST: usize = 4;
/// Of longer words so many letters are kept.
pub const LONGEST: usize = 30;

/// Scripts that put no spaces between words.
const UNSPACED: &[RangeInclusive<char>] = &[
    '\u{0e00}'..='\u{0eff}',   // Thai, Lao
    '\u{1000}'..='\u{109f}',   // Burmese
    '\u{1100}'..='\u{11ff}',   // Hangul, parts of syllables
    '\u{1780}'..='\u{17ff}',   // Khmer
    '\u{3005}'..='\u{3007}',   // Chinese and Japanese signs for repetition and zero
    '\u{3041}'..='\u{31ff}',   // Hiragana, Katakana, Bopomofo, Hangul
    '\u{3400}'..='\u{4dbf}',   // Han, rare
    '\u{4e00}'..='\u{9fff}',   // Han
    '\u{ac00}'..='\u{d7ff}',   // Hangul
    '\u{f900}'..='\u{faff}',   // Han, for compatibility
    '\u{ff66}'..='\u{ffdc}',   // Katakana and Hangul, half as wide
    '\u{20000}'..='\u{3ffff}', // Han, rarer
];

fn is_unspaced(c: char) -> bool {
    UNSPACED.iter().any(|range| range.contains(&c))
}

/// Letters in circles and squares: Unicode calls them alphabetic, and the index takes them for symbols.
const SYMBOLS: &[RangeInclusive<char>] = &['\u{24b6}'..='\u{24e9}', '\u{1f130}'..='\u{1f189}'];

/// Whether the index takes a character for a part of a word.
pub fn is_indexed(c: char) -> bool {
    c.is_alphanumeric() && !SYMBOLS.iter().any(|range| range.contains(&c))
}

/// The text with each character of a script without spaces between spaces. The index takes what stands between
/// spaces for a word, and would otherwise know only whole sentences of Chinese; so it finds any part of them as a
/// phrase of characters. Other text is returned as it is.
pub fn separated(text: &str) -> Cow<'_, str> {
    // In UTF-8 the first byte of all these characters is at least this.
    if text.bytes().all(|byte| byte < 0xe0) || !text.contains(is_unspaced) {
        return Cow::Borrowed(text);
    }
    let mut separated = String::with_capacity(2 * text.len());
    for c in text.chars() {
        if is_unspaced(c) {
            separated.extend([' ', c, ' ']);
        } else {
            separated.push(c);
        }
    }
    Cow::Owned(separated)
}

/// What to look for when not all of a text must be found: the text itself, or of a script without spaces each two
/// neighbours, which is what most words of Chinese and Japanese are long.
pub fn pieces(text: &str) -> Vec<String> {
    let separated = separated(text);
    let characters: Vec<&str> = separated.split_whitespace().collect();
    if matches!(separated, Cow::Borrowed(_)) || characters.len() < 3 {
        return vec![text.to_owned()];
    }
    characters.windows(2).map(|pair| pair.join(" ")).collect()
}

/// The distinct words of a text that are kept to complete and to correct what is typed: folded, and at most
/// [`LONGEST`] letters of each.
pub fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c| !is_indexed(c) && !is_diacritic(c)).map(folded).filter(|word| is_kept(word));
    let shortened = |word: Cow<'_, str>| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => word[..end].to_owned(),
        None => word.into_owned(),
    };
    words.map(shortened).collect()
}

/// Whether [`words`] keeps such folded words.
pub fn is_kept(word: &str) -> bool {
    begins_kept(word) && word.chars().count() >= SHORTEST
}

/// Whether all words that begin so are kept, if they are long enough: letters and digits, the first a letter.
pub fn begins_kept(beginning: &str) -> bool {
    beginning.starts_with(char::is_alphabetic) && beginning.chars().all(|c| is_indexed(c) && !is_unspaced(c))
}

/// A word as FTS5's `remove_diacritics 2` has it: in lower case, and Latin letters without what stands over and under
/// them. Most words are so already, and the writer folds each word of what is written.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return if word.contains(|c: char| c.is_ascii_uppercase()) { word.to_ascii_lowercase().into() } else { word.into() };
    }
    let base = |c: char| iter::once(c).nfd().next().filter(char::is_ascii_alphabetic).unwrap_or(c);
    Cow::Owned(word.chars().filter(|&c| !is_diacritic(c)).map(base).flat_map(char::to_lowercase).collect())
}

/// Whether a character only adds to the one before it.
fn is_diacritic(c: char) -> bool {
    ('\u{300}'..='\u{331}').contains(&c)
}

/// Each three neighbours in a word. Marks at its ends make trigrams of the first and the last two letters too.
pub fn trigrams(word: &str) -> BTreeSet<String> {
    marked(word).windows(3).map(|trigram| trigram.iter().collect()).collect()
}

/// Trigrams of which every word has one that differs from this one in at most `errors` wrong, missing, additional or
/// swapped letters: an error spoils only one of `errors + 1` parts of a word. Swapping two letters can spoil two parts
/// at once, but then not those with other borders.
pub fn telling_trigrams(word: &str, errors: usize) -> BTreeSet<String> {
    let letters = marked(word);
    let parts = errors + 1;
    let starts = (0..parts).map(|part| part * letters.len() / parts).flat_map(|start| [start, if start == 0 { 0 } else { start + 1 }]);
    starts.filter_map(|start| letters.get(start..start + 3)).map(|trigram| trigram.iter().collect()).collect()
}

fn marked(word: &str) -> Vec<char> {
    iter::once('^').chain(word.chars()).chain(iter::once('$')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_scripts_without_spaces_are_separated() {
        for text in ["", "plain", "naïve café", "Привет, мир", "“quotes” — and 🏛 emoji", "e\u{301}", "c++\n\t x"] {
            assert!(matches!(separated(text), Cow::Borrowed(same) if same == text), "{text}");
        }
        for (text, expected) in [
            ("Rust入門", "Rust 入  門 "),
            ("第3章", " 第 3 章 "),
            ("ｶﾅ", " ｶ  ﾅ "),
            ("한국", " 한  국 "),
            ("𠮷野", " 𠮷  野 "),
            ("入、門", " 入 、 門 "),
        ] {
            assert_eq!(separated(text), expected);
        }
    }

    #[test]
    fn pieces_are_pairs_of_neighbours() {
        assert_eq!(pieces("validator"), ["validator"]);
        assert_eq!(pieces("交易"), ["交易"]);
        assert_eq!(pieces("验证交易"), ["验 证", "证 交", "交 易"]);
    }

    #[test]
    fn words_are_long_and_begin_with_a_letter() {
        let found = words("The Validator's snake_case sha256sum 0xabcdef, naïveté; 验证交易验证交易 validator");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["case", "naivete", "sha256sum", "snake", "validator"]);
        assert!(words(&"x".repeat(31)).contains(&"x".repeat(30)));
    }

    #[test]
    fn words_are_folded_like_the_index_does() {
        for (word, expected) in
            [("Müller", "muller"), ("Mu\u{308}ller", "muller"), ("Việt", "viet"), ("Йогурт", "йогурт"), ("groß", "groß")]
        {
            assert_eq!(folded(word), expected);
        }
    }

    /// Every way to mistype a word leaves a trigram by which it is found.
    #[test]
    fn each_similar_word_has_a_telling_trigram() {
        for word in ["react", "plutus", "haskell"] {
            let letters: Vec<char> = word.chars().collect();
            let mut mistyped = Vec::new();
            for at in 0..=letters.len() {
                let with = |replaced: usize, by: &[char]| [&letters[..at], by, &letters[(at + replaced).min(letters.len())..]].concat();
                mistyped.extend([with(0, &['x']), with(1, &['x']), with(1, &[])]);
                if let [a, b, ..] = letters[at..] {
                    mistyped.push(with(2, &[b, a]));
                }
            }
            for letters in mistyped {
                let mistyped: String = letters.into_iter().collect();
                let shared = telling_trigrams(&mistyped, 1).intersection(&trigrams(word)).count();
                assert!(shared > 0, "{mistyped} for {word}: {:?}", telling_trigrams(&mistyped, 1));
            }
        }
    }
}
