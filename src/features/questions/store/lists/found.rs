//! Lists of the questions that contain the words of a search.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::filter::ListFilter;
use super::statement::{IndexHint, MAX_SORTED, Statement, find_selective};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::meaning::Meaning;
use crate::core::paging::{Page, Paging};
use crate::features::questions::order::Order;
use crate::features::search::model::SearchMatch;
use crate::features::search::query::{Match, Search};
use crate::features::search::scan::Matcher;
use crate::features::search::store::entries::{self, Entry, Number, Span};
use crate::features::search::store::expansion::{Plan, plan};
use crate::features::search::store::marks;
use crate::features::search::store::postings::{Matches, matching};
use crate::features::search::store::rescoring::{RESCORED, rescore};
use crate::features::search::store::retrieval::{Among, Candidate, retrieve};
use crate::platform::db::Read;

/// Up to this number of results all are listed.
const MAX_WITHOUT_CUT: usize = 100;
/// Of more results those are listed that reach this part of the best score.
const GOOD_ENOUGH: f32 = 0.35;

/// What the results of a search with words match.
#[derive(Clone, Serialize, Deserialize)]
pub struct About {
    pub matched: Match,
    /// A search that may have been meant.
    pub suggestion: Option<String>,
    /// The words that were looked up, if they were not all.
    pub used: Option<String>,
}

/// One page of the questions that a search with words finds.
pub struct Found {
    pub page: Page<Id>,
    pub about: About,
    /// The entries of the best posts of the page, and how to mark words in them.
    best: HashMap<Id, Entry>,
    matcher: Matcher,
}

impl Found {
    /// Returns what matched in a question of the page.
    pub fn marks(&self, read: &Read<'_>, question: Id) -> Result<Option<SearchMatch>> {
        match self.best.get(&question) {
            Some(best) => marks::of_question(read, question, *best, &self.matcher),
            None => Ok(None),
        }
    }
}

/// Returns one page of the questions that contain words of a search. Phrases that no post contains count as their
/// words.
pub fn find_words(read: &Read<'_>, filter: &ListFilter, paging: &Paging) -> Result<Found> {
    let visible = entries::visible(read, filter.viewer)?;
    let phrases = matching(read, &visible, filter.search.phrases(), true)?;
    if !phrases
        .as_ref()
        .is_some_and(|found| found.numbers.is_empty())
    {
        return find_with(read, filter, paging, visible, phrases);
    }
    let by_words = ListFilter {
        search: filter.search.without_phrases(),
        ..filter.clone()
    };
    let mut found = find_with(read, &by_words, paging, visible, None)?;
    if found.page.total > 0 {
        found.about.matched = Match::Words;
    }
    Ok(found)
}

/// Returns one page of the questions that contain words of a search and all of its phrases.
pub fn find_as_typed(read: &Read<'_>, filter: &ListFilter, paging: &Paging) -> Result<Found> {
    let visible = entries::visible(read, filter.viewer)?;
    let phrases = matching(read, &visible, filter.search.phrases(), true)?;
    find_with(read, filter, paging, visible, phrases)
}

/// Does the same among the questions with the phrases of the search, if it has any.
fn find_with(
    read: &Read<'_>,
    filter: &ListFilter,
    paging: &Paging,
    visible: Vec<Span>,
    phrases: Option<Matches>,
) -> Result<Found> {
    let search = &filter.search;
    let plan = plan(read, filter.viewer, &visible, search)?;
    let matcher = plan.matcher();
    let excluded = matching(read, &visible, search.excluded(), false)?;
    let visible = narrowed(visible, [&phrases, &excluded]);
    let (among, is_filtered) = among(read, filter, &visible, phrases)?;
    let mut candidates = retrieve(read, &visible, &plan.words, &among)?;
    if let Some(excluded) = excluded {
        candidates.retain(|candidate| excluded.numbers.binary_search(&candidate.number).is_err());
    }
    if !is_filtered {
        keep_filtered(read, filter, &mut candidates)?;
    }
    let is_any = candidates
        .iter()
        .all(|candidate| candidate.words.count_ones() < plan.typed);
    let matched = if candidates.is_empty() {
        Match::All
    } else {
        matched(filter, &plan, is_any)
    };
    let best_score = candidates.first().map_or(0.0, |best| best.score);
    if candidates.len() > MAX_WITHOUT_CUT {
        candidates.retain(|candidate| candidate.score >= GOOD_ENOUGH * best_score);
    }
    let used = (plan.is_cut || search.is_cut()).then(|| {
        let words: Vec<&str> = plan.words.iter().map(|word| word.text.as_str()).collect();
        words.join(" ")
    });
    let page = if filter.order == Order::Relevance {
        by_relevance(read, filter, &mut candidates, &plan, &matcher, paging)?
    } else {
        by_key(read, filter, &candidates, paging)?
    };
    let best: HashMap<Number, Entry> = candidates
        .iter()
        .map(|candidate| (candidate.number, candidate.number.entry(candidate.place)))
        .collect();
    let shown = page.items.iter().map(|(id, number)| (*id, best[number]));
    let about = About {
        matched,
        suggestion: suggestion(filter, &plan),
        used,
    };
    Ok(Found {
        best: shown.collect(),
        page: page.map(|(id, _)| id),
        about,
        matcher,
    })
}

/// Returns the search with similar words in place of those that may be typing errors, if there are any.
fn suggestion(filter: &ListFilter, plan: &Plan) -> Option<String> {
    let pairs = plan.corrections.iter().chain(&plan.offers);
    let pairs: Vec<(&str, String)> = pairs
        .map(|(wrong, right)| (wrong.as_str(), right.clone()))
        .collect();
    (!plan.offers.is_empty()).then(|| filter.search.with_corrections(&pairs))
}

/// Returns what a search is about, unless words alone count.
fn meaning(read: &Read<'_>, search: &Search, plan: &Plan) -> Option<Meaning> {
    if !read.search.meaning {
        return None;
    }
    let rarest = plan
        .words
        .iter()
        .fold(0.0, |most: f32, word| most.max(word.idf));
    let words = search.words().into_iter().map(|word| {
        let corrected = plan
            .corrections
            .iter()
            .find(|(wrong, _)| *wrong == word.text);
        let weight = plan.words.iter().find(|other| other.text == word.text);
        let text = corrected.map_or(&word.text, |(_, right)| right);
        (text.as_str(), weight.map_or(rarest, |word| word.idf))
    });
    Meaning::of_words(words)
}

fn matched(filter: &ListFilter, plan: &Plan, is_any: bool) -> Match {
    let corrections: Vec<(&str, String)> = plan
        .corrections
        .iter()
        .map(|(wrong, right)| (wrong.as_str(), right.clone()))
        .collect();
    if !corrections.is_empty() {
        Match::Similar(filter.search.with_corrections(&corrections))
    } else if is_any {
        Match::Any
    } else {
        Match::All
    }
}

/// Returns the parts of spans in which all conditions are known.
fn narrowed(visible: Vec<Span>, conditions: [&Option<Matches>; 2]) -> Vec<Span> {
    let mut visible = visible;
    for condition in conditions.into_iter().flatten() {
        for (span, known) in visible.iter_mut().zip(&condition.known) {
            span.first = span.first.max(known.first);
        }
    }
    visible
}

/// Returns which questions can be found, and whether these meet all filters.
fn among(
    read: &Read<'_>,
    filter: &ListFilter,
    visible: &[Span],
    phrases: Option<Matches>,
) -> Result<(Among, bool)> {
    let has_filters = filter.search.has_conditions()
        || filter.community.is_some()
        || filter.since.is_some()
        || filter.order == Order::Unanswered;
    if let Some(mut phrases) = phrases {
        phrases
            .numbers
            .retain(|number| visible.iter().any(|span| span.contains(number.entry(0))));
        return Ok((Among::Each(phrases.numbers), !has_filters));
    }
    if !has_filters {
        return Ok((Among::All, true));
    }
    let selective = find_selective(read, filter)?;
    let hint = IndexHint::for_count(filter, selective);
    let few = Statement::filtered(read, filter, hint)?.up_to(read, MAX_SORTED + 1)?;
    if few.len() as i64 > MAX_SORTED {
        return Ok((Among::All, false));
    }
    Ok((Among::Few(entries::numbers(read, &few)?), true))
}

/// Removes the candidates that do not meet the filters.
fn keep_filtered(
    read: &Read<'_>,
    filter: &ListFilter,
    candidates: &mut Vec<Candidate>,
) -> Result<()> {
    let found = questions(read, filter, candidates)?;
    let ids: Vec<Id> = found.iter().map(|(_, id)| *id).collect();
    let met: HashSet<Id> = Statement::among(read, filter, &ids)?
        .up_to(read, ids.len() as i64)?
        .into_iter()
        .collect();
    let met: HashSet<Number> = found
        .into_iter()
        .filter(|(_, id)| met.contains(id))
        .map(|(number, _)| number)
        .collect();
    candidates.retain(|candidate| met.contains(&candidate.number));
    Ok(())
}

fn questions(
    read: &Read<'_>,
    filter: &ListFilter,
    candidates: &[Candidate],
) -> Result<Vec<(Number, Id)>> {
    let numbers = candidates.iter().map(|candidate| candidate.number);
    entries::questions(read, filter.viewer, numbers)
}

/// Returns one page, best first: the first results by their texts, the others by their words.
fn by_relevance(
    read: &Read<'_>,
    filter: &ListFilter,
    candidates: &mut [Candidate],
    plan: &Plan,
    matcher: &Matcher,
    paging: &Paging,
) -> Result<Page<(Id, Number)>> {
    let skipped = usize::try_from(paging.skipped()?).unwrap_or(usize::MAX);
    let end = skipped.saturating_add(paging.limit + 1);
    let total = candidates.len();
    let (first, rest) = candidates.split_at_mut(RESCORED.min(total));
    let mut found = Vec::new();
    if skipped < first.len() {
        let meaning = meaning(read, &filter.search, plan);
        let best = rescore(
            read,
            filter.viewer,
            first,
            &plan.words,
            matcher,
            meaning.as_ref(),
        )?;
        found.extend(best.into_iter().skip(skipped));
    }
    let from = skipped.saturating_sub(first.len());
    if let Some(rest) = rest.get(from..end.min(total).saturating_sub(first.len())) {
        let rest = questions(read, filter, rest)?;
        found.extend(rest.into_iter().map(|(number, id)| (id, number)));
    }
    // A very long thread has several numbers.
    let mut seen = HashSet::new();
    found.retain(|(id, _)| seen.insert(*id));
    found.truncate(paging.limit + 1);
    Page::numbered(found, paging, total as i64)
}

/// Returns one page in another order.
fn by_key(
    read: &Read<'_>,
    filter: &ListFilter,
    candidates: &[Candidate],
    paging: &Paging,
) -> Result<Page<(Id, Number)>> {
    let found = questions(read, filter, candidates)?;
    let ids: Vec<Id> = found.iter().map(|(_, id)| *id).collect();
    let numbers: HashMap<Id, Number> = found.into_iter().map(|(number, id)| (id, number)).collect();
    let rows = if filter.order.key().is_none() {
        newest(ids, paging)?
    } else {
        Statement::among(read, filter, &ids)?.rows(read, filter.order, paging)?
    };
    let total = candidates.len() as i64;
    let page = Page::cut(rows, paging.limit, total, |(id, key)| {
        format!("{key}.{}", id.as_i64())
    });
    Ok(page.map(|(id, _)| (id, numbers[&id])))
}

/// Returns the ids of one page plus one question, newest first.
fn newest(mut ids: Vec<Id>, paging: &Paging) -> Result<Vec<(Id, i64)>> {
    if let Some([_, last]) = paging.position()? {
        ids.retain(|id| id.as_i64() < last);
    }
    ids.sort_unstable_by_key(|id| Reverse(*id));
    ids.dedup();
    ids.truncate(paging.limit + 1);
    Ok(ids.into_iter().map(|id| (id, 0)).collect())
}
