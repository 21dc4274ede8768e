//! What people type into the search box, and the index that answers it.
//!
//! - `[tag]`: with exactly this tag; `-[tag]`: without it.
//! - `"a phrase"`: these words stand together, in this order; `-word`, `-"a phrase"`: this stands nowhere.
//! - `user:name`: asked by this user.
//! - `is:answered`, `is:unanswered`: with or without an answer; `is:accepted`: with an accepted one.
//! - `score:3`, `answers:2`: with at least this score, or so many answers.
//! - Everything else are words, of which the last may be the beginning of one if it has three letters.
//!
//! All of it must hold, nothing depends on upper and lower case, and no input is an error: what means nothing is left
//! out.
//!
//! What is found, in this order; see [`Match`] for what the searcher is told:
//!
//! 1. What has all words.
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

use std::collections::{BTreeMap, BTreeSet};
use std::num::{IntErrorKind, ParseIntError};
use std::ops::Range;

use super::store;
use super::store::search::Document;
use crate::db::{Deferred, Write};
use crate::error::Result;
use crate::id::Id;
use crate::text::fold;
use crate::words::{LONGEST, begins_kept, folded, is_indexed, is_kept, pieces, separated, stem};

/// What is typed beyond so many characters is left out: each word takes time.
const LENGTH: usize = 200;

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
        let last = word.rsplit(|c: char| !c.is_alphanumeric()).next()?;
        let is_prefix = goes_on && last.chars().count() >= PREFIX;
        let correctable = (is_kept(&word) && word.chars().count() >= CORRECTED).then(|| start..start + core.len());
        (!core.is_empty()).then(|| Self { text: text.to_owned(), is_phrase: false, is_prefix, correctable })
    }

    /// A phrase; nothing, when the index would see no word in it.
    fn phrase(text: &str) -> Option<Self> {
        let has_words = text.chars().any(is_indexed);
        has_words.then(|| Self { text: text.to_owned(), is_phrase: true, is_prefix: false, correctable: None })
    }

    /// The last letters and digits of a word that may go on, folded, and what is before them.
    fn beginning(&self) -> Option<(String, String)> {
        let mut before = folded(self.text.trim_end_matches(|c: char| !c.is_alphanumeric())).into_owned();
        let beginning = before.split_off(before.trim_end_matches(char::is_alphanumeric).len());
        self.is_prefix.then_some((before, beginning))
    }

    /// As FTS5 wants it; `completions` are the words that begin like the last one.
    fn expression(&self, completions: &[String]) -> String {
        let Some((before, beginning)) = self.beginning() else { return quoted(&self.text) };
        let mut expressions = vec![quoted(&self.text)];
        let begins = |text: &str| format!("{}*", quoted(&format!("{before}{text}")));
        if begins_kept(&beginning) {
            let is_long = |word: &str| word.chars().count() >= LONGEST;
            // Of the longest words only the beginning is known.
            let (long, known): (Vec<&str>, Vec<&str>) = completions.iter().map(String::as_str).partition(|word| is_long(word));
            let long = Some(beginning.as_str()).filter(|word| is_long(word)).into_iter().chain(long);
            let found = |known: Known<'_>| match known {
                Known::Word(word) => quoted(&format!("{before}{word}")),
                Known::Beginning(text) => begins(&text),
            };
            expressions.extend(beginning_with(&beginning, &known).into_iter().map(found));
            expressions.extend(long.map(|word| begins(unchanged(word))));
        } else {
            expressions.push(begins(unchanged(&beginning)));
        }
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

/// What FTS5 can look for.
#[derive(Debug, PartialEq, Eq)]
enum Known<'w> {
    /// All words with the stem of this one.
    Word(&'w str),
    /// All words whose stem begins so.
    Beginning(String),
}

/// What to look for besides the beginning itself to find all of the words, which begin so. FTS5 makes a stem even of a beginning ("bus" is "bu" to it, with which
/// "but" begins), and some words have a shorter one ("using" is "us", with which no search for "usi" would begin). So few words are
/// looked for by themselves, and many by beginnings that are their own stems.
fn beginning_with<'w>(beginning: &str, words: &[&'w str]) -> Vec<Known<'w>> {
    // One word of each stem.
    let mut stems: BTreeMap<String, &str> = words.iter().map(|word| (stem(word), *word)).collect();
    stems.remove(&stem(beginning));
    if stems.len() <= LOOKED_FOR {
        return stems.into_values().map(Known::Word).collect();
    }
    let (begin_so, others): (Vec<_>, Vec<_>) =
        stems.iter().map(|(stem, word)| (stem.as_str(), *word)).partition(|(stem, _)| stem.starts_with(beginning));
    let mut known: Vec<Known<'w>> = others.into_iter().map(|(_, word)| Known::Word(word)).collect();
    cover(beginning, &begin_so, &mut known);
    known
}

/// Adds what finds these stems, which are sorted and all begin so.
fn cover<'w>(beginning: &str, stems: &[(&str, &'w str)], known: &mut Vec<Known<'w>>) {
    if let [(_, word)] = stems {
        known.push(Known::Word(word));
    } else if stem(beginning) == beginning {
        known.push(Known::Beginning(beginning.to_owned()));
    } else {
        let next = |stem: &str| stem[beginning.len()..].chars().next();
        for stems in stems.chunk_by(|(one, _), (other, _)| next(one) == next(other)) {
            match (next(stems[0].0), stems) {
                (Some(next), _) => cover(&format!("{beginning}{next}"), stems, known),
                (None, stems) => known.extend(stems.iter().map(|(_, word)| Known::Word(word))),
            }
        }
    }
}

/// As much of a beginning as is its own stem.
fn unchanged(mut beginning: &str) -> &str {
    while stem(beginning) != beginning {
        beginning = beginning.char_indices().next_back().map_or("", |(end, _)| &beginning[..end]);
    }
    beginning
}

/// In quotes everything is data: FTS5 makes a phrase out of the words in it.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", separated(text).replace('"', "\"\""))
}

/// The last word may be a beginning if it has so many letters: too much begins like a shorter one.
const PREFIX: usize = 3;
/// Stems with which words continue a beginning, if they are so few, are looked for one by one.
const LOOKED_FOR: usize = 20;
/// Words are corrected if they are so long: a short one may mean too many others.
const CORRECTED: usize = 5;
/// Words of one search that are corrected, at most.
const CORRECTIONS: usize = 8;

impl Search {
    /// Understands whatever is typed, as far as it means something.
    pub fn parse(text: &str) -> Self {
        let text = text.char_indices().nth(LENGTH).map_or(text, |(end, _)| &text[..end]);
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

    /// The FTS5 expression that any of the words matches; none if that is what all of them match.
    pub fn any(&self, completions: &[String]) -> Option<String> {
        let parts: Vec<String> = self.terms.iter().flat_map(|term| term.expressions_of_parts(completions)).collect();
        if parts.len() > 1 { joined(parts, " OR ") } else { None }
    }

    /// The FTS5 expression of what must not be there.
    pub fn excluded(&self) -> Option<String> {
        joined(self.excluded.iter().map(|term| quoted(&term.text)), " OR ")
    }

    /// The last word, which may go on, in the form in which words are indexed.
    pub fn beginning(&self) -> Option<String> {
        let (_, beginning) = self.terms.last()?.beginning()?;
        begins_kept(&beginning).then_some(beginning)
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
    let words = title.split(|c: char| !c.is_alphanumeric()).flat_map(pieces).map(|word| fold(&word));
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
        let search = Search::parse("[React][a b][react] hooks -class -[old] -\"old way\" User:Ann is:unanswered score:-3 answers:2");
        assert_eq!((search.tags.len(), search.tags.contains("react"), search.tags.contains("a+b")), (2, true, true));
        assert!(search.excluded_tags.contains("old"));
        assert_eq!(search.all(&[]).unwrap(), r#""hooks""#);
        assert_eq!(search.excluded().unwrap(), r#""class" OR "old way""#);
        assert_eq!(search.filters, [Filter::Author("ann".to_owned()), Filter::Unanswered, Filter::Score(-3), Filter::Answers(2)]);
        assert!(Search::parse("[react]").is_one_tag());
        assert!(!Search::parse("[react] x").is_one_tag() && !Search::parse("[a][b]").is_one_tag());
    }

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
        let typed: BTreeSet<&str> = words
            .iter()
            .flat_map(|word| word.char_indices().map(|(end, _)| &word[..end]).chain([word.as_str()]))
            .filter(|typed| typed.chars().count() >= PREFIX)
            .collect();
        let mut many = 0;
        for typed in typed {
            let search = Search::parse(typed);
            let beginning = search.beginning().expect("a beginning");
            let completions: Vec<String> = known.iter().filter(|word| word.starts_with(&beginning)).cloned().collect();
            many += usize::from(completions.iter().map(|word| stem(word)).collect::<BTreeSet<_>>().len() > LOOKED_FOR);
            let begin_so: Vec<&String> = words.iter().filter(|word| word.starts_with(&beginning)).collect();
            let stems: BTreeSet<String> = begin_so.iter().map(|word| stem(word)).chain([stem(typed)]).collect();
            let expected: BTreeSet<String> = words.iter().filter(|word| stems.contains(&stem(word))).cloned().collect();
            let expression = search.all(&completions).expect("an expression");
            assert_eq!(found(&expression), expected, "{typed}: {expression}");
        }
        assert!(many > 10, "only {many} beginnings have many words");
    }

    #[test]
    fn what_means_nothing_is_told_from_nothing() {
        assert!(Search::parse("%%% !!").means_nothing());
        assert!(Search::parse("  ").is_empty() && !Search::parse("  ").means_nothing());
        assert!(!Search::parse("-[tag]").means_nothing());
    }
}
