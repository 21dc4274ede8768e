//! `stoa-bench search`: measures how well the search finds known answers in Stack Exchange dumps.
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

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

pub use queries::QuerySet;
pub use report::Report;

use bm25::Bm25;
use clap::ValueEnum;
use metrics::{RESULTS, Scores};
use queries::queries;
use report::{LinkResult, QueryResult, Section};
use site::Site;
use stoa::core::error::{Error, Result};
use stoa::core::id::Id;
use stoa::operations::import::Progress;
use stoa::platform::db::Db;
use store::Thread;

/// What the site is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ReferenceKind {
    /// A BM25 in memory.
    #[default]
    Bm25,
    /// The same site, whose search compares words alone.
    Words,
}

/// The number of similar questions that count.
const SIMILAR: usize = 5;

/// Measures the search on each dump. With a `half`, only with this half of the queries.
pub fn run(
    dumps: &[PathBuf],
    half: Option<QuerySet>,
    reference: ReferenceKind,
    progress: impl FnMut(Progress) + Clone + Send + 'static,
) -> Result<Report> {
    let mut sections = Vec::new();
    for dump in dumps {
        let site = Site::import(dump, progress.clone())?;
        let queries = measure_queries(&site, half, reference)?;
        let links = measure_links(&site, reference)?;
        sections.push(Section::new(&site.host, queries, links));
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
fn measure_queries(
    site: &Site,
    half: Option<QuerySet>,
    reference: ReferenceKind,
) -> Result<Vec<QueryResult>> {
    let bm25 = Bm25::new(
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
                let position = site.position(*id).ok_or_else(|| {
                    Error::internal(format_args!("{} has no question {id}", site.host))
                })?;
                Ok(site.threads[position].id)
            })
            .collect::<Result<_>>()?;
        let search = |db: &Db| {
            let text = query.query.clone();
            db.read_blocking(move |read| engine::search(read, &text, RESULTS))
        };
        let found = search(&site.db)?;
        let expected = match reference {
            ReferenceKind::Bm25 => bm25.search(&query.query, RESULTS, |_| true),
            ReferenceKind::Words => search(site.words_only()?)?,
        };
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
fn measure_links(site: &Site, reference: ReferenceKind) -> Result<Vec<LinkResult>> {
    let bm25 = Bm25::new(site.threads.iter().map(|thread| {
        let draft = &thread.draft;
        (thread.id, format!("{}\n{}", draft.title, draft.text))
    }));
    // Newer and older question, and whether one is marked as a duplicate of the other.
    let mut pairs: BTreeMap<(usize, usize), bool> = BTreeMap::new();
    for link in &site.links {
        if let (Some(from), Some(to)) = (site.position(link.from), site.position(link.to)) {
            *pairs.entry((from.max(to), from.min(to))).or_default() |= link.is_duplicate;
        }
    }
    let mut results = Vec::new();
    for ((newer, older), is_duplicate) in pairs {
        let (newer, older) = (&site.threads[newer], site.threads[older].id);
        let (before, draft) = (newer.id, newer.draft.clone());
        let text = format!("{}\n{}", draft.title, draft.text);
        let similar = |db: &Db| {
            let draft = draft.clone();
            db.read_blocking(move |read| engine::similar(read, &draft, before, SIMILAR))
        };
        let found = similar(&site.db)?;
        let expected = match reference {
            ReferenceKind::Bm25 => bm25.search(&text, SIMILAR, |id| id < before),
            ReferenceKind::Words => similar(site.words_only()?)?,
        };
        results.push(LinkResult {
            is_duplicate,
            site: found.contains(&older),
            reference: expected.contains(&older),
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;

    /// Writes a dump of a site without queries: four questions, a day apart, and links.
    fn write_dump(parent: &Path, links: &str) -> PathBuf {
        let directory = parent.join("things.example.com");
        fs::create_dir(&directory).expect("a directory");
        let question = |id: i64, title: &str| {
            format!(
                "<row Id=\"{id}\" PostTypeId=\"1\" CreationDate=\"2020-01-0{id}T00:00:00.000\" Score=\"0\" ViewCount=\"0\" Body=\"&lt;p&gt;{title}&lt;/p&gt;\" Title=\"{title}\" Tags=\"&lt;bikes&gt;\" />"
            )
        };
        let posts = [
            question(1, "squeaking brakes"),
            question(2, "wobbling wheel"),
            question(3, "brakes squeaking again"),
            question(4, "squeaking brakes of a tandem"),
        ];
        let files = [
            ("Posts.xml", "posts", posts.concat()),
            ("Users.xml", "users", String::new()),
            ("PostLinks.xml", "postlinks", links.to_owned()),
        ];
        for (file, root, rows) in files {
            fs::write(directory.join(file), format!("<{root}>{rows}</{root}>")).expect("a file");
        }
        directory
    }

    fn link(from: i64, to: i64, kind: i64) -> String {
        format!(
            "<row PostId=\"{from}\" RelatedPostId=\"{to}\" CreationDate=\"2020-01-05T00:00:00.000\" LinkTypeId=\"{kind}\" />"
        )
    }

    fn measure(links: &str) -> Section {
        let parent = TempDir::new().expect("a temporary directory");
        let dump = write_dump(parent.path(), links);
        let report = run(&[dump], None, ReferenceKind::Words, |_| ()).expect("a report");
        report.sections.into_iter().next().expect("a section")
    }

    #[test]
    fn the_older_question_of_a_link_is_expected() {
        let section = measure(&(link(1, 3, 1) + &link(3, 2, 1)));
        assert!(section.queries.is_empty() && section.search.is_empty());
        let found: Vec<(bool, bool)> = section
            .links
            .iter()
            .map(|link| (link.site, link.reference))
            .collect();
        assert_eq!(found, [(true, true), (false, false)]);
    }

    #[test]
    fn a_pair_counts_once_and_as_a_duplicate_if_it_is_one() {
        let section = measure(&(link(3, 1, 1) + &link(1, 3, 1) + &link(3, 1, 3) + &link(4, 1, 1)));
        let groups: Vec<(&str, usize)> = section
            .similar
            .iter()
            .map(|group| (group.name, group.links))
            .collect();
        assert_eq!(groups, [("duplicates", 1), ("linked", 1), ("all", 2)]);
    }

    #[test]
    fn later_questions_are_no_candidates() {
        let parent = TempDir::new().expect("a temporary directory");
        let dump = write_dump(parent.path(), "");
        let site = Site::import(&dump, |_| ()).expect("a site");
        let [first, _, third, _] = &site.threads[..] else {
            panic!("{} threads", site.threads.len());
        };
        let (draft, before) = (third.draft.clone(), third.id);
        let found = site
            .db
            .read_blocking(move |read| engine::similar(read, &draft, before, SIMILAR))
            .expect("similar questions");
        assert_eq!(found, [first.id]);
    }
}
