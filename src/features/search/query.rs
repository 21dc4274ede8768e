//! Parses the search box into tags, words and filters, and writes FTS5 expressions of the words.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::filter::Filter;
use crate::core::text::fold;
use crate::core::tokenizer::{Token, folded, is_in_vocabulary, is_unspaced, segmented, tokens};

/// A parsed search.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// The input.
    text: String,
    /// Folded, as names are for comparison.
    pub tags: Vec<String>,
    pub excluded_tags: Vec<String>,
    /// The different words, those of phrases too.
    words: Vec<Word>,
    /// FTS5 expressions.
    phrases: Vec<String>,
    /// FTS5 expressions.
    excluded: Vec<String>,
    pub filters: Vec<Filter>,
    /// The last word, if the user may still be typing it.
    last: Option<String>,
    /// Whether parts of the input were too many to count.
    is_cut: bool,
}

/// How well the results of a search with words match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Match {
    /// Some have all of the words, or there is no result.
    All,
    /// None has all of them, and no word looks like a typing error.
    Any,
    /// No post has the phrases of the search. These have some of their words.
    Words,
    /// Words that nobody used were helped by similar ones. This is the search with these.
    Similar(String),
}

/// A word of a search.
#[derive(Clone, Debug)]
pub struct Word {
    /// Folded. For a script without spaces, two neighbouring characters with a space between them.
    pub text: String,
    /// The range of the word in the input if it can be corrected.
    correctable: Option<Range<usize>>,
    /// Whether it consists of letters and is no part of another word.
    is_whole: bool,
}

impl Word {
    /// Returns the FTS5 expression that matches the word.
    pub fn expression(&self) -> String {
        quoted(&self.text)
    }

    /// Returns whether the word consists of letters and is no part of another one.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Returns whether the word can be a typing error.
    pub fn is_correctable(&self) -> bool {
        self.correctable.is_some()
    }
}

/// Returns whether a folded word says nothing about a topic.
pub fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.contains(&word)
}

/// Returns folded words with spaces between them as an FTS5 string, which FTS5 reads as a phrase.
pub fn quoted(words: &str) -> String {
    format!("\"{words}\"")
}

/// The largest number of different words of a search that are looked up.
const MAX_WORDS: usize = 64;
/// The largest numbers of different phrases, exclusions, tags and filters of a search, each.
const MAX_CONDITIONS: usize = 16;
/// The shortest words that are corrected, in letters. Shorter ones are similar to too many others.
const MIN_CORRECTED: usize = 5;

impl Search {
    /// Returns the search for the questions with a tag.
    pub fn of_tag(name: &str) -> Self {
        Self {
            text: format!("[{name}]"),
            tags: vec![fold(name)],
            ..Self::default()
        }
    }

    /// Parses any input. Ignores parts without a meaning, repetitions, and parts beyond the limits.
    pub fn parse(text: &str) -> Self {
        let mut search = Search {
            text: text.to_owned(),
            ..Search::default()
        };
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            let offset = text.len() - rest.len();
            rest = search.parse_part(rest, offset).trim_start();
        }
        search
    }

    /// Parses the first part of `rest`, which starts at the byte `offset` of the input, and returns
    /// the remaining text.
    fn parse_part<'t>(&mut self, rest: &'t str, offset: usize) -> &'t str {
        // Two dashes begin the name of an option.
        let part = rest.trim_start_matches('-');
        let is_excluded = rest.len() - part.len() == 1;
        if let Some((tag, after)) = bracketed(part).or_else(|| enclosed(part, '[', ']')) {
            // No tag contains a space. A plus in a query string that is not encoded becomes one.
            self.add_tag(&tag.trim_start().replace(' ', "+"), is_excluded);
            return after;
        }
        if let Some((phrase, after)) = enclosed(part, '"', '"') {
            self.add_phrase(phrase, is_excluded);
            return after;
        }
        // A tag ends a word, unless the word starts with an unclosed bracket.
        let start = rest.find(|c| !matches!(c, '-' | '[')).unwrap_or(rest.len());
        let end = rest[start..]
            .find(|c: char| c.is_whitespace() || c == '[')
            .map_or(rest.len(), |length| start + length);
        let (word, after) = rest.split_at(end);
        let operator = if is_excluded { &word[1..] } else { word };
        if let Some((name, tag)) = operator.split_once(':')
            && name.eq_ignore_ascii_case("tag")
            && !tag.is_empty()
        {
            self.add_tag(tag, is_excluded);
        } else if is_excluded {
            self.add_phrase(word.trim_start_matches('-'), true);
        } else if let Some(filter) = Filter::parse(word) {
            self.is_cut |= !add(&mut self.filters, filter);
        } else {
            self.add_words(word, Some(offset));
            if after.is_empty()
                && let Some(last) = tokens(word).filter(|token| !token.is_part).last()
            {
                self.last = Some(folded(&word[last.range]).into_owned());
            }
        }
        after
    }

    /// Adds a tag, unless its name is empty.
    fn add_tag(&mut self, name: &str, is_excluded: bool) {
        let tags = if is_excluded {
            &mut self.excluded_tags
        } else {
            &mut self.tags
        };
        let tag = fold(name);
        if !tag.is_empty() {
            self.is_cut |= !add(tags, tag);
        }
    }

    /// Adds a phrase, unless there is no word in it.
    fn add_phrase(&mut self, text: &str, is_excluded: bool) {
        let words = segmented(text);
        if words.is_empty() {
            return;
        }
        let phrases = if is_excluded {
            &mut self.excluded
        } else {
            &mut self.phrases
        };
        self.is_cut |= !add(phrases, quoted(&words));
        if !is_excluded {
            self.add_words(text, None);
        }
    }

    /// Adds the words of a text. It starts at the byte `offset` of the input; without an offset they
    /// are literal and are not corrected.
    fn add_words(&mut self, text: &str, offset: Option<usize>) {
        for (word, token) in words(text) {
            // A word with a digit is usually one of several names that differ in it.
            let is_correctable = is_in_vocabulary(&word)
                && word.chars().count() >= MIN_CORRECTED
                && !word.contains(char::is_numeric)
                && !token.is_part;
            let correctable = offset
                .filter(|_| is_correctable)
                .map(|offset| offset + token.range.start..offset + token.range.end);
            let is_whole = !token.is_part
                && word.chars().all(char::is_alphabetic)
                && !word.starts_with(is_unspaced);
            self.add_word(Word {
                text: word,
                correctable,
                is_whole,
            });
        }
    }

    fn add_word(&mut self, word: Word) {
        if self.words.iter().any(|other| other.text == word.text) {
            return;
        }
        if self.words.len() < MAX_WORDS {
            self.words.push(word);
        } else {
            self.is_cut = true;
        }
    }

    /// Returns the input.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the input is empty: the list is not a search.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns whether the search contains words or phrases.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Returns the words that results are ranked by: those that are no stop words, or all if there
    /// are no others.
    pub fn words(&self) -> Vec<&Word> {
        let significant: Vec<&Word> = self
            .words
            .iter()
            .filter(|word| !is_stop_word(&word.text))
            .collect();
        if significant.is_empty() {
            self.words.iter().collect()
        } else {
            significant
        }
    }

    /// Returns the neighbouring words that could also be written as one. Neither is a stop word.
    pub fn neighbours(&self) -> Vec<(&Word, &Word)> {
        let is_whole = |word: &Word| word.is_whole && !is_stop_word(&word.text);
        let pairs = self.words.iter().zip(self.words.iter().skip(1));
        pairs
            .filter(|(one, other)| is_whole(one) && is_whole(other))
            .collect()
    }

    /// Returns the same search without its phrases as conditions: their words count like others.
    pub fn without_phrases(&self) -> Self {
        Self {
            phrases: Vec::new(),
            ..self.clone()
        }
    }

    /// Returns the same search, whose results have all words that results are ranked by.
    pub fn with_all_words(&self) -> Self {
        let mut phrases = self.phrases.clone();
        for word in self.words() {
            let phrase = word.expression();
            if !phrases.contains(&phrase) {
                phrases.push(phrase);
            }
        }
        Self {
            phrases,
            ..self.clone()
        }
    }

    /// Returns whether parts of the input were too many to count.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the last word, folded, if the user may still be typing it.
    pub fn last(&self) -> Option<&str> {
        self.last.as_deref()
    }

    /// Returns the FTS5 expressions of the phrases that must match.
    pub fn phrases(&self) -> &[String] {
        &self.phrases
    }

    /// Returns the FTS5 expressions of the words and phrases that must not match.
    pub fn excluded(&self) -> &[String] {
        &self.excluded
    }

    /// Returns whether the search has conditions besides words and phrases.
    pub fn has_conditions(&self) -> bool {
        !self.tags.is_empty() || !self.excluded_tags.is_empty() || !self.filters.is_empty()
    }

    /// Returns whether no part of the input has a meaning: there are no results.
    pub fn is_meaningless(&self) -> bool {
        !self.is_empty() && !self.has_words() && !self.has_conditions() && self.excluded.is_empty()
    }

    /// Returns whether the search is a single tag, for which there are counters.
    pub fn is_one_tag(&self) -> bool {
        self.tags.len() == 1
            && !self.has_words()
            && self.filters.is_empty()
            && self.excluded.is_empty()
            && self.excluded_tags.is_empty()
    }

    /// Returns whether the search is a single excluded tag, for which there are counters.
    pub fn is_without_one_tag(&self) -> bool {
        self.excluded_tags.len() == 1
            && !self.has_words()
            && self.filters.is_empty()
            && self.excluded.is_empty()
            && self.tags.is_empty()
    }

    /// Returns whether the search filters by a user.
    pub fn has_user(&self) -> bool {
        self.filters
            .iter()
            .any(|filter| matches!(filter, Filter::Author(_) | Filter::Participant(_)))
    }

    /// Returns the input with other words in place of some of its words.
    pub fn with_corrections(&self, corrections: &[(&str, String)]) -> String {
        let mut text = self.text.clone();
        let mut ranges: Vec<(&Range<usize>, &String)> = corrections
            .iter()
            .filter_map(|(wrong, right)| {
                let word = self.words.iter().find(|word| word.text == *wrong)?;
                Some((word.correctable.as_ref()?, right))
            })
            .collect();
        // From the end, so that the ranges before stay valid.
        ranges.sort_unstable_by_key(|(range, _)| std::cmp::Reverse(range.start));
        for (range, right) in ranges {
            text.replace_range(range.clone(), right);
        }
        text
    }
}

/// Returns the words of a text, folded, and their tokens. In a script without spaces, these are all
/// pairs of neighbouring characters, the usual length of a word, with a space between them.
pub fn words(text: &str) -> Vec<(String, Token)> {
    let mut words = Vec::new();
    let mut before: Option<(String, Token)> = None;
    for token in tokens(text) {
        let word = folded(&text[token.range.clone()]).into_owned();
        let is_character = word.starts_with(is_unspaced);
        let neighbour = before
            .take()
            .filter(|(_, before)| is_character && before.range.end == token.range.start);
        let is_alone = neighbour.is_none() && !text[token.range.end..].starts_with(is_unspaced);
        if let Some((neighbour, _)) = neighbour {
            words.push((format!("{neighbour} {word}"), token.clone()));
        } else if !is_character || is_alone {
            words.push((word.clone(), token.clone()));
        }
        before = is_character.then_some((word, token));
    }
    words
}

/// Adds a condition unless it is there already. Returns whether there was room.
fn add<T: PartialEq>(conditions: &mut Vec<T>, condition: T) -> bool {
    let is_known = conditions.contains(&condition);
    let has_room = conditions.len() < MAX_CONDITIONS;
    if !is_known && has_room {
        conditions.push(condition);
    }
    is_known || has_room
}

/// Splits a text after a bracketed tag, which may contain brackets itself.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let inner = text.strip_prefix('[')?;
    let end = inner.find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth < 0
    })?;
    // A bracket in the middle of a word does not close the tag if the word ends with another one.
    let word = inner[end + 1..]
        .find(|c: char| c.is_whitespace() || c == '[')
        .map_or(inner.len(), |length| end + 1 + length);
    let end = inner[end..word].rfind(']').map_or(end, |last| end + last);
    Some((&inner[..end], &inner[end + 1..]))
}

fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// English stop words: common in questions on every topic.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "get", "has", "have", "how", "i", "if", "in", "into", "is",
    "it", "its", "me", "my", "no", "not", "of", "on", "one", "or", "should", "so", "than", "that",
    "the", "there", "this", "to", "up", "use", "using", "was", "we", "what", "when", "where",
    "which", "who", "why", "will", "with", "work", "would", "you", "your",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        let search = Search::parse(text);
        let words: Vec<&str> = search.words.iter().map(|word| word.text.as_str()).collect();
        words.join("|")
    }

    #[test]
    fn words_are_split_like_those_of_the_index() {
        assert_eq!(
            words("Plutus c++ 100%% foo.bar_baz"),
            "plutus|c++|c|100|foo|bar_baz|bar|baz"
        );
        assert_eq!(
            words("getById 验证交易 x門"),
            "getbyid|get|by|id|验 证|证 交|交 易|x|門"
        );
        assert_eq!(words("plutus \u{1f170} \u{24c2}\u{fe0f} Plutus"), "plutus");
    }

    #[test]
    fn tags_end_words_and_may_contain_brackets() {
        assert_eq!(words("x[tag] c-- [ope"), "x|c|ope");
        let search = Search::parse("[[react]] [[] [a[b]c][[x]");
        assert_eq!(search.tags, ["[react]", "[", "a[b]c", "[x"]);
        let search = Search::parse("[x]y] [[z]]] [a]b");
        assert_eq!(search.tags, ["x]y", "[z]]", "a"]);
        assert_eq!(words("[a]b"), "b");
    }

    #[test]
    fn parsing_distinguishes_words_phrases_tags_and_filters() {
        let search = Search::parse(
            "[React][a b][react] hooks -class -[old] -\"old way\" \"new way\" User:Ann is:unanswered score:-3 answers:2",
        );
        assert_eq!(search.tags, ["react", "a+b"]);
        assert_eq!(search.excluded_tags, ["old"]);
        assert_eq!(search.excluded(), ["\"class\"", "\"old way\""]);
        assert_eq!(search.phrases(), ["\"new way\""]);
        assert_eq!(
            search.filters,
            [
                Filter::Author("ann".to_owned()),
                Filter::Unanswered,
                Filter::Score(-3),
                Filter::Answers(2)
            ]
        );
        assert!(Search::parse("[react]").is_one_tag());
        assert!(!Search::parse("[react] x").is_one_tag() && !Search::parse("[a][b]").is_one_tag());
        let search = Search::parse("score:99999999999999999999 answers:-99999999999999999999");
        assert_eq!(
            search.filters,
            [Filter::Score(i64::MAX), Filter::Answers(i64::MIN)]
        );
    }

    #[test]
    fn two_dashes_begin_an_option() {
        let search = Search::parse("--testnet-magic 42 -old --");
        assert_eq!(words("--testnet-magic 42 -old --"), "testnet|magic|42");
        assert_eq!(search.excluded(), ["\"old\""]);
    }

    #[test]
    fn operators_are_those_that_the_page_shows() {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Case {
            text: String,
            tags: Vec<String>,
            excluded_tags: Vec<String>,
            phrases: usize,
            excluded: usize,
            filters: usize,
        }
        let cases = include_str!("../../../ui/src/lib/search-cases.json");
        for case in serde_json::from_str::<Vec<Case>>(cases).expect("cases") {
            let search = Search::parse(&case.text);
            assert_eq!(search.tags, case.tags, "{}", case.text);
            assert_eq!(search.excluded_tags, case.excluded_tags, "{}", case.text);
            let counts = (
                search.phrases.len(),
                search.excluded.len(),
                search.filters.len(),
            );
            assert_eq!(
                counts,
                (case.phrases, case.excluded, case.filters),
                "{}",
                case.text
            );
        }
    }

    #[test]
    fn the_last_word_is_open_until_a_space_follows() {
        for (text, last) in [
            ("plutus valid", Some("valid")),
            ("plutus valid ", None),
            ("plutus foo.Ba", Some("ba")),
            ("plut\u{1f170}", Some("plut")),
            ("\"a phrase\"", None),
            ("-word", None),
        ] {
            assert_eq!(Search::parse(text).last(), last, "{text}");
        }
    }

    #[test]
    fn stop_words_count_only_alone() {
        let words = |text: &str| {
            let search = Search::parse(text);
            search
                .words()
                .iter()
                .map(|word| word.text.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(words("how to use the fork"), ["fork"]);
        assert_eq!(words("to the"), ["to", "the"]);
    }

    #[test]
    fn repetitions_cost_nothing_and_the_rest_is_bounded() {
        let search = Search::parse(&"a \"b c\" -d [e] -[f] ".repeat(400));
        assert!(!search.is_cut());
        assert_eq!((search.words.len(), search.phrases.len()), (3, 1));
        let long: String = (0..400).map(|n| format!("-[t{n}] ")).collect();
        let search = Search::parse(&long);
        assert!(search.is_cut());
        assert_eq!(search.excluded_tags.len(), MAX_CONDITIONS);
    }

    #[test]
    fn corrections_replace_words_where_they_stand() {
        let search = Search::parse("[x] plutsu \"plutsu\" validtor!");
        let corrections = [
            ("plutsu", "plutus".to_owned()),
            ("validtor", "validator".to_owned()),
        ];
        assert_eq!(
            search.with_corrections(&corrections),
            "[x] plutus \"plutsu\" validator!"
        );
    }

    #[test]
    fn meaningless_input_differs_from_empty_input() {
        assert!(Search::parse("%%% !!").is_meaningless());
        assert!(Search::parse("  ").is_empty() && !Search::parse("  ").is_meaningless());
        assert!(!Search::parse("-[tag]").is_meaningless());
    }
}
