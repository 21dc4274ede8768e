//! What people type into the search box, and the index that answers it.
//!
//! `[tag]` restricts to an exact tag, `"a phrase"` must stand so, `-word` must not, `user:name`, `is:answered`,
//! `is:unanswered`, `score:3` and `answers:2` (at least) do what they say; everything else are words. All words
//! must be found, and if that finds nothing, any of them. No input is an error: what means nothing is left out.

use super::store;
use crate::db::Write;
use crate::error::Result;
use crate::id::Id;
use crate::text::fold;

/// Terms beyond so many are left out.
const MAX_TERMS: usize = 32;

/// A search, taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Search {
    pub tags: Vec<String>,
    /// Words and phrases, of which each must be found.
    terms: Vec<Term>,
    excluded: Vec<Term>,
    pub author: Option<String>,
    pub is_answered: Option<bool>,
    pub least_score: Option<i64>,
    pub least_answers: Option<i64>,
    /// Whether anything but spaces was typed.
    is_given: bool,
}

#[derive(Debug, PartialEq, Eq)]
struct Term {
    text: String,
    is_prefix: bool,
}

impl Term {
    /// Nothing, when the index would see no word in it.
    fn new(text: &str) -> Option<Self> {
        text.chars().any(char::is_alphanumeric).then(|| Self { text: text.to_owned(), is_prefix: false })
    }

    /// As FTS5 wants it. A beginning is completed by what begins so, because the index knows only stems.
    fn expression(&self, completions: &[String]) -> String {
        if !self.is_prefix {
            return quoted(&self.text);
        }
        let any = completions.iter().map(|word| format!(" OR {}", quoted(word)));
        format!("({}*{})", quoted(&self.text), any.collect::<String>())
    }
}

/// In quotes everything is data.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// The beginning of a word is completed if it is so long; shorter ones are shorter than the stems too.
const COMPLETED: usize = 4;

impl Search {
    /// Understands whatever is typed, as far as it means something.
    pub fn parse(text: &str) -> Self {
        let mut search = Search { is_given: !text.trim().is_empty(), ..Search::default() };
        let mut rest = text;
        let mut last_is_word = false;
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else { break };
            if search.terms.len() + search.excluded.len() + search.tags.len() >= MAX_TERMS {
                last_is_word = false;
                break;
            }
            last_is_word = false;
            if let Some((tag, after)) = enclosed(rest, '[', ']') {
                // No tag has a space: this one was a plus, which a raw query does not tell from a space.
                search.tags.push(tag.trim_start().replace(' ', "+"));
                rest = after;
            } else if let Some((phrase, after)) = enclosed(rest, '"', '"') {
                search.terms.extend(Term::new(phrase));
                rest = after;
            } else if let Some((phrase, after)) = rest.strip_prefix('-').and_then(|rest| enclosed(rest, '"', '"')) {
                search.excluded.extend(Term::new(phrase));
                rest = after;
            } else {
                let end = rest.find(|c: char| c.is_whitespace() || c == '[').filter(|&end| end > 0);
                let (word, after) = rest.split_at(end.unwrap_or_else(|| rest.find(char::is_whitespace).unwrap_or(rest.len())));
                last_is_word = search.word(word, first);
                rest = after;
            }
        }
        search.tags.retain(|tag| !tag.is_empty());
        let goes_on = last_is_word && !text.ends_with(char::is_whitespace);
        if let Some(last) = search.terms.last_mut().filter(|_| goes_on) {
            last.is_prefix = true;
        }
        search
    }

    /// Takes one word in; tells whether it is one to look for.
    fn word(&mut self, word: &str, first: char) -> bool {
        if let Some(excluded) = word.strip_prefix('-').filter(|_| first == '-') {
            self.excluded.extend(Term::new(excluded));
            return false;
        }
        match word.split_once(':') {
            Some(("user", name)) if !name.is_empty() => self.author = Some(name.to_owned()),
            Some(("is", "answered")) => self.is_answered = Some(true),
            Some(("is", "unanswered")) => self.is_answered = Some(false),
            Some(("score", number)) if number.parse::<i64>().is_ok() => self.least_score = number.parse().ok(),
            Some(("answers", number)) if number.parse::<i64>().is_ok() => self.least_answers = number.parse().ok(),
            _ => {
                let term = Term::new(word);
                let is_term = term.is_some();
                self.terms.extend(term);
                return is_term;
            }
        }
        false
    }

    /// Nothing was typed: the list is not a search.
    pub fn is_empty(&self) -> bool {
        !self.is_given
    }

    /// Something was typed, and it means nothing: nothing is found.
    pub fn means_nothing(&self) -> bool {
        let filters = self.author.is_some() || self.is_answered.is_some() || self.least_score.is_some() || self.least_answers.is_some();
        self.is_given && !filters && self.tags.is_empty() && self.terms.is_empty() && self.excluded.is_empty()
    }

    /// Whether one tag is all there is to the search: for that, totals are kept.
    pub fn is_one_tag(&self) -> bool {
        self.tags.len() == 1 && *self == Search { tags: self.tags.clone(), is_given: true, ..Search::default() }
    }

    /// The FTS5 expression that all (or any) of the words match; none without words.
    /// `completions` are words that begin like [`Search::beginning`].
    pub fn expression(&self, all: bool, completions: &[String]) -> Option<String> {
        join(&self.terms, if all { " AND " } else { " OR " }, completions)
    }

    /// The last word, which may go on, in the form in which words are indexed.
    pub fn beginning(&self) -> Option<String> {
        let last = self.terms.last().filter(|term| term.is_prefix)?;
        let is_word = last.text.chars().all(char::is_alphanumeric) && last.text.chars().count() >= COMPLETED;
        is_word.then(|| fold(&last.text))
    }

    /// The FTS5 expression of what must not be there.
    pub fn excluded(&self) -> Option<String> {
        join(&self.excluded, " OR ", &[])
    }

    /// Whether "any of the words" can find more than "all of them".
    pub fn has_several_terms(&self) -> bool {
        self.terms.len() > 1
    }
}

fn join(terms: &[Term], with: &str, completions: &[String]) -> Option<String> {
    let expressions: Vec<String> = terms.iter().map(|term| term.expression(completions)).collect();
    (!expressions.is_empty()).then(|| expressions.join(with))
}

fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// Puts a new question into the index.
pub fn index(tx: &Write<'_>, question: Id) -> Result<()> {
    store::search::insert(tx, question)
}

/// Runs a change of what the index knows of a question. The index has no copy of the texts, so the old document
/// must be taken out while it can still be read.
pub fn reindex<T>(tx: &Write<'_>, question: Id, change: impl FnOnce(&Write<'_>) -> Result<T>) -> Result<T> {
    store::search::remove(tx, question)?;
    let done = change(tx)?;
    store::search::insert(tx, question)?;
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expression(text: &str) -> String {
        Search::parse(text).expression(true, &[]).unwrap_or_default()
    }

    #[test]
    fn words_phrases_and_operators_are_told_apart() {
        assert_eq!(expression("plutus validator"), r#""plutus" AND ("validator"*)"#);
        assert_eq!(expression("plutus validator "), r#""plutus" AND "validator""#);
        assert_eq!(expression(r#""exact phrase" more"#), r#""exact phrase" AND ("more"*)"#);
        assert_eq!(expression("100%% c++"), r#""100%%" AND ("c++"*)"#);
        let search = Search::parse("[react][a b] hooks -class -\"old way\" user:ann is:unanswered score:-3 answers:2");
        assert_eq!(search.tags, ["react", "a+b"]);
        assert_eq!(search.expression(true, &[]).unwrap(), r#""hooks""#);
        assert_eq!(search.excluded().unwrap(), r#""class" OR "old way""#);
        let filters = (search.author.as_deref(), search.is_answered, search.least_score, search.least_answers);
        assert_eq!(filters, (Some("ann"), Some(false), Some(-3), Some(2)));
        assert!(Search::parse("[react]").is_one_tag());
        assert!(!Search::parse("[react] x").is_one_tag() && !Search::parse("[a][b]").is_one_tag());
    }

    #[test]
    fn no_input_is_an_error() {
        for text in [
            "",
            " ",
            "\"",
            "[",
            "]",
            "[]",
            "-",
            "--",
            "\"\"",
            "* OR NEAR(",
            "a\"b",
            "user:",
            "score:x",
            "%",
            "\u{0}",
            "NOT",
            "[a",
            "x[",
            "is:",
        ] {
            let search = Search::parse(text);
            let _ = (search.expression(false, &[]), search.excluded(), search.is_empty(), search.means_nothing());
        }
        assert!(Search::parse("%%% !!").means_nothing());
        assert!(Search::parse("  ").is_empty());
        assert_eq!(Search::parse(&"word ".repeat(1_000)).expression(true, &[]).unwrap().matches("AND").count(), MAX_TERMS - 1);
    }
}
