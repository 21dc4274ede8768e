//! What people type into the search box, and the index that answers it.
//!
//! - `[tag]`: with exactly this tag; `-[tag]`: without it.
//! - `"a phrase"`: these words stand together, in this order; `-word`, `-"a phrase"`: this stands nowhere.
//! - `user:name`: asked by this user.
//! - `is:answered`, `is:unanswered`: with or without an answer; `is:accepted`: with an accepted one.
//! - `score:3`, `answers:2`: with at least this score, or so many answers.
//! - Everything else are words, of which the last may be the beginning of one; with fewer than three letters only if nothing
//!   has it as it stands, and on smaller sites, because too much begins so.
//!
//! All of it must hold, nothing depends on upper and lower case, and no input is an error: what means nothing is left
//! out.
//!
//! What is found, in this order; see [`Match`] for what the searcher is told:
//!
//! 1. What has all words; the last one as it stands or, from three letters on, as a beginning, and if nothing has a shorter one,
//!    that as a beginning too.
//! 2. If nothing has: longer words that are in no question which the searcher may read are taken for mistyped and
//!    replaced by the most similar word that is. A word that is found stays, and so does what is in quotes: that was
//!    meant as it stands. Correcting comes first, because the other words would lead elsewhere.
//! 3. If still nothing has all of them: what has any of the words. A sentence of Chinese or Japanese, which has no
//!    spaces, then counts as its pairs of characters.
//!
//! By relevance, bm25 orders what everyone may read. It counts how often words are in all of that, so nothing that only
//! some may read is in its index: else the order of what one finds would tell of what one may not read. What only some
//! may read is ordered by where its words are (title, tags, text, answers), then newest first, which depends on nothing
//! else. Who may read some of it finds both lists fused by rank.

mod beginning;

use std::collections::BTreeSet;
use std::iter;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;

use beginning::{Sought, continued};

use super::store;
use super::store::search::Document;
use crate::db::{Deferred, Write};
use crate::error::Result;
use crate::id::Id;
use crate::text::fold;
use crate::words::{begins_kept, folded, is_indexed, is_kept, pieces, separated};

/// A search, taken apart.
#[derive(Debug, Default)]
pub struct Search {
    /// As it was typed.
    text: String,
    /// Folded, like everything that is compared with names.
    pub tags: BTreeSet<String>,
    pub excluded_tags: BTreeSet<String>,
    /// Words and phrases, of which each must be found.
    terms: Vec<Term>,
    excluded: Vec<Term>,
    pub filters: Vec<Filter>,
}

/// What a question is asked for besides its words and tags.
#[derive(Debug, PartialEq, Eq)]
pub enum Filter {
    /// By the user with this folded name.
    Author(String),
    Unanswered,
    /// With an accepted answer.
    Accepted,
    /// At least this score.
    Score(i64),
    /// At least so many answers.
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
            ("score", number) => least(number).map(Self::Score),
            ("answers", number) => least(number).map(Self::Answers),
            _ => None,
        }
    }
}

/// A number, or if it is too long for one the longest.
fn least(number: &str) -> Option<i64> {
    number.parse().map_or_else(
        |error: ParseIntError| match error.kind() {
            IntErrorKind::PosOverflow => Some(i64::MAX),
            IntErrorKind::NegOverflow => Some(i64::MIN),
            _ => None,
        },
        Some,
    )
}

/// What a search with words has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// What has all of the words, or nothing at all.
    All,
    /// What has any of the words, because nothing has all and no word seems mistyped.
    Any,
    /// What this search finds, in which mistyped words are replaced by similar ones: all of its words, or if nothing has
    /// all, any of them.
    Similar(String),
}

#[derive(Debug)]
struct Term {
    text: String,
    is_phrase: bool,
    /// How many letters of its last word there are so far; none if it goes on no more.
    so_far: Option<usize>,
    /// Whether it is looked for as the beginning of a word.
    is_prefix: bool,
    /// Where in the search the word stands, without what is around it, if it is one that can be corrected.
    correctable: Option<Range<usize>>,
}

impl Term {
    /// A word that begins at `at` and may go on; nothing, when the index would see no word in it.
    fn word(text: &str, at: usize, goes_on: bool) -> Option<Self> {
        let core = text.trim_matches(|c| !is_indexed(c));
        let start = at + text.find(core)?;
        let word = folded(core);
        let last = word.rsplit(|c| !is_indexed(c)).next()?;
        let so_far = goes_on.then(|| last.chars().count());
        let is_prefix = so_far.is_some_and(|letters| letters >= PREFIX);
        // What has a digit is one of several names that differ in it, not a mistyped word.
        let is_correctable = is_kept(&word) && word.chars().count() >= CORRECTED && !word.contains(char::is_numeric);
        let correctable = is_correctable.then(|| start..start + core.len());
        (!core.is_empty()).then(|| Self { text: text.to_owned(), is_phrase: false, so_far, is_prefix, correctable })
    }

    /// A phrase; nothing, when the index would see no word in it.
    fn phrase(text: &str) -> Option<Self> {
        let has_words = text.chars().any(is_indexed);
        has_words.then(|| Self { text: text.to_owned(), is_phrase: true, so_far: None, is_prefix: false, correctable: None })
    }

    /// The last letters and digits of a word that may go on, folded, and what is before them.
    fn beginning(&self) -> Option<(String, String)> {
        let mut before = folded(self.text.trim_end_matches(|c| !is_indexed(c))).into_owned();
        let beginning = before.split_off(before.trim_end_matches(is_indexed).len());
        self.is_prefix.then_some((before, beginning))
    }

    /// As FTS5 wants it; `completions` are the words that begin like the last one.
    fn expression(&self, completions: &[String]) -> String {
        let Some((before, beginning)) = self.beginning() else { return quoted(&self.text) };
        let continued = continued(&beginning, completions).into_iter().map(|sought| match sought {
            Sought::Word(word) => quoted(&format!("{before}{word}")),
            Sought::Beginning(text) => format!("{}*", quoted(&format!("{before}{text}"))),
        });
        let expressions: Vec<String> = iter::once(quoted(&self.text)).chain(continued).collect();
        format!("({})", expressions.join(" OR "))
    }

    /// The same where a part is enough.
    fn expressions_of_parts(&self, completions: &[String]) -> Vec<String> {
        match pieces(&self.text) {
            pieces if self.is_phrase || pieces.len() == 1 => vec![self.expression(completions)],
            pieces => pieces.iter().map(|piece| quoted(piece)).collect(),
        }
    }
}

/// In quotes everything is data: FTS5 makes a phrase out of the words in it.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", separated(text).replace('"', "\"\""))
}

/// The last word is a beginning from so many letters on.
const PREFIX: usize = 3;
/// Among so many questions it takes 0.3 s to find those with words that begin with the same two letters, and among a tenth of
/// them those with the same one.
const WIDENED: i64 = 100_000;
/// Where any of the words is enough, so many of them are looked for: each is compared with all that another one finds.
const ALTERNATIVES: usize = 64;
/// Words are corrected if they are so long: a short one may mean too many others.
const CORRECTED: usize = 5;
/// Words of one search that are corrected, at most.
const CORRECTIONS: usize = 8;

impl Search {
    /// Understands whatever is typed, as far as it means something.
    pub fn parse(text: &str) -> Self {
        let mut search = Search { text: text.to_owned(), ..Search::default() };
        let mut rest = text.trim_start();
        while !rest.is_empty() {
            rest = search.part(rest, text.len() - rest.len()).trim_start();
        }
        search
    }

    /// Takes in the first part of `rest`, which begins at `at`, and returns what follows it.
    fn part<'t>(&mut self, rest: &'t str, at: usize) -> &'t str {
        let wanted = rest.strip_prefix('-').unwrap_or(rest);
        let is_excluded = wanted.len() < rest.len();
        if let Some((tag, after)) = bracketed(wanted).or_else(|| enclosed(wanted, '[', ']')) {
            let tags = if is_excluded { &mut self.excluded_tags } else { &mut self.tags };
            // No tag has a space: this one was a plus, which a raw query does not tell from a space.
            let tag = fold(tag.trim_start()).replace(' ', "+");
            tags.extend(Some(tag).filter(|tag| !tag.is_empty()));
            return after;
        }
        let terms = if is_excluded { &mut self.excluded } else { &mut self.terms };
        if let Some((phrase, after)) = enclosed(wanted, '"', '"') {
            terms.extend(Term::phrase(phrase));
            return after;
        }
        // A tag ends a word, unless the word begins like one that is not closed.
        let begin = rest.find(|c| !matches!(c, '-' | '[')).unwrap_or(rest.len());
        let end = rest[begin..].find(|c: char| c.is_whitespace() || c == '[').map_or(rest.len(), |length| begin + length);
        let (word, after) = rest.split_at(end);
        if is_excluded {
            terms.extend(Term::phrase(word.trim_start_matches('-')));
        } else if let Some(filter) = Filter::parse(word) {
            self.filters.push(filter);
        } else {
            terms.extend(Term::word(word, at, after.is_empty()));
        }
        after
    }

    /// Nothing was typed: the list is not a search.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Whether there are words to look for.
    pub fn has_words(&self) -> bool {
        !self.terms.is_empty()
    }

    /// Whether anything but tags and words to look for restricts what is found.
    fn has_others(&self) -> bool {
        !self.filters.is_empty() || !self.excluded.is_empty() || !self.excluded_tags.is_empty()
    }

    /// Something was typed, and it means nothing: nothing is found.
    pub fn means_nothing(&self) -> bool {
        !self.is_empty() && !self.has_words() && self.tags.is_empty() && !self.has_others()
    }

    /// Whether one tag is all there is to the search: for that, totals are kept.
    pub fn is_one_tag(&self) -> bool {
        self.tags.len() == 1 && !self.has_words() && !self.has_others()
    }

    /// Whether it asks for what somebody has asked.
    pub fn has_author(&self) -> bool {
        self.filters.iter().any(|filter| matches!(filter, Filter::Author(_)))
    }

    /// The FTS5 expression that all of the words match; none without words.
    /// `completions` are words that begin like [`Search::beginning`].
    pub fn all(&self, completions: &[String]) -> Option<String> {
        joined(self.terms.iter().map(|term| term.expression(completions)), " AND ")
    }

    /// Looks for the last word as a beginning although it is short, unless among so many questions too many have words that
    /// begin so; tells whether that is something else.
    pub fn widen(&mut self, questions: i64) -> bool {
        let Some(last) = self.terms.last_mut().filter(|last| !last.is_prefix) else { return false };
        last.is_prefix = last.so_far.is_some_and(|letters| questions <= if letters > 1 { WIDENED } else { WIDENED / 10 });
        last.is_prefix
    }

    /// The FTS5 expression that any of the words matches; none if that is what all of them match.
    pub fn any(&self, completions: &[String]) -> Option<String> {
        let parts = self.terms.iter().flat_map(|term| term.expressions_of_parts(completions));
        let parts: Vec<String> = parts.take(ALTERNATIVES).collect();
        if parts.len() > 1 { joined(parts, " OR ") } else { None }
    }

    /// The FTS5 expression of what must not be there.
    pub fn excluded(&self) -> Option<String> {
        joined(self.excluded.iter().map(|term| quoted(&term.text)), " OR ")
    }

    /// The last word, which may go on, in the form in which words are indexed.
    pub fn beginning(&self) -> Option<String> {
        let (_, beginning) = self.terms.last()?.beginning()?;
        (begins_kept(&beginning) && beginning.chars().count() >= PREFIX).then_some(beginning)
    }

    /// The same search with other words in place of mistyped ones: `similar` is given each word that can be corrected,
    /// and the expression that finds it. None if it knows nothing better.
    pub fn corrected(
        &self,
        completions: &[String],
        mut similar: impl FnMut(&str, &str) -> Result<Option<String>>,
    ) -> Result<Option<Search>> {
        let mut corrected = self.text.clone();
        // From the end, so that the places before stay what they are.
        let correctable = self.terms.iter().rev().filter_map(|term| Some((term, term.correctable.as_ref()?)));
        for (term, place) in correctable.take(CORRECTIONS) {
            if let Some(word) = similar(&self.text[place.clone()], &term.expression(completions))? {
                corrected.replace_range(place.clone(), &word);
            }
        }
        Ok((corrected != self.text).then(|| Search::parse(&corrected)))
    }

    /// As it was typed.
    pub fn text(&self) -> &str {
        &self.text
    }
}

fn joined(expressions: impl IntoIterator<Item = String>, with: &str) -> Option<String> {
    let expressions: Vec<String> = expressions.into_iter().collect();
    (!expressions.is_empty()).then(|| expressions.join(with))
}

/// What stands up to the bracket that closes the first one: a tag may contain brackets.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0;
    let inner = text.strip_prefix('[')?;
    let end = inner.find(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        depth < 0
    })?;
    // A bracket in the middle of a word closes nothing, if there is another at its end.
    let word = inner[end + 1..].find(|c: char| c.is_whitespace() || c == '[').map_or(inner.len(), |length| end + 1 + length);
    let end = inner[end..word].rfind(']').map_or(end, |last| end + last);
    Some((&inner[..end], &inner[end + 1..]))
}

fn enclosed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// Words that most questions in English have, whatever they are about.
const SAYING_NOTHING: &[&str] = &[
    "about", "am", "an", "and", "any", "are", "as", "at", "be", "but", "by", "can", "could", "did", "do", "does", "for", "from", "get",
    "has", "have", "how", "if", "in", "into", "is", "it", "its", "me", "my", "no", "not", "of", "on", "one", "or", "should", "so", "than",
    "that", "the", "there", "this", "to", "up", "use", "using", "was", "we", "what", "when", "where", "which", "who", "why", "will",
    "with", "work", "would", "you", "your",
];

/// The words of a title that say what it is about, in the form in which they are looked for.
pub fn telling_words(title: &str) -> BTreeSet<String> {
    let words = title.split(|c| !is_indexed(c)).flat_map(pieces).map(|word| fold(&word));
    words.filter(|word| word.chars().count() > 1 && !SAYING_NOTHING.contains(&word.as_str())).collect()
}

/// A question that the index does not know as it is now.
struct Stale {
    question: Id,
    /// As the index knows it.
    indexed: Option<Document>,
}

impl Deferred for Stale {
    fn run<'w>(all: impl Iterator<Item = &'w Self>, tx: &Write<'_>) -> Result<()> {
        store::search::replace(tx, all.map(|stale| (stale.question, stale.indexed.as_ref())))
    }
}

/// Puts a new question into the index, at the end of the batch.
pub fn index(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.defer(question, || Ok(Stale { question, indexed: None }))
}

/// Brings the index up to date, at the end of the batch, with a question that is about to change. The index has no
/// copy of the texts and must be told what to take out, so this comes before the change.
pub fn reindex(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.defer(question, || Ok(Stale { question, indexed: store::search::document(tx, question)? }))
}

/// Indexes everything anew.
pub fn rebuild(tx: &Write<'_>) -> Result<()> {
    tx.forget_deferred::<Stale>();
    store::search::rebuild(tx)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expression(text: &str) -> String {
        Search::parse(text).all(&[]).unwrap_or_default()
    }

    #[test]
    fn words_phrases_and_operators_are_told_apart() {
        assert_eq!(expression("plutus validator"), r#""plutus" AND ("validator")"#);
        assert_eq!(expression("plutus validator "), r#""plutus" AND "validator""#);
        assert_eq!(expression(r#""exact phrase" more"#), r#""exact phrase" AND ("more")"#);
        assert_eq!(expression("100%% c++"), r#""100%%" AND "c++""#);
        assert_eq!(expression("x[tag] c-- [ope"), r#""x" AND "c--" AND ("[ope")"#);
        let search = Search::parse("[[react]] [[] [a[b]c][[x]");
        assert_eq!(search.tags, ["[react]", "[", "a[b]c", "[x"].map(str::to_owned).into());
        let search = Search::parse("[x]y] [[z]]] [a]b");
        assert_eq!(search.tags, ["x]y", "[z]]", "a"].map(str::to_owned).into());
        assert_eq!(search.all(&[]).unwrap(), r#""b""#);
        let search = Search::parse("score:99999999999999999999 answers:-99999999999999999999");
        assert_eq!(search.filters, [Filter::Score(i64::MAX), Filter::Answers(i64::MIN)]);
        assert_eq!(expression("plutus \u{1f170} \u{24c2}\u{fe0f} "), r#""plutus""#);
        assert_eq!(Search::parse("plut\u{1f170}").beginning().as_deref(), Some("plut"));
        let search = Search::parse("[React][a b][react] hooks -class -[old] -\"old way\" User:Ann is:unanswered score:-3 answers:2");
        assert_eq!((search.tags.len(), search.tags.contains("react"), search.tags.contains("a+b")), (2, true, true));
        assert!(search.excluded_tags.contains("old"));
        assert_eq!(search.all(&[]).unwrap(), r#""hooks""#);
        assert_eq!(search.excluded().unwrap(), r#""class" OR "old way""#);
        assert_eq!(search.filters, [Filter::Author("ann".to_owned()), Filter::Unanswered, Filter::Score(-3), Filter::Answers(2)]);
        assert!(Search::parse("[react]").is_one_tag());
        assert!(!Search::parse("[react] x").is_one_tag() && !Search::parse("[a][b]").is_one_tag());
    }

    #[test]
    fn a_short_beginning_is_looked_for_where_that_is_found_in_time() {
        for (typed, questions, widens) in [
            ("co", WIDENED, true),
            ("co", WIDENED + 1, false),
            ("c", WIDENED / 10, true),
            ("c", WIDENED / 10 + 1, false),
            ("c++", WIDENED / 10 + 1, false),
            ("co ", 0, false),
            ("com", 0, false),
            ("\"co\"", 0, false),
            ("-co", 0, false),
        ] {
            assert_eq!(Search::parse(typed).widen(questions), widens, "{typed} among {questions}");
        }
    }

    #[test]
    fn what_means_nothing_is_told_from_nothing() {
        assert!(Search::parse("%%% !!").means_nothing());
        assert!(Search::parse("  ").is_empty() && !Search::parse("  ").means_nothing());
        assert!(!Search::parse("-[tag]").means_nothing());
    }
}
