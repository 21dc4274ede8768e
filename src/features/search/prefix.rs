//! Expands the prefix at the end of a search to the words that start with it.
//!
//! FTS5's Porter stemmer makes a plain prefix query wrong in two ways. It stems the prefix too:
//! `bus*` becomes `bu*`, which matches "but". And the stem of a word can be shorter than the
//! prefix: the stem of "using" is "us", which `usi*` does not match. So the queries are made from
//! the stored words that start with the prefix.

use std::collections::BTreeMap;

use crate::core::tokenizer::{LONGEST, is_vocabulary_prefix, stem};

/// The shortest last word that matches as a prefix, in letters.
pub const MIN_PREFIX: usize = 3;

/// A query that FTS5 can run.
pub enum PrefixQuery<'w> {
    /// Matches all words with the stem of this one.
    Stem(&'w str),
    /// Matches all words whose stem starts with this text.
    StemPrefix(String),
}

/// The largest number of stems that are queried one by one.
const MAX_STEMS: usize = 20;

/// Returns the queries that match all words with a prefix, besides the prefix as a word. `known`
/// are the stored words with the prefix. No other word has it, unless words with such a prefix are
/// not stored.
pub fn expand_prefix<'w>(prefix: &str, known: &'w [String]) -> Vec<PrefixQuery<'w>> {
    // The stemmer never changes the first two letters.
    if !is_vocabulary_prefix(prefix) || prefix.chars().count() < MIN_PREFIX {
        return vec![PrefixQuery::StemPrefix(stable_prefix(prefix))];
    }
    // The stored form of the longest words is cut.
    let is_cut = |word: &&str| word.chars().count() >= LONGEST;
    let (cut, words): (Vec<&str>, Vec<&str>) = known.iter().map(String::as_str).partition(is_cut);
    let mut queries: Vec<PrefixQuery<'w>> = Some(prefix)
        .filter(is_cut)
        .into_iter()
        .chain(cut)
        .map(|word| PrefixQuery::StemPrefix(stable_prefix(word)))
        .collect();
    // One word per stem.
    let mut stems: BTreeMap<String, &str> =
        words.into_iter().map(|word| (stem(word), word)).collect();
    stems.remove(&stem(prefix));
    if stems.len() <= MAX_STEMS {
        queries.extend(stems.into_values().map(PrefixQuery::Stem));
    } else {
        let stems = stems.iter().map(|(stem, word)| (stem.as_str(), *word));
        let (with_prefix, others): (Vec<_>, Vec<_>) =
            stems.partition(|(stem, _)| stem.starts_with(prefix));
        queries.extend(others.into_iter().map(|(_, word)| PrefixQuery::Stem(word)));
        add_covering_queries(prefix, &with_prefix, &mut queries);
    }
    queries
}

/// Adds the fewest queries that match exactly these stems, which are sorted and start with the
/// prefix.
fn add_covering_queries<'w>(
    prefix: &str,
    stems: &[(&str, &'w str)],
    queries: &mut Vec<PrefixQuery<'w>>,
) {
    if let [(_, word)] = stems {
        queries.push(PrefixQuery::Stem(word));
    } else if stem(prefix) == prefix {
        queries.push(PrefixQuery::StemPrefix(prefix.to_owned()));
    } else {
        let next = |stem: &str| stem[prefix.len()..].chars().next();
        for stems in stems.chunk_by(|(one, _), (other, _)| next(one) == next(other)) {
            match next(stems[0].0) {
                Some(next) => add_covering_queries(&format!("{prefix}{next}"), stems, queries),
                None => queries.extend(stems.iter().map(|(_, word)| PrefixQuery::Stem(word))),
            }
        }
    }
}

/// Returns the longest part of a prefix that the stemmer does not change.
fn stable_prefix(mut prefix: &str) -> String {
    while stem(prefix) != prefix {
        prefix = prefix
            .char_indices()
            .next_back()
            .map_or("", |(end, _)| &prefix[..end]);
    }
    prefix.to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::core::tokenizer::{INDEX_TOKENIZER, folded};
    use crate::features::search::query::quoted;

    /// Compares with FTS5 itself, which has one row per word.
    #[test]
    fn a_prefix_matches_all_words_with_it_and_no_others() {
        let starts = [
            "bu", "us", "key", "con", "pay", "any", "acces", "conte", "gas", "relate", "x1", "élan",
        ];
        let endings = [
            "", "s", "e", "y", "i", "ing", "ings", "ed", "er", "ers", "es", "ies", "ment", "ments",
            "ation", "ational", "able", "al", "ally", "ic", "ics", "ful", "fulness", "thing",
            "word", "words", "ten", "tinue", "nect", "nects", "nection", "tract", "board", "iness",
            "ity", "ities", "ive", "ize", "ab", "oc", "ud", "um", "on", "ox", "av", "op", "ut",
            "or", "ig", "sa", "yb", "ys",
        ];
        let mut words: BTreeSet<String> = starts
            .iter()
            .flat_map(|start| endings.iter().map(move |ending| format!("{start}{ending}")))
            .collect();
        words.extend(
            [
                "connectionless",
                "buyer",
                "build",
                "built",
                "a2345",
                &"flow".repeat(9),
                &"flowy".repeat(12),
            ]
            .map(str::to_owned),
        );
        words = words.iter().map(|word| folded(word).into_owned()).collect();
        let connection = rusqlite::Connection::open_in_memory().expect("a database");
        connection
            .execute_batch(&format!(
                "CREATE VIRTUAL TABLE f USING fts5(w, tokenize=\"porter {INDEX_TOKENIZER}\")"
            ))
            .expect("an index");
        for word in &words {
            connection
                .execute("INSERT INTO f VALUES (?1)", [word])
                .expect("a word");
        }
        let found = |expression: &str| -> BTreeSet<String> {
            let mut query = connection
                .prepare("SELECT w FROM f WHERE f MATCH ?1")
                .expect("a query");
            query
                .query_map([expression], |row| row.get(0))
                .expect(expression)
                .map(|word| word.expect("a word"))
                .collect()
        };
        let known: BTreeSet<String> = words
            .iter()
            .flat_map(|word| crate::core::tokenizer::words(word))
            .collect();
        let typed: BTreeSet<&str> = words
            .iter()
            .flat_map(|word| {
                word.char_indices()
                    .skip(1)
                    .map(|(end, _)| &word[..end])
                    .chain([word.as_str()])
            })
            .collect();
        let mut many = 0;
        for typed in typed {
            let prefix = folded(typed).into_owned();
            let completes = |word: &&String| word.starts_with(&prefix);
            let completions: Vec<String> = known.iter().filter(completes).cloned().collect();
            many += usize::from(
                completions
                    .iter()
                    .map(|word| stem(word))
                    .collect::<BTreeSet<_>>()
                    .len()
                    > MAX_STEMS,
            );
            let with_prefix: Vec<&String> = words
                .iter()
                .filter(|word| word.starts_with(&prefix))
                .collect();
            let stems: BTreeSet<String> = with_prefix
                .iter()
                .map(|word| stem(word))
                .chain([stem(typed)])
                .collect();
            let expected: BTreeSet<String> = words
                .iter()
                .filter(|word| stems.contains(&stem(word)))
                .cloned()
                .collect();
            let expression =
                std::iter::once(quoted(typed))
                    .chain(expand_prefix(&prefix, &completions).into_iter().map(
                        |query| match query {
                            PrefixQuery::Stem(word) => quoted(word),
                            PrefixQuery::StemPrefix(text) => format!("{}*", quoted(&text)),
                        },
                    ))
                    .collect::<Vec<_>>()
                    .join(" OR ");
            assert_eq!(found(&expression), expected, "{typed}: {expression}");
        }
        assert!(many > 10, "only {many} prefixes have many words");
    }
}
