//! `stoa bench search`: measures how well the search finds known answers in Stack Exchange dumps.
//!
//! Each dump is imported into a temporary site. The queries for it are searched there and in a
//! reference index, and the links between its questions measure the similar questions.

mod bm25;
mod engine;
mod metrics;
mod queries;
mod report;
mod site;
mod store;

use std::collections::BTreeSet;
use std::path::PathBuf;

pub use queries::Half;
pub use report::Report;

use crate::error::{Error, Result};
use crate::id::Id;
use crate::import::Progress;
use bm25::Bm25;
use metrics::{RESULTS, Scores};
use queries::queries;
use report::{LinkResult, QueryResult, Section};
use site::{Site, Thread};

/// The number of similar questions that count.
const SIMILAR: usize = 5;

/// Measures the search on each dump. With a `half`, only with this half of the queries.
pub fn run(
    dumps: &[PathBuf],
    half: Option<Half>,
    progress: impl FnMut(Progress) + Clone + Send + 'static,
) -> Result<Report> {
    let mut sections = Vec::new();
    for dump in dumps {
        let site = Site::import(dump, progress.clone())?;
        let queries = measure_queries(&site, half)?;
        sections.push(Section::new(&site.host, queries, measure_links(&site)?));
    }
    if sections.len() > 1 {
        let all = Section::new(
            "all dumps",
            sections
                .iter()
                .flat_map(|one| one.queries.clone())
                .collect(),
            sections.iter().flat_map(|one| one.links.clone()).collect(),
        );
        sections.push(all);
    }
    Ok(Report { sections })
}

/// Searches for each query on the site and in the reference.
fn measure_queries(site: &Site, half: Option<Half>) -> Result<Vec<QueryResult>> {
    let reference = Bm25::new(
        site.threads
            .iter()
            .map(|thread| (thread.id, whole_text(thread))),
    );
    let mut results = Vec::new();
    for query in queries(&site.host)? {
        if half.is_some_and(|half| half != query.half) {
            continue;
        }
        let right: BTreeSet<Id> = query
            .right
            .iter()
            .map(|id| {
                let thread = site.thread(*id).ok_or_else(|| {
                    Error::internal(format_args!("{} has no question {id}", site.host))
                })?;
                Ok(thread.id)
            })
            .collect::<Result<_>>()?;
        let text = query.query.clone();
        let found = site
            .db
            .read_blocking(move |read| engine::search(read, &text, RESULTS))?;
        let expected = reference.search(&query.query, RESULTS, |_| true);
        results.push(QueryResult {
            site: Scores::new(&found, &right),
            reference: Scores::new(&expected, &right),
            query: query.query,
            kind: query.kind,
            half: query.half,
        });
    }
    Ok(results)
}

/// For each linked pair of questions, looks for the older one among those similar to the newer one.
fn measure_links(site: &Site) -> Result<Vec<LinkResult>> {
    let reference = Bm25::new(site.threads.iter().map(|thread| {
        let draft = &thread.draft;
        (thread.id, format!("{}\n{}", draft.title, draft.text))
    }));
    let mut pairs = BTreeSet::new();
    for link in &site.links {
        if let (Some(from), Some(to)) = (site.thread(link.from), site.thread(link.to)) {
            let (older, newer) = (from.id.min(to.id), from.id.max(to.id));
            pairs.insert((newer, older, link.is_duplicate));
        }
    }
    let mut results: Vec<LinkResult> = Vec::new();
    for (newer, older, is_duplicate) in pairs {
        // Nothing but duplicates sorts later.
        if let Some(last) = results.last_mut()
            && (last.newer, last.older) == (newer, older)
        {
            last.is_duplicate = is_duplicate;
            continue;
        }
        let Some(question) = site.threads.iter().find(|thread| thread.id == newer) else {
            continue;
        };
        let draft = question.draft.clone();
        let text = format!("{}\n{}", draft.title, draft.text);
        let found = site
            .db
            .read_blocking(move |read| engine::similar(read, &draft, newer, SIMILAR))?;
        results.push(LinkResult {
            newer,
            older,
            is_duplicate,
            site: found.contains(&older),
            reference: reference
                .search(&text, SIMILAR, |id| id < newer)
                .contains(&older),
        });
    }
    Ok(results)
}

fn whole_text(thread: &Thread) -> String {
    let draft = &thread.draft;
    format!(
        "{}\n{}\n{}",
        draft.title,
        draft.text,
        thread.answers.join("\n")
    )
}
