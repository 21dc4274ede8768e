//! Stems words like FTS5's tokenizer `porter`: Martin Porter, "An algorithm for suffix stripping",
//! 1980.
//!
//! FTS5 stems every search term, prefixes included. Search needs the stems to know which prefixes
//! FTS5 leaves unchanged. (Stemmer crates implement Porter's later revision, which differs.)

/// The tokenizer stems words of these lengths only, in bytes.
const STEMMED: std::ops::RangeInclusive<usize> = 3..=64;

/// A suffix and its replacement.
type Rule = (&'static str, &'static str);

/// The steps of the algorithm. In each step only the first matching suffix counts.
const DERIVED: &[Rule] = &[
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("logi", "log"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
];
const SHORTENED: &[Rule] = &[
    ("ical", "ic"),
    ("ness", ""),
    ("icate", "ic"),
    ("iciti", "ic"),
    ("ful", ""),
    ("ative", ""),
    ("alize", "al"),
];
const DROPPED: &[&str] = &[
    "al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou",
    "ism", "ate", "iti", "ous", "ive", "ize",
];

/// Returns the stem of a folded word.
pub fn stem(word: &str) -> String {
    let mut stem = word.as_bytes().to_vec();
    if STEMMED.contains(&stem.len()) {
        plural(&mut stem);
        past(&mut stem);
        if stem.ends_with(b"y") && has_vowel(&stem[..stem.len() - 1]) {
            replace(&mut stem, 1, "i");
        }
        for rules in [DERIVED, SHORTENED] {
            if let Some((ending, by)) = rules.iter().find(|(ending, _)| has_ending(&stem, ending))
                && measure(&stem[..stem.len() - ending.len()]) > 0
            {
                replace(&mut stem, ending.len(), by);
            }
        }
        if let Some(ending) = DROPPED.iter().find(|ending| has_ending(&stem, ending)) {
            let rest = &stem[..stem.len() - ending.len()];
            if measure(rest) > 1
                && (*ending != "ion" || rest.ends_with(b"s") || rest.ends_with(b"t"))
            {
                replace(&mut stem, ending.len(), "");
            }
        }
        tidy(&mut stem);
    }
    // Only ASCII letters were removed and added at the end.
    String::from_utf8(stem).unwrap_or_else(|_| word.to_owned())
}

fn plural(stem: &mut Vec<u8>) {
    let cut = match stem.as_slice() {
        [_, .., b's', b's', b'e', b's'] | [_, .., b'i', b'e', b's'] => 2,
        [.., b's', b's'] => 0,
        [.., b's'] => 1,
        _ => 0,
    };
    replace(stem, cut, "");
}

fn past(stem: &mut Vec<u8>) {
    if has_ending(stem, "eed") {
        if measure(&stem[..stem.len() - 3]) > 0 {
            replace(stem, 1, "");
        }
        return;
    }
    let Some(ending) = ["ed", "ing"].iter().find(|ending| has_ending(stem, ending)) else {
        return;
    };
    if !has_vowel(&stem[..stem.len() - ending.len()]) {
        return;
    }
    replace(stem, ending.len(), "");
    if ["at", "bl", "iz"]
        .iter()
        .any(|ending| has_ending(stem, ending))
    {
        stem.push(b'e');
    } else if let [.., before, last] = stem.as_slice()
        && before == last
        && !b"aeioulsz".contains(last)
    {
        stem.pop();
    } else if measure(stem) == 1 && is_short(stem) {
        stem.push(b'e');
    }
}

fn tidy(stem: &mut Vec<u8>) {
    if let [rest @ .., b'e'] = stem.as_slice() {
        let measure = measure(rest);
        if measure > 1 || measure == 1 && !is_short(rest) {
            stem.pop();
        }
    }
    if stem.ends_with(b"ll") && measure(&stem[..stem.len() - 1]) > 1 {
        stem.pop();
    }
}

fn replace(stem: &mut Vec<u8>, cut: usize, by: &str) {
    stem.truncate(stem.len() - cut);
    stem.extend_from_slice(by.as_bytes());
}

/// Returns whether a word ends with `ending` and is longer than it.
fn has_ending(word: &[u8], ending: &str) -> bool {
    word.len() > ending.len() && word.ends_with(ending.as_bytes())
}

/// Returns for each letter whether it is a vowel; `y` is a vowel after a consonant.
fn vowels(word: &[u8]) -> impl Iterator<Item = bool> {
    let mut before = true;
    word.iter().map(move |letter| {
        before = b"aeiou".contains(letter) || *letter == b'y' && !before;
        before
    })
}

fn has_vowel(word: &[u8]) -> bool {
    vowels(word).any(|is_vowel| is_vowel)
}

/// Returns the number of vowel-consonant sequences (m in the paper).
fn measure(word: &[u8]) -> usize {
    let mut before = false;
    vowels(word)
        .filter(|&is_vowel| std::mem::replace(&mut before, is_vowel) && !is_vowel)
        .count()
}

/// Returns whether a word ends with a consonant, a vowel, and a consonant other than w, x and y.
fn is_short(word: &[u8]) -> bool {
    let vowels: Vec<bool> = vowels(word).collect();
    vowels.ends_with(&[false, true, false]) && !matches!(word.last(), Some(b'w' | b'x' | b'y'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rusqlite::Connection;

    use super::*;
    use crate::core::tokenizer::{INDEX_TOKENIZER, folded};

    /// Returns FTS5's stems of the words, by index.
    fn of_fts5(words: &[String]) -> BTreeMap<i64, String> {
        let connection = Connection::open_in_memory().expect("a database");
        connection
            .execute_batch(
                &format!(
                    "CREATE VIRTUAL TABLE words USING fts5(word, tokenize=\"porter {INDEX_TOKENIZER}\", content='');
                     CREATE VIRTUAL TABLE stems USING fts5vocab(words, instance);"
                ),
            )
            .expect("tables");
        let mut insert = connection
            .prepare("INSERT INTO words (rowid, word) VALUES (?1, ?2)")
            .expect("a statement");
        for (number, word) in (0_i64..).zip(words) {
            insert.execute((number, folded(word))).expect("a word");
        }
        let mut stems = connection
            .prepare("SELECT doc, term FROM stems")
            .expect("a query");
        stems
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .expect("stems")
            .map(|stem| stem.expect("a stem"))
            .collect()
    }

    #[test]
    fn stems_equal_those_of_fts5() {
        let beginnings = [
            "", "a", "b", "y", "us", "bus", "hop", "hopp", "fall", "fizz", "sky", "rela", "condi",
            "vile", "form", "élect", "x1", "ёлка", "c++", ".net",
        ];
        let middles = [
            "", "e", "i", "y", "at", "bl", "iz", "al", "ic", "s", "t", "ll", "ss", "ee",
        ];
        let dropped = DROPPED.iter().copied();
        let mut endings: Vec<&str> = DERIVED
            .iter()
            .chain(SHORTENED)
            .map(|(ending, _)| *ending)
            .chain(dropped)
            .collect();
        endings.extend([
            "", "s", "es", "ies", "sses", "ed", "eed", "ing", "y", "e", "ll", "ly", "ness", "q",
        ]);
        let mut words = vec!["x".repeat(64) + "s", "x".repeat(63) + "s"];
        for beginning in beginnings {
            for middle in middles {
                for ending in &endings {
                    for last in ["", "s", "ed", "ing", "y", "ity"] {
                        words.push(format!("{beginning}{middle}{ending}{last}"));
                    }
                }
            }
        }
        words.retain(|word| !word.is_empty());
        let of_fts5 = of_fts5(&words);
        assert!(words.len() > 60_000, "only {} words", words.len());
        for (number, word) in (0_i64..).zip(&words) {
            let folded = folded(word);
            assert_eq!(
                Some(&stem(&folded)),
                of_fts5.get(&number),
                "the stem of {word}"
            );
        }
    }
}
