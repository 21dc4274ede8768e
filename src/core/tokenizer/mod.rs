//! Splits texts into words like the search index does. Pure functions, which SQL can call too.

mod characters;
mod porter;
mod strength;
mod tokens;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::iter;

pub use characters::is_unspaced;
use characters::{begins_word, is_dropped, is_mark, sign, spelled};
pub use porter::stem;
pub use strength::{CLASSES, Strength, relative_frequency, strong_words};
pub use tokens::{Token, tokens};
use unicode_normalization::char::decompose_compatible;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};

use super::text::is_ignorable;

/// The shortest word of the vocabulary for completion and correction, in letters.
const SHORTEST: usize = 4;
/// The vocabulary contains only this many letters of a longer word.
pub const LONGEST: usize = 30;

/// Stands between the tags of a question in the index, so that no phrase matches across two. No
/// word contains it.
const TAG_SEPARATOR: &str = "\u{e000}";

/// Returns the tokens of a text, folded, with a space between two.
///
/// The index reads texts and searches in this form alone. Its own tokenizer splits at spaces and
/// changes nothing, so that it and this module cannot disagree about what a word is.
pub fn segmented(text: &str) -> String {
    let mut segmented = String::with_capacity(text.len() + text.len() / 8);
    for token in tokens(text) {
        if !segmented.is_empty() {
            segmented.push(' ');
        }
        segmented.push_str(&folded(&text[token.range]));
    }
    segmented
}

/// Returns the distinct words of a segmented text for the vocabulary of completion and correction:
/// at most [`LONGEST`] letters of each.
pub fn words(segmented: &str) -> BTreeSet<String> {
    let words = segmented.split(' ').filter(|word| is_in_vocabulary(word));
    let shortened = |word: &str| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => word[..end].to_owned(),
        None => word.to_owned(),
    };
    words.map(shortened).collect()
}

/// Returns whether [`words`] includes a folded word.
pub fn is_in_vocabulary(word: &str) -> bool {
    is_vocabulary_prefix(word) && word.chars().count() >= SHORTEST
}

/// Returns whether the vocabulary includes all sufficiently long words with a prefix: the prefix
/// consists of letters and digits and begins with a letter.
pub fn is_vocabulary_prefix(prefix: &str) -> bool {
    prefix.starts_with(char::is_alphabetic)
        && prefix
            .chars()
            .all(|c| (begins_word(c) || is_mark(c)) && !is_unspaced(c))
}

/// Folds a token, so that spellings that readers take for the same are equal: compatible forms such
/// as full-width ones, case, the accents of Latin and Greek letters, stress and `ё` in Cyrillic, and
/// the points of Arabic and Hebrew. Letters with a stroke and ligatures become plain ones. What is
/// invisible is left out. Borrows the token if it is folded already, as most are.
pub fn folded(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return if word.contains(|c: char| c.is_ascii_uppercase()) {
            word.to_ascii_lowercase().into()
        } else {
            word.into()
        };
    }
    let mut compatible = String::with_capacity(word.len());
    for c in word.chars().filter(|c| !is_ignorable(*c)) {
        push_compatible(&mut compatible, c);
    }
    let mut folded = String::with_capacity(word.len());
    for c in compatible.nfc().filter(|c| !is_dropped(*c)) {
        for c in base(c).to_lowercase() {
            match spelled(c) {
                Some(letters) => folded.push_str(letters),
                None => folded.push(c),
            }
        }
    }
    Cow::Owned(folded)
}

/// Adds the compatible form of a character (NFKC), if that consists of letters, digits and marks.
fn push_compatible(text: &mut String, c: char) {
    if let Some(sign) = sign(c) {
        text.push(sign);
        return;
    }
    if c.is_ascii() || is_nfkc_quick(iter::once(c)) == IsNormalized::Yes {
        text.push(c);
        return;
    }
    let start = text.len();
    decompose_compatible(c, |part| text.push(part));
    let parts = &text[start..];
    let is_word = |c: char| begins_word(c) || is_mark(c);
    // Some letters are only points on a line: a token of one would become empty.
    if !parts.chars().all(is_word) || begins_word(c) && !parts.contains(begins_word) {
        text.truncate(start);
        text.push(c);
    }
}

/// Returns the letter below the accents of a Latin or Greek letter, and below those of a Cyrillic
/// letter that are optional.
fn base(c: char) -> char {
    if c.is_ascii() {
        return c;
    }
    let first = iter::once(c).nfd().next().unwrap_or(c);
    match (c, first) {
        ('ё' | 'Ё' | 'ѐ' | 'Ѐ' | 'ѝ' | 'Ѝ', _) => first,
        (_, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}') => first,
        _ => c,
    }
}

/// Returns the trigrams of a word. Boundary marks make trigrams of its first and last two letters too.
pub fn trigrams(word: &str) -> BTreeSet<String> {
    let letters: Vec<char> = marked(word).chars().collect();
    letters
        .windows(3)
        .map(|trigram| trigram.iter().collect())
        .collect()
}

/// Returns trigrams such that every word within `errors` edits (wrong, missing, additional or swapped
/// letters) of this word contains at least one of them.
///
/// An edit changes only one of `errors + 1` parts of a word. A swap can change two adjacent parts,
/// but then not the parts of a division with other boundaries.
pub fn candidate_trigrams(word: &str, errors: usize) -> BTreeSet<String> {
    let letters: Vec<char> = marked(word).chars().collect();
    let parts = errors + 1;
    let starts = (0..parts)
        .map(|part| part * letters.len() / parts)
        .flat_map(|start| [start, if start == 0 { 0 } else { start + 1 }]);
    starts
        .filter_map(|start| letters.get(start..start + 3))
        .map(|trigram| trigram.iter().collect())
        .collect()
}

/// Returns a word between marks for its boundaries.
pub fn marked(word: &str) -> String {
    format!("^{word}$")
}

/// The tokenizer of the index: ASCII letters and digits, these signs, and all other characters beyond
/// ASCII belong to words.
#[cfg(test)]
pub(crate) const INDEX_TOKENIZER: &str = "ascii tokenchars '+#._'";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segmented_text_has_the_folded_tokens() {
        for (text, expected) in [
            ("", ""),
            ("  Plain,\n text ", "plain text"),
            ("Rust入門", "rust 入 門"),
            ("入、門", "入 門"),
            ("x.getById(3)", "x getbyid get by id 3"),
            ("C++ & .NET", "c++ c .net net"),
        ] {
            assert_eq!(segmented(text), expected);
        }
    }

    #[test]
    fn words_are_long_and_begin_with_a_letter() {
        let found = words(&segmented(
            "The Validator's snake_case sha256sum 0xabcdef, naïveté; 验证交易验证交易 validator c++17++ हिन्दी",
        ));
        assert_eq!(
            found.into_iter().collect::<Vec<_>>(),
            [
                "case",
                "naivete",
                "sha256sum",
                "snake",
                "validator",
                "हिन्दी"
            ]
        );
        assert!(words(&"x".repeat(31)).contains(&"x".repeat(30)));
    }

    #[test]
    fn equal_spellings_are_folded_to_one() {
        for (word, expected) in [
            ("Müller", "muller"),
            ("Mu\u{308}ller", "muller"),
            ("Việt", "viet"),
            ("Йогурт", "йогурт"),
            ("И\u{306}огурт", "йогурт"),
            ("Ёлка", "елка"),
            ("за\u{301}мок", "замок"),
            ("Straße", "strasse"),
            ("STRASSE", "strasse"),
            ("Łódź", "lodz"),
            ("Đặng", "dang"),
            ("Ærøskøbing", "aeroskobing"),
            ("Œuvre", "oeuvre"),
            ("Işık", "isik"),
            ("ΛΌΓΟΣ", "λογοσ"),
            ("λόγος", "λογοσ"),
            ("ＪＡＶＡ２", "java2"),
            ("ﬁle", "file"),
            ("ﾃﾞ", "デ"),
            ("か\u{3099}", "が"),
            ("\u{1112}\u{1161}\u{11ab}", "한"),
            ("كِتَابٌ", "كتاب"),
            ("كـتاب", "كتاب"),
            ("أحمد", "أحمد"),
            ("בְּרֵאשִׁית", "בראשית"),
            ("co\u{ad}op", "coop"),
            ("Ｃ＋＋", "c++"),
            ("C♯", "c#"),
            ("½", "½"),
        ] {
            assert_eq!(folded(word), expected);
        }
    }

    /// Asks FTS5 itself about every character that can be in a word.
    #[test]
    fn each_token_is_one_word_of_the_index() {
        let index = rusqlite::Connection::open_in_memory().expect("a database");
        index
            .execute_batch(&format!(
                "CREATE VIRTUAL TABLE words USING fts5(word, detail=none, tokenize=\"{INDEX_TOKENIZER}\");
                 CREATE VIRTUAL TABLE terms USING fts5vocab(words, row);"
            ))
            .expect("an index");
        let mut expected = BTreeSet::new();
        let is_tried =
            |c: &char| c.is_alphanumeric() || is_mark(*c) || is_ignorable(*c) || c.is_ascii();
        let text: String = ('\0'..=char::MAX)
            .filter(is_tried)
            .flat_map(|c| {
                [
                    ' ', c, ' ', 'x', c, 'y', ' ', 'न', c, c, '+', '+', ' ', '.', c, 'z',
                ]
            })
            .collect();
        for token in tokens(&text) {
            let folded = folded(&text[token.range]).into_owned();
            assert_eq!(self::folded(&folded), folded);
            assert!(!folded.is_empty(), "before {:?}", expected.last());
            expected.insert(folded);
        }
        index
            .execute("INSERT INTO words VALUES (?1)", [segmented(&text)])
            .expect("a text");
        let mut terms = index.prepare("SELECT term FROM terms").expect("a query");
        let terms: BTreeSet<String> = terms
            .query_map([], |row| row.get(0))
            .expect("terms")
            .map(|term| term.expect("a term"))
            .collect();
        assert!(expected.len() > 150_000, "only {} tokens", expected.len());
        assert!(
            expected == terms,
            "{:?}",
            expected
                .symmetric_difference(&terms)
                .take(9)
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn the_schema_names_the_tokenizer_of_these_tests() {
        let schema = include_str!("../../../migrations/V007__search.sql");
        let lines = [
            format!("tokenize=\"porter {INDEX_TOKENIZER}\""),
            format!("tokenize=\"{INDEX_TOKENIZER}\""),
        ];
        assert!(lines.iter().all(|line| schema.contains(line)));
    }

    /// Every single edit of a word leaves one of its candidate trigrams.
    #[test]
    fn each_similar_word_has_a_candidate_trigram() {
        for word in ["react", "plutus", "haskell"] {
            let letters: Vec<char> = word.chars().collect();
            let mut mistyped = Vec::new();
            for at in 0..=letters.len() {
                let with = |replaced: usize, by: &[char]| {
                    [
                        &letters[..at],
                        by,
                        &letters[(at + replaced).min(letters.len())..],
                    ]
                    .concat()
                };
                mistyped.extend([with(0, &['x']), with(1, &['x']), with(1, &[])]);
                if let [a, b, ..] = letters[at..] {
                    mistyped.push(with(2, &[b, a]));
                }
            }
            for letters in mistyped {
                let mistyped: String = letters.into_iter().collect();
                let shared = candidate_trigrams(&mistyped, 1)
                    .intersection(&trigrams(word))
                    .count();
                assert!(
                    shared > 0,
                    "{mistyped} for {word}: {:?}",
                    candidate_trigrams(&mistyped, 1)
                );
            }
        }
    }
}
