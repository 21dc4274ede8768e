//! The words of a search in a chat, and the passages of the messages that have them.
//!
//! A message must have all words. They are folded and stemmed as in the search for questions, and the
//! last one may also be the beginning of a word.

use crate::core::tokenizer::{folded, stem, tokens};
use crate::features::search::passage::{marked, passage};
use crate::features::search::prefix::MIN_PREFIX;
use crate::features::search::scan::Matcher;

/// The largest number of words of a search, repeated ones included. Further ones do not count.
const MAX_WORDS: usize = 16;
/// The weight of the beginning of a word: a whole word of the search comes first.
const PREFIX_WEIGHT: f32 = 0.5;

/// The words that a message must have.
pub struct SearchWords {
    matcher: Matcher,
    count: usize,
}

impl SearchWords {
    /// Returns the words of a text, or `None` if it has none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words: Vec<String> = Vec::new();
        let mut last = None;
        for token in tokens(text).filter(|token| !token.is_part).take(MAX_WORDS) {
            let word = folded(&text[token.range]).into_owned();
            let known = words.iter().position(|known| stem(known) == stem(&word));
            last = Some((known.unwrap_or(words.len()), word.clone()));
            if known.is_none() {
                words.push(word);
            }
        }
        let mut matcher = Matcher::default();
        for (index, word) in words.iter().enumerate() {
            matcher.add(index, word, false, 1.0);
        }
        let (index, beginning) = last?;
        if beginning.chars().count() >= MIN_PREFIX {
            matcher.add(index, &beginning, true, PREFIX_WEIGHT);
        }
        Some(Self {
            matcher,
            count: words.len(),
        })
    }

    /// Returns the passage of a message with the words marked, or `None` if it lacks one of them.
    pub fn passage(&self, text: &str) -> Option<Vec<String>> {
        let mut found: Vec<usize> = self
            .matcher
            .places(text)
            .into_iter()
            .map(|(_, word)| word)
            .collect();
        found.sort_unstable();
        found.dedup();
        if found.len() < self.count {
            return None;
        }
        let passage = passage(&self.matcher, text);
        // The words are only in the address of a link, which a passage leaves out.
        let is_address = passage.is_empty();
        Some(if is_address {
            marked(&self.matcher, text)
        } else {
            passage
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: &str, text: &str) -> Option<Vec<String>> {
        SearchWords::parse(search)
            .expect("a search with words")
            .passage(text)
    }

    #[test]
    fn a_message_needs_all_words() {
        assert!(found("Gears slip", "The gear is SLIPPING").is_some());
        assert!(found("gears slip", "The gear holds").is_none());
    }

    #[test]
    fn words_are_compared_without_case_and_diacritics() {
        assert_eq!(
            found("cafe", "Ein CAFÉ"),
            Some(vec!["Ein ".to_owned(), "CAFÉ".to_owned()])
        );
    }

    #[test]
    fn the_last_word_may_be_a_beginning() {
        assert!(found("the deplo", "the deployment").is_some());
        assert!(found("deplo the", "the deployment").is_none());
    }

    #[test]
    fn a_repeated_word_counts_once() {
        assert!(found("run runs running", "it runs").is_some());
    }

    #[test]
    fn words_after_the_sixteenth_do_not_count() {
        let sixteen = "a b c d e f g h i j k l m n o p";
        assert!(found(&format!("{sixteen} q"), sixteen).is_some());
        assert!(found(sixteen, "a b c d e f g h i j k l m n o").is_none());
    }

    #[test]
    fn a_link_is_found_by_its_address() {
        let parts = found("example", "[here](https://example.org)").expect("the message");
        assert_eq!(parts[1], "example");
    }

    #[test]
    fn characters_without_words_are_no_search() {
        for text in ["", "  ", "!?", "\0"] {
            assert!(SearchWords::parse(text).is_none(), "{text:?}");
        }
    }
}
