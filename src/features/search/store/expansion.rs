//! Turns the words of a search into what is looked up: their weights, and other forms of them.

use std::collections::BTreeMap;

use super::entries::{Entry, Span};
use super::postings::{self, Frequencies};
use super::words;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::tokenizer::{is_in_vocabulary, stem};
use crate::features::search::prefix::{MIN_PREFIX, PrefixQuery, expand_prefix};
use crate::features::search::query::{Search, Word, quoted};
use crate::features::search::scan::Matcher;
use crate::features::search::score;
use crate::platform::db::Read;

/// The largest number of words that are looked up: the rarest ones.
const MAX_WORDS: usize = 16;
/// The largest number of look-ups of one kind. Each private community of the viewer needs one for
/// each form of a word.
const MAX_LOOK_UPS: usize = 2_000;
/// The number of look-ups that correct a word: its possible halves and the similar words.
const CORRECTION_LOOK_UPS: usize = 50;
/// The weight of a word in place of a mistyped one.
const SIMILAR: f32 = 0.4;
/// The weight of two words that were written as one.
const SPLIT: f32 = 0.8;
/// The largest number of words in place of a mistyped one.
const MAX_SIMILAR: usize = 3;
/// The largest number of different words that are corrected.
const MAX_CORRECTED: usize = 4;
/// The largest number of completions of a prefix on large sites.
const MAX_COMPLETIONS: usize = 20;
/// The number of public questions up to which a prefix matches all words with it.
const SMALL_SITE: f32 = 20_000.0;

/// A form of a word.
#[derive(Debug)]
pub struct Form {
    /// One word, a phrase of two, or the beginning of words.
    pub text: String,
    pub is_prefix: bool,
    pub weight: f32,
    /// The entries of the public posts with it, newest first, if they were looked up.
    pub public: Option<Vec<Entry>>,
}

impl Form {
    fn new(text: String, weight: f32) -> Self {
        Self {
            text,
            is_prefix: false,
            weight,
            public: None,
        }
    }

    /// Returns the FTS5 expression that matches the form in texts.
    pub fn expression(&self) -> String {
        let star = if self.is_prefix { "*" } else { "" };
        format!("{}{star}", quoted(&self.text))
    }

    /// Returns the FTS5 expression that matches the form among strong words, which have no
    /// positions: nothing for a phrase.
    pub fn strong_expression(&self) -> Option<String> {
        if self.text.contains(' ') {
            return None;
        }
        Some(if self.is_prefix {
            format!("\"{}\"*", self.text)
        } else {
            format!("\"{}\"", stem(&self.text))
        })
    }
}

/// A word of a search with all its forms.
#[derive(Debug)]
pub struct QueryWord {
    /// As typed.
    pub text: String,
    /// The word itself first.
    pub forms: Vec<Form>,
    /// The number of public posts with the word, about.
    pub frequency: f32,
    /// What a match is worth.
    pub idf: f32,
}

/// The words that a search looks up.
#[derive(Debug)]
pub struct Plan {
    /// The rarest first.
    pub words: Vec<QueryWord>,
    /// The words that nobody used and the most probable ones that were meant.
    pub corrections: Vec<(String, String)>,
    /// The number of different words that were typed, stop words apart.
    pub typed: u32,
    /// Whether words that a post contains were left out.
    pub is_cut: bool,
}

impl Plan {
    pub fn matcher(&self) -> Matcher {
        let mut matcher = Matcher::default();
        for (index, word) in self.words.iter().enumerate() {
            for form in &word.forms {
                matcher.add(index, &form.text, form.is_prefix, form.weight);
            }
        }
        matcher
    }
}

/// Returns what to look up for a search.
pub fn plan(read: &Read<'_>, viewer: Id, visible: &[Span], search: &Search) -> Result<Plan> {
    let frequencies = Frequencies::new(visible);
    let look_ups = MAX_LOOK_UPS / visible.len();
    let mut expander = Expander {
        read,
        viewer,
        visible,
        frequencies: &frequencies,
        corrections: Vec::new(),
        max_corrections: MAX_CORRECTED.min(look_ups / CORRECTION_LOOK_UPS),
    };
    let typed = search.words();
    let mut words = Vec::new();
    for word in typed.iter().take(look_ups) {
        // A word without any match would take the place of a common one.
        if let Some(mut expanded) = expander.expand(word, search.last())? {
            expanded.forms.truncate(look_ups);
            words.push(expanded);
        }
    }
    let is_cut = keep_rarest(&mut words, MAX_WORDS) || typed.len() > look_ups;
    Ok(Plan {
        words,
        corrections: expander.corrections,
        typed: typed.len() as u32,
        is_cut,
    })
}

/// Returns what to look up for the weighted words of a text that some visible post contains. Of
/// many words, the first count.
pub fn plan_weighted(
    read: &Read<'_>,
    visible: &[Span],
    mut texts: Vec<(String, f32)>,
) -> Result<Vec<QueryWord>> {
    let frequencies = Frequencies::new(visible);
    let mut words = Vec::new();
    texts.truncate(MAX_LOOK_UPS / visible.len());
    for (text, weight) in texts {
        let (frequency, public) = frequencies.look_up(read, &quoted(&text))?;
        if frequency == 0.0 && postings::count_up_to(read, visible, &text, 1)? == 0 {
            continue;
        }
        let idf = weight * score::idf(frequencies.posts(), frequency);
        let form = Form {
            public,
            ..Form::new(text.clone(), 1.0)
        };
        words.push(QueryWord {
            text,
            forms: vec![form],
            frequency,
            idf,
        });
    }
    Ok(words)
}

/// Sorts words, the rarest first, and keeps at most `limit`. Returns whether it left words out.
pub fn keep_rarest(words: &mut Vec<QueryWord>, limit: usize) -> bool {
    words.sort_by(|a, b| a.frequency.total_cmp(&b.frequency));
    let is_cut = words.len() > limit;
    words.truncate(limit);
    is_cut
}

struct Expander<'a> {
    read: &'a Read<'a>,
    viewer: Id,
    visible: &'a [Span],
    frequencies: &'a Frequencies,
    /// The words that nobody used and the most probable ones that were meant.
    corrections: Vec<(String, String)>,
    max_corrections: usize,
}

impl Expander<'_> {
    /// Returns a word with its forms, or nothing if no visible post has any of them.
    fn expand(&mut self, word: &Word, last: Option<&str>) -> Result<Option<QueryWord>> {
        let text = word.text.clone();
        let (mut frequency, public) = self.frequencies.look_up(self.read, &word.expression())?;
        let is_used = frequency > 0.0 || self.is_used(&text)?;
        let mut forms = vec![Form {
            public,
            ..Form::new(text.clone(), 1.0)
        }];
        if last == Some(text.as_str()) {
            forms.extend(self.completions(&text, is_used)?);
        }
        if !is_used
            && forms.len() == 1
            && word.is_correctable()
            && self.corrections.len() < self.max_corrections
        {
            if let Some(two) = self.split(&text)? {
                self.corrections.push((text.clone(), two.clone()));
                forms.push(Form::new(two, SPLIT));
            }
            let similar = words::similar(self.read, self.viewer, self.visible, &text, MAX_SIMILAR)?;
            if let (Some(best), 1) = (similar.first(), forms.len()) {
                self.corrections.push((text.clone(), best.clone()));
            }
            forms.extend(similar.into_iter().map(|text| Form::new(text, SIMILAR)));
        }
        if !is_used && forms.len() == 1 {
            return Ok(None);
        }
        if !is_used {
            // Its other forms decide how common it is.
            for form in &forms[1..] {
                frequency += self.frequencies.of(self.read, &form.expression())?;
            }
        }
        let idf = score::idf(self.frequencies.posts(), frequency);
        Ok(Some(QueryWord {
            text,
            forms,
            frequency,
            idf,
        }))
    }

    fn is_used(&self, word: &str) -> Result<bool> {
        Ok(postings::count_up_to(self.read, self.visible, word, 1)? > 0)
    }

    /// Returns the forms that complete a word. A short one is completed only if nobody used it.
    fn completions(&self, prefix: &str, is_used: bool) -> Result<Vec<Form>> {
        let is_short = prefix.chars().count() < MIN_PREFIX;
        if is_short && is_used {
            return Ok(Vec::new());
        }
        let form = |(text, is_prefix)| Form {
            is_prefix,
            ..Form::new(text, 1.0)
        };
        // Words of communities that need an account are looked up one by one.
        let hides = self.visible[0].hides_communities;
        if self.frequencies.questions() <= SMALL_SITE && !hides {
            let known = words::completions(self.read, self.viewer, prefix)?;
            let queries = expand_prefix(prefix, &known);
            return Ok(queries
                .into_iter()
                .map(|query| match query {
                    PrefixQuery::Stem(word) => form((word.to_owned(), false)),
                    PrefixQuery::StemPrefix(prefix) => form((prefix, true)),
                })
                .collect());
        }
        let mut known = words::shortest_completions(self.read, self.viewer, prefix)?;
        if hides {
            let mut used = Vec::new();
            for word in known {
                if self.is_used(&word)? {
                    used.push(word);
                }
            }
            known = used;
        }
        // One word per stem.
        let stems: BTreeMap<String, String> =
            known.into_iter().map(|word| (stem(&word), word)).collect();
        Ok(stems
            .into_iter()
            .filter(|(stemmed, _)| *stemmed != stem(prefix))
            .take(MAX_COMPLETIONS)
            .map(|(_, word)| form((word, false)))
            .collect())
    }

    /// Returns the two words that a word consists of, if both are used.
    fn split(&self, word: &str) -> Result<Option<String>> {
        for (at, _) in word.char_indices().skip(1) {
            let (one, other) = word.split_at(at);
            if is_in_vocabulary(one) && is_in_vocabulary(other) {
                let two = format!("{one} {other}");
                if self.is_used(&two)? {
                    return Ok(Some(two));
                }
            }
        }
        Ok(None)
    }
}
