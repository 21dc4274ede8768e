//! Words of advertisements.

use std::collections::BTreeSet;

/// Phrases of one to three words, one a line, in lower case.
const PHRASES: &str = include_str!("advertising.txt");

/// Returns the different phrases of advertisements among words in lower case.
pub fn phrases(words: &[String]) -> BTreeSet<&'static str> {
    let known: BTreeSet<&str> = PHRASES.lines().collect();
    let mut found = BTreeSet::new();
    for length in 1..=3 {
        for phrase in words.windows(length) {
            found.extend(known.get(&*phrase.join(" ")));
        }
    }
    found
}
