//! What to look for to find everything that begins like the last word of a search.
//!
//! FTS5 makes a stem even of a beginning: "bus*" is "bu*" to it, with which "but" begins. And some words have a shorter stem
//! than what is typed of them: "using" is "us", with which no search for "usi*" would begin. So what is looked for is made from
//! the words that are known to begin so.

use std::collections::BTreeMap;

use super::PREFIX;
use crate::words::{LONGEST, begins_kept, stem};

/// What FTS5 can look for.
pub(super) enum Sought<'w> {
    /// All words with the stem of this one.
    Word(&'w str),
    /// All words whose stem begins so.
    Beginning(String),
}

/// Stems with which words continue a beginning, if they are so few, are looked for one by one.
const FEW: usize = 20;

/// What finds, besides the beginning as a word, all words that begin so. `known` are those of them that are known; there is
/// nothing else, unless words that begin so are not kept.
pub(super) fn continued<'w>(beginning: &str, known: &'w [String]) -> Vec<Sought<'w>> {
    // An ending changes no more than what follows the first two letters.
    if !begins_kept(beginning) || beginning.chars().count() < PREFIX {
        return vec![Sought::Beginning(unchanged(beginning))];
    }
    // Of the longest words only the beginning is known.
    let is_long = |word: &&str| word.chars().count() >= LONGEST;
    let (long, words): (Vec<&str>, Vec<&str>) = known.iter().map(String::as_str).partition(is_long);
    let mut sought: Vec<Sought<'w>> =
        Some(beginning).filter(is_long).into_iter().chain(long).map(|word| Sought::Beginning(unchanged(word))).collect();
    // One word of each stem.
    let mut stems: BTreeMap<String, &str> = words.into_iter().map(|word| (stem(word), word)).collect();
    stems.remove(&stem(beginning));
    if stems.len() <= FEW {
        sought.extend(stems.into_values().map(Sought::Word));
    } else {
        let stems = stems.iter().map(|(stem, word)| (stem.as_str(), *word));
        let (begin_so, others): (Vec<_>, Vec<_>) = stems.partition(|(stem, _)| stem.starts_with(beginning));
        sought.extend(others.into_iter().map(|(_, word)| Sought::Word(word)));
        cover(beginning, &begin_so, &mut sought);
    }
    sought
}

/// Adds what finds these stems, which are sorted and all begin so.
fn cover<'w>(beginning: &str, stems: &[(&str, &'w str)], sought: &mut Vec<Sought<'w>>) {
    if let [(_, word)] = stems {
        sought.push(Sought::Word(word));
    } else if stem(beginning) == beginning {
        sought.push(Sought::Beginning(beginning.to_owned()));
    } else {
        let next = |stem: &str| stem[beginning.len()..].chars().next();
        for stems in stems.chunk_by(|(one, _), (other, _)| next(one) == next(other)) {
            match next(stems[0].0) {
                Some(next) => cover(&format!("{beginning}{next}"), stems, sought),
                None => sought.extend(stems.iter().map(|(_, word)| Sought::Word(word))),
            }
        }
    }
}

/// As much of a beginning as is its own stem.
fn unchanged(mut beginning: &str) -> String {
    while stem(beginning) != beginning {
        beginning = beginning.char_indices().next_back().map_or("", |(end, _)| &beginning[..end]);
    }
    beginning.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::questions::search::{PREFIX, Search};
    use crate::words::folded;

    /// Against FTS5 itself, with a question of each word.
    #[test]
    fn the_last_word_finds_all_that_begins_so_and_nothing_else() {
        let beginnings = ["bu", "us", "key", "con", "pay", "any", "acces", "conte", "gas", "relate", "x1", "élan"];
        let endings = [
            "", "s", "e", "y", "i", "ing", "ings", "ed", "er", "ers", "es", "ies", "ment", "ments", "ation", "ational", "able", "al",
            "ally", "ic", "ics", "ful", "fulness", "thing", "word", "words", "ten", "tinue", "nect", "nects", "nection", "tract", "board",
            "iness", "ity", "ities", "ive", "ize", "ab", "oc", "ud", "um", "on", "ox", "av", "op", "ut", "or", "ig", "sa", "yb", "ys",
        ];
        let mut words: BTreeSet<String> =
            beginnings.iter().flat_map(|beginning| endings.iter().map(move |ending| format!("{beginning}{ending}"))).collect();
        words.extend(["connectionless", "buyer", "build", "built", "a2345", &"flow".repeat(9), &"flowy".repeat(12)].map(str::to_owned));
        words = words.iter().map(|word| folded(word).into_owned()).collect();
        let connection = rusqlite::Connection::open_in_memory().expect("a database");
        connection
            .execute_batch("CREATE VIRTUAL TABLE f USING fts5(w, tokenize='porter unicode61 remove_diacritics 2')")
            .expect("an index");
        for word in &words {
            connection.execute("INSERT INTO f VALUES (?1)", [word]).expect("a word");
        }
        let found = |expression: &str| -> BTreeSet<String> {
            let mut query = connection.prepare("SELECT w FROM f WHERE f MATCH ?1").expect("a query");
            query.query_map([expression], |row| row.get(0)).expect(expression).map(|word| word.expect("a word")).collect()
        };
        let known: BTreeSet<String> = words.iter().flat_map(|word| crate::words::words(word)).collect();
        let typed: BTreeSet<&str> =
            words.iter().flat_map(|word| word.char_indices().skip(1).map(|(end, _)| &word[..end]).chain([word.as_str()])).collect();
        let mut many = 0;
        for typed in typed {
            let mut search = Search::parse(typed);
            assert_eq!(search.widen(0), typed.chars().count() < PREFIX, "{typed}");
            let beginning = search.beginning();
            let completes = |word: &&String| beginning.as_ref().is_some_and(|beginning| word.starts_with(beginning));
            let completions: Vec<String> = known.iter().filter(completes).cloned().collect();
            let beginning = folded(typed).into_owned();
            many += usize::from(completions.iter().map(|word| stem(word)).collect::<BTreeSet<_>>().len() > FEW);
            let begin_so: Vec<&String> = words.iter().filter(|word| word.starts_with(&beginning)).collect();
            let stems: BTreeSet<String> = begin_so.iter().map(|word| stem(word)).chain([stem(typed)]).collect();
            let expected: BTreeSet<String> = words.iter().filter(|word| stems.contains(&stem(word))).cloned().collect();
            let expression = search.all(&completions).expect("an expression");
            assert_eq!(found(&expression), expected, "{typed}: {expression}");
        }
        assert!(many > 10, "only {many} beginnings have many words");
    }
}
