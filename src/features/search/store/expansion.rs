//! Turns the words of a search into what is looked up: their weights, and other forms of them.

use std::collections::{BTreeMap, BTreeSet};

use super::entries::{Entry, Span};
use super::postings::{self, Frequencies};
use super::words;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::meaning::is_known;
use crate::core::tokenizer::{is_in_vocabulary, is_vocabulary_prefix, stem};
use crate::features::search::languages::{Inflection, has_compounds};
use crate::features::search::prefix::{MIN_PREFIX, PrefixQuery, expand_prefix};
use crate::features::search::query::{Search, Word, is_stop_word, quoted};
use crate::features::search::scan::Matcher;
use crate::features::search::score;
use crate::features::search::spelling::{family_prefix, is_of_family, spellings};
use crate::platform::db::Read;

/// The largest number of words that are looked up: the rarest ones.
const MAX_WORDS: usize = 16;
/// The largest number of look-ups of one kind. Each private community of the viewer needs one for
/// each form of a word.
const MAX_LOOK_UPS: usize = 2_000;
/// The number of look-ups for other forms of a rare word: its possible halves, its family and the similar words.
const RARE_LOOK_UPS: usize = 80;
/// A word in at most this number of public posts is rare.
const RARE: f32 = 20.0;
/// A word that is used may be a typing error if a similar one is used this many times as often.
const MUCH_MORE: f32 = 5.0;
/// The weight of a word in place of a mistyped one.
const SIMILAR: f32 = 0.4;
/// The weight of two words that were written as one.
const SPLIT: f32 = 0.8;
/// The largest number of words in place of a mistyped one.
const MAX_SIMILAR: usize = 3;
/// The largest number of inflected forms of a word that are looked up.
const MAX_INFLECTIONS: usize = 16;
/// The largest number of longer words that are looked up for a part of them.
const MAX_COMPOUNDS: usize = 8;
/// The weight of a longer word that contains a word.
const COMPOUND: f32 = 0.5;
/// The weight of another spelling of a word.
const SPELLING: f32 = 0.9;
/// The weight of a word of the same family as a rare one.
const FAMILY: f32 = 0.6;
/// The largest number of words of a family that are looked up.
const MAX_FAMILY: usize = 8;
/// The largest number of different rare words whose other forms are looked up.
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
    /// Words that are probably right, and similar ones that may have been meant.
    pub offers: Vec<(String, String)>,
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
        joined: BTreeMap::new(),
        corrections: Vec::new(),
        offers: Vec::new(),
        rare_left: MAX_CORRECTED.min(look_ups / RARE_LOOK_UPS),
        spellings_left: look_ups / 4,
    };
    for (one, other) in search.neighbours().into_iter().take(look_ups / 4) {
        expander.join(&one.text, &other.text)?;
    }
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
        offers: expander.offers,
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
    /// Words that consist of a word and its neighbour in the search.
    joined: BTreeMap<String, Vec<String>>,
    /// The words that nobody used and the most probable ones that were meant.
    corrections: Vec<(String, String)>,
    offers: Vec<(String, String)>,
    /// The number of rare words whose other forms may still be looked up.
    rare_left: usize,
    /// The number of spellings that may still be looked up.
    spellings_left: usize,
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
        let is_completed = forms.len() > 1;
        for joined in self.joined.remove(&text).unwrap_or_default() {
            forms.push(Form::new(joined, SPLIT));
        }
        if word.is_whole() {
            frequency = self.add_inflections(&text, frequency, &mut forms)?;
            for other in spellings(&text) {
                self.spellings_left = self.spellings_left.saturating_sub(1);
                if self.spellings_left > 0 && self.is_used(&other)? {
                    forms.push(Form::new(other, SPELLING));
                }
            }
        }
        let has_forms = is_in_vocabulary(&text) && word.is_whole() || word.is_correctable();
        if has_forms && frequency <= RARE && !is_completed && self.rare_left > 0 {
            self.rare_left -= 1;
            self.add_forms_of_rare(word, is_used.then_some(frequency), &mut forms)?;
        }
        if !is_used && forms.len() == 1 {
            return Ok(None);
        }
        if !is_used && frequency == 0.0 {
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

    /// Adds the forms of a word in another language than English, and in some languages the words that it is a part of.
    /// Returns the number of public posts with the word, which is the first form, or one of its other forms.
    fn add_inflections(&self, text: &str, frequency: f32, forms: &mut Vec<Form>) -> Result<f32> {
        let language = self.read.search.language;
        let Some(inflection) = Inflection::of(text, language) else {
            return Ok(frequency);
        };
        let is_other = |word: &str| word != text && inflection.has(word);
        let prefix = &inflection.prefix;
        let mut inflected = words::first_with_prefix(self.read, self.viewer, prefix, is_other)?;
        inflected.truncate(MAX_INFLECTIONS);
        if has_compounds(language) && text.chars().count() > MIN_PREFIX {
            let compounds = words::compounds(self.read, self.viewer, text, MAX_COMPOUNDS)?;
            let new = compounds
                .into_iter()
                .filter(|word| !inflected.contains(word));
            forms.extend(new.map(|word| Form::new(word, COMPOUND)));
        }
        let mut common = 0.0;
        let mut entries: BTreeSet<Entry> = BTreeSet::new();
        match &forms[0].public {
            Some(public) => entries.extend(public),
            None => common += frequency,
        }
        for word in inflected {
            let (frequency, public) = self.frequencies.look_up(self.read, &quoted(&word))?;
            match &public {
                Some(public) => entries.extend(public),
                None => common += frequency,
            }
            forms.push(Form {
                public,
                ..Form::new(word, 1.0)
            });
        }
        Ok(common + entries.len() as f32)
    }

    /// Adds other forms of a rare word, which as many public posts use as `frequency` says, or nobody.
    fn add_forms_of_rare(
        &mut self,
        word: &Word,
        frequency: Option<f32>,
        forms: &mut Vec<Form>,
    ) -> Result<()> {
        let (text, is_used) = (word.text.as_str(), frequency.is_some());
        if let Some(two) = self.split(text)? {
            if !is_used && forms.len() == 1 {
                self.corrections.push((text.to_owned(), two.clone()));
            }
            forms.push(Form::new(two, SPLIT));
        }
        let own = stem(text);
        if let Some(prefix) = family_prefix(text) {
            let is_of_family = |word: &str| is_of_family(prefix, word);
            let mut family =
                words::first_with_prefix(self.read, self.viewer, prefix, is_of_family)?;
            let mut stems = BTreeSet::from([own.clone()]);
            family.retain(|word| stems.insert(stem(word)));
            for word in family.into_iter().take(MAX_FAMILY) {
                if self.is_used(&word)? {
                    forms.push(Form::new(word, FAMILY));
                }
            }
        }
        if !word.is_correctable() || forms.len() > 1 && !is_used {
            return Ok(());
        }
        let mut similar = words::similar(self.read, self.viewer, self.visible, text, MAX_SIMILAR)?;
        similar.retain(|(word, _)| stem(word) != own);
        if let Some(frequency) = frequency {
            // A few posts can share a typing error.
            similar.retain(|(_, uses)| *uses as f32 >= MUCH_MORE * frequency.max(1.0));
        }
        let Some((best, _)) = similar.first() else {
            return Ok(());
        };
        let pair = (text.to_owned(), best.clone());
        if is_known(text) {
            // It is spelled correctly: nobody but its author knows whether it was meant.
            self.offers.push(pair);
            return Ok(());
        }
        let found = if is_used {
            &mut self.offers
        } else {
            &mut self.corrections
        };
        found.push(pair);
        forms.extend(
            similar
                .into_iter()
                .map(|(text, _)| Form::new(text, SIMILAR)),
        );
        Ok(())
    }

    /// Notes the word that two neighbouring words of the search are written as elsewhere.
    fn join(&mut self, one: &str, other: &str) -> Result<()> {
        let joined = format!("{one}{other}");
        if is_in_vocabulary(&joined) && self.is_used(&joined)? {
            for word in [one, other] {
                let known = self.joined.entry(word.to_owned()).or_default();
                known.push(joined.clone());
            }
        }
        Ok(())
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
            let is_word = |word: &str| {
                word.chars().count() >= MIN_PREFIX
                    && !is_stop_word(word)
                    && is_vocabulary_prefix(word)
            };
            if is_word(one) && is_word(other) {
                let two = format!("{one} {other}");
                if self.is_used(&two)? {
                    return Ok(Some(two));
                }
            }
        }
        Ok(None)
    }
}
