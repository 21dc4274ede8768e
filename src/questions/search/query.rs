//! Parses the search box into tags, words and filters, and writes FTS5 expressions of the words.

use std::collections::BTreeSet;
use std::iter;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;

use super::prefix::{MIN_PREFIX, PrefixQuery, expand_prefix};
use crate::error::Result;
use crate::text::fold;
use crate::tokenizer::{
    folded, is_in_vocabulary, is_indexed, is_vocabulary_prefix, separated, terms,
};

/// A parsed search.
#[derive(Debug, Default)]
pub struct Search {
    /// The input.
    text: String,
    /// Folded, as names are for comparison.
    pub tags: BTreeSet<String>,
    pub excluded_tags: BTreeSet<String>,
    /// Words and phrases that must all match.
    terms: Vec<Term>,
    excluded: Vec<Term>,
    pub filters: Vec<Filter>,
}

/// A condition other than words and tags.
#[derive(Debug, PartialEq, Eq)]
pub enum Filter {
    /// Asked by the user with this folded name.
    Author(String),
    Unanswered,
    /// With an accepted answer.
    Accepted,
    /// At least this score.
    Score(i64),
    /// At least this number of answers.
    Answers(i64),
}

impl Filter {
    fn parse(word: &str) -> Option<Self> {
        let word = fold(word);
        match word.split_once(':')? {
            ("user", name) if !name.is_empty() => Some(Self::Author(name.to_owned())),
            ("is", "answered") => Some(Self::Answers(1)),
            ("is", "unanswered") => Some(Self::Unanswered),
            ("is", "accepted") => Some(Self::Accepted),
            ("score", number) => saturating_number(number).map(Self::Score),
            ("answers", number) => saturating_number(number).map(Self::Answers),
            _ => None,
        }
    }
}

/// Parses a number. One that does not fit becomes the largest or smallest `i64`.
fn saturating_number(number: &str) -> Option<i64> {
    number.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

/// What the results of a search with words match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// All of the words, or there is no result.
    All,
    /// Any of the words: nothing matches all of them, and no word looks like a typing error.
    Any,
    /// This search, in which similar words replace typing errors: all of its words, or if nothing
    /// matches all, any of them.
    Similar(String),
}

/// A word or a phrase.
#[derive(Debug)]
struct Term {
    text: String,
    is_phrase: bool,
    /// The number of letters of its last word if the user may still be typing it.
    open_letters: Option<usize>,
    /// Whether its last word matches as a prefix.
    is_prefix: bool,
    /// The range of the word in the input, without punctuation around it, if the word can be
    /// corrected.
    correctable: Option<Range<usize>>,
}

impl Term {
    /// Returns a word at the byte `offset` of the input, or nothing if the index would see no word
    /// in it. `is_open` says whether the user may still be typing it.
    fn word(text: &str, offset: usize, is_open: bool) -> Option<Self> {
        let core = text.trim_matches(|c| !is_indexed(c));
        let start = offset + text.find(core)?;
        let word = folded(core);
        let last = word.rsplit(|c| !is_indexed(c)).next()?;
        let open_letters = is_open.then(|| last.chars().count());
        let is_prefix = open_letters.is_some_and(|letters| letters >= MIN_PREFIX);
        // A word with a digit is usually one of several names that differ in it, not a typing
        // error.
        let is_correctable = is_in_vocabulary(&word)
            && word.chars().count() >= MIN_CORRECTED
            && !word.contains(char::is_numeric);
        let correctable = is_correctable.then(|| start..start + core.len());
        (!core.is_empty()).then(|| Self {
            text: text.to_owned(),
            is_phrase: false,
            open_letters,
            is_prefix,
            correctable,
        })
    }

    /// Returns a phrase, or nothing if the index would see no word in it.
    fn phrase(text: &str) -> Option<Self> {
        let has_words = text.chars().any(is_indexed);
        has_words.then(|| Self {
            text: text.to_owned(),
            is_phrase: true,
            open_letters: None,
            is_prefix: false,
            correctable: None,
        })
    }

    /// Splits a term that matches as a prefix into the text before its last letters and digits, and
    /// these, both folded.
    fn split_prefix(&self) -> Option<(String, String)> {
        let mut before = folded(self.text.trim_end_matches(|c| !is_indexed(c))).into_owned();
        let prefix = before.split_off(before.trim_end_matches(is_indexed).len());
        self.is_prefix.then_some((before, prefix))
    }

    /// Returns the FTS5 expression. `completions` are the words with the prefix.
    fn expression(&self, completions: &[String]) -> String {
        let Some((before, prefix)) = self.split_prefix() else {
            return quoted(&self.text);
        };
        let expanded = expand_prefix(&prefix, completions)
            .into_iter()
            .map(|query| match query {
                PrefixQuery::Stem(word) => quoted(&format!("{before}{word}")),
                PrefixQuery::StemPrefix(text) => format!("{}*", quoted(&format!("{before}{text}"))),
            });
        let expressions: Vec<String> = iter::once(quoted(&self.text)).chain(expanded).collect();
        format!("({})", expressions.join(" OR "))
    }

    /// Returns the FTS5 expressions of the parts of a word, for a search that any part matches.
    fn expressions_of_parts(&self, completions: &[String]) -> Vec<String> {
        match terms(&self.text) {
            terms if self.is_phrase || terms.len() == 1 => vec![self.expression(completions)],
            terms => terms.iter().map(|piece| quoted(piece)).collect(),
        }
    }
}

/// Returns `text` as an FTS5 string, which FTS5 reads as a phrase of the words in it.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", separated(text).replace('"', "\"\""))
}

/// The largest number of questions in which a prefix of two letters is searched for, and a tenth of
/// it for one letter. At these sizes a search takes 0.3 s.
const MAX_WIDENED: i64 = 100_000;
/// The largest number of words in a search for any of them: FTS5 compares each with the results of
/// the others.
const MAX_ALTERNATIVES: usize = 64;
/// The shortest words that are corrected, in letters. Shorter ones are similar to too many others.
const MIN_CORRECTED: usize = 5;
/// The largest number of corrected words per search.
const MAX_CORRECTIONS: usize = 8;

impl Search {
    /// Parses any input. Ignores parts without a meaning.
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
        let part = rest.strip_prefix('-').unwrap_or(rest);
        let is_excluded = part.len() < rest.len();
        if let Some((tag, after)) = bracketed(part).or_else(|| enclosed(part, '[', ']')) {
            let tags = if is_excluded {
                &mut self.excluded_tags
            } else {
                &mut self.tags
            };
            // No tag contains a space. A plus in a query string that is not encoded becomes one.
            let tag = fold(tag.trim_start()).replace(' ', "+");
            tags.extend(Some(tag).filter(|tag| !tag.is_empty()));
            return after;
        }
        let terms = if is_excluded {
            &mut self.excluded
        } else {
            &mut self.terms
        };
        if let Some((phrase, after)) = enclosed(part, '"', '"') {
            terms.extend(Term::phrase(phrase));
            return after;
        }
        // A tag ends a word, unless the word starts with an unclosed bracket.
        let start = rest.find(|c| !matches!(c, '-' | '[')).unwrap_or(rest.len());
        let end = rest[start..]
            .find(|c: char| c.is_whitespace() || c == '[')
            .map_or(rest.len(), |length| start + length);
        let (word, after) = rest.split_at(end);
        if is_excluded {
            terms.extend(Term::phrase(word.trim_start_matches('-')));
        } else if let Some(filter) = Filter::parse(word) {
            self.filters.push(filter);
        } else {
            terms.extend(Term::word(word, offset, after.is_empty()));
        }
        after
    }

    /// Returns whether the input is empty: the list is not a search.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Returns whether the search contains words or phrases.
    pub fn has_words(&self) -> bool {
        !self.terms.is_empty()
    }

    /// Returns whether the search has conditions besides tags and words.
    fn has_other_conditions(&self) -> bool {
        !self.filters.is_empty() || !self.excluded.is_empty() || !self.excluded_tags.is_empty()
    }

    /// Returns whether no part of the input has a meaning: there are no results.
    pub fn is_meaningless(&self) -> bool {
        !self.is_empty()
            && !self.has_words()
            && self.tags.is_empty()
            && !self.has_other_conditions()
    }

    /// Returns whether the search is a single tag, for which there are counters.
    pub fn is_one_tag(&self) -> bool {
        self.tags.len() == 1 && !self.has_words() && !self.has_other_conditions()
    }

    /// Returns whether the search filters by author.
    pub fn has_author(&self) -> bool {
        self.filters
            .iter()
            .any(|filter| matches!(filter, Filter::Author(_)))
    }

    /// Returns the FTS5 expression for all of the words, or nothing if there are none.
    /// `completions` are the words with the prefix [`Search::prefix`].
    pub fn all(&self, completions: &[String]) -> Option<String> {
        joined(
            self.terms.iter().map(|term| term.expression(completions)),
            " AND ",
        )
    }

    /// Makes a short last word match as a prefix, unless there are too many questions. Returns
    /// whether this changes the search.
    pub fn widen(&mut self, questions: i64) -> bool {
        let Some(last) = self.terms.last_mut().filter(|last| !last.is_prefix) else {
            return false;
        };
        last.is_prefix = last.open_letters.is_some_and(|letters| {
            questions
                <= if letters > 1 {
                    MAX_WIDENED
                } else {
                    MAX_WIDENED / 10
                }
        });
        last.is_prefix
    }

    /// Returns the FTS5 expression for any of the words, or nothing if it is the same as for all of
    /// them.
    pub fn any(&self, completions: &[String]) -> Option<String> {
        let parts = self
            .terms
            .iter()
            .flat_map(|term| term.expressions_of_parts(completions));
        let parts: Vec<String> = parts.take(MAX_ALTERNATIVES).collect();
        if parts.len() > 1 {
            joined(parts, " OR ")
        } else {
            None
        }
    }

    /// Returns the FTS5 expression of the excluded words and phrases.
    pub fn excluded(&self) -> Option<String> {
        joined(self.excluded.iter().map(|term| quoted(&term.text)), " OR ")
    }

    /// Returns the last word as a prefix in its indexed form, if there are stored words for such
    /// prefixes.
    pub fn prefix(&self) -> Option<String> {
        let (_, prefix) = self.terms.last()?.split_prefix()?;
        (is_vocabulary_prefix(&prefix) && prefix.chars().count() >= MIN_PREFIX).then_some(prefix)
    }

    /// Returns the search with similar words in place of typing errors, or nothing if there are
    /// none. `similar` receives each correctable word and its FTS5 expression, and returns the
    /// replacement, if there is one.
    pub fn corrected(
        &self,
        completions: &[String],
        mut similar: impl FnMut(&str, &str) -> Result<Option<String>>,
    ) -> Result<Option<Search>> {
        let mut corrected = self.text.clone();
        // From the end, so that the ranges before stay valid.
        let correctable = self
            .terms
            .iter()
            .rev()
            .filter_map(|term| Some((term, term.correctable.as_ref()?)));
        for (term, range) in correctable.take(MAX_CORRECTIONS) {
            if let Some(word) = similar(&self.text[range.clone()], &term.expression(completions))? {
                corrected.replace_range(range.clone(), &word);
            }
        }
        Ok((corrected != self.text).then(|| Search::parse(&corrected)))
    }

    /// Returns the input.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn joined(expressions: impl IntoIterator<Item = String>, operator: &str) -> Option<String> {
    let expressions: Vec<String> = expressions.into_iter().collect();
    (!expressions.is_empty()).then(|| expressions.join(operator))
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
    "about", "am", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "did",
    "do", "does", "for", "from", "get", "has", "have", "how", "if", "in", "into", "is", "it",
    "its", "me", "my", "no", "not", "of", "on", "one", "or", "should", "so", "than", "that", "the",
    "there", "this", "to", "up", "use", "using", "was", "we", "what", "when", "where", "which",
    "who", "why", "will", "with", "work", "would", "you", "your",
];

/// Returns the words of a title that describe its topic, folded.
pub fn significant_words(title: &str) -> BTreeSet<String> {
    let words = title
        .split(|c| !is_indexed(c))
        .flat_map(terms)
        .map(|word| fold(&word));
    words
        .filter(|word| word.chars().count() > 1 && !STOP_WORDS.contains(&word.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expression(text: &str) -> String {
        Search::parse(text).all(&[]).unwrap_or_default()
    }

    #[test]
    fn parsing_distinguishes_words_phrases_tags_and_filters() {
        assert_eq!(
            expression("plutus validator"),
            r#""plutus" AND ("validator")"#
        );
        assert_eq!(
            expression("plutus validator "),
            r#""plutus" AND "validator""#
        );
        assert_eq!(
            expression(r#""exact phrase" more"#),
            r#""exact phrase" AND ("more")"#
        );
        assert_eq!(expression("100%% c++"), r#""100%%" AND "c++""#);
        assert_eq!(
            expression("x[tag] c-- [ope"),
            r#""x" AND "c--" AND ("[ope")"#
        );
        let search = Search::parse("[[react]] [[] [a[b]c][[x]");
        assert_eq!(
            search.tags,
            ["[react]", "[", "a[b]c", "[x"].map(str::to_owned).into()
        );
        let search = Search::parse("[x]y] [[z]]] [a]b");
        assert_eq!(search.tags, ["x]y", "[z]]", "a"].map(str::to_owned).into());
        assert_eq!(search.all(&[]).unwrap(), r#""b""#);
        let search = Search::parse("score:99999999999999999999 answers:-99999999999999999999");
        assert_eq!(
            search.filters,
            [Filter::Score(i64::MAX), Filter::Answers(i64::MIN)]
        );
        assert_eq!(
            expression("plutus \u{1f170} \u{24c2}\u{fe0f} "),
            r#""plutus""#
        );
        assert_eq!(
            Search::parse("plut\u{1f170}").prefix().as_deref(),
            Some("plut")
        );
        let search = Search::parse(
            "[React][a b][react] hooks -class -[old] -\"old way\" User:Ann is:unanswered score:-3 answers:2",
        );
        assert_eq!(
            (
                search.tags.len(),
                search.tags.contains("react"),
                search.tags.contains("a+b")
            ),
            (2, true, true)
        );
        assert!(search.excluded_tags.contains("old"));
        assert_eq!(search.all(&[]).unwrap(), r#""hooks""#);
        assert_eq!(search.excluded().unwrap(), r#""class" OR "old way""#);
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
    }

    #[test]
    fn a_short_prefix_is_used_only_among_few_enough_questions() {
        for (typed, questions, widens) in [
            ("co", MAX_WIDENED, true),
            ("co", MAX_WIDENED + 1, false),
            ("c", MAX_WIDENED / 10, true),
            ("c", MAX_WIDENED / 10 + 1, false),
            ("c++", MAX_WIDENED / 10 + 1, false),
            ("co ", 0, false),
            ("com", 0, false),
            ("\"co\"", 0, false),
            ("-co", 0, false),
        ] {
            assert_eq!(
                Search::parse(typed).widen(questions),
                widens,
                "{typed} among {questions}"
            );
        }
    }

    #[test]
    fn meaningless_input_differs_from_empty_input() {
        assert!(Search::parse("%%% !!").is_meaningless());
        assert!(Search::parse("  ").is_empty() && !Search::parse("  ").is_meaningless());
        assert!(!Search::parse("-[tag]").is_meaningless());
    }
}
