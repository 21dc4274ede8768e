//! The results of a run, as a table and as JSON.

use std::collections::BTreeSet;
use std::fmt;

use serde::{Serialize, Serializer};

use super::metrics::{Comparison, Estimate, Scores};
use super::queries::{Kind, QuerySet};

/// The result for one query.
#[derive(Clone, Debug, Serialize)]
pub struct QueryResult {
    pub query: String,
    pub kind: Kind,
    pub half: QuerySet,
    #[serde(rename = "site_reciprocal_rank", serialize_with = "reciprocal_rank")]
    pub site: Scores,
    #[serde(
        rename = "reference_reciprocal_rank",
        serialize_with = "reciprocal_rank"
    )]
    pub reference: Scores,
}

fn reciprocal_rank<S: Serializer>(scores: &Scores, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(scores.reciprocal_rank)
}

/// The result for one linked pair of questions.
#[derive(Clone, Debug)]
pub struct LinkResult {
    pub is_duplicate: bool,
    /// Whether the site finds the older question.
    pub site: bool,
    /// Whether the reference does.
    pub reference: bool,
}

/// The measures of a group of queries.
#[derive(Debug, Serialize)]
pub struct QueryGroup {
    pub name: String,
    pub queries: usize,
    pub success_at_1: Comparison,
    pub success_at_5: Comparison,
    pub mrr: Comparison,
    pub ndcg_at_10: Comparison,
}

impl QueryGroup {
    /// Returns nothing without queries.
    fn new<'r>(
        name: impl ToString,
        queries: impl Iterator<Item = &'r QueryResult>,
    ) -> Option<Self> {
        let queries: Vec<&QueryResult> = queries.collect();
        let compare = |measure: fn(&Scores) -> f64| {
            let pairs: Vec<(f64, f64)> = queries
                .iter()
                .map(|query| (measure(&query.site), measure(&query.reference)))
                .collect();
            Comparison::new(&pairs)
        };
        (!queries.is_empty()).then(|| Self {
            name: name.to_string(),
            queries: queries.len(),
            success_at_1: compare(|scores| scores.success_at_1),
            success_at_5: compare(|scores| scores.success_at_5),
            mrr: compare(|scores| scores.reciprocal_rank),
            ndcg_at_10: compare(|scores| scores.ndcg),
        })
    }
}

/// The measures of the similar questions for a group of links.
#[derive(Debug, Serialize)]
pub struct LinkGroup {
    pub name: &'static str,
    pub links: usize,
    pub recall_at_5: Comparison,
}

impl LinkGroup {
    /// Returns nothing without links.
    fn new<'r>(name: &'static str, links: impl Iterator<Item = &'r LinkResult>) -> Option<Self> {
        let number = |is_found: bool| f64::from(u8::from(is_found));
        let pairs: Vec<(f64, f64)> = links
            .map(|link| (number(link.site), number(link.reference)))
            .collect();
        (!pairs.is_empty()).then(|| Self {
            name,
            links: pairs.len(),
            recall_at_5: Comparison::new(&pairs),
        })
    }
}

/// The results for one dump, or for all of them.
#[derive(Debug, Serialize)]
pub struct Section {
    pub name: String,
    pub search: Vec<QueryGroup>,
    pub similar: Vec<LinkGroup>,
    pub queries: Vec<QueryResult>,
    #[serde(skip)]
    pub links: Vec<LinkResult>,
}

impl Section {
    /// Groups results: all, by half if there are both, and by kind.
    pub fn new(name: &str, queries: Vec<QueryResult>, links: Vec<LinkResult>) -> Self {
        let all = QueryGroup::new("all", queries.iter());
        let halves: BTreeSet<QuerySet> = queries.iter().map(|query| query.half).collect();
        let kinds: BTreeSet<Kind> = queries.iter().map(|query| query.kind).collect();
        let of_half = |half: &QuerySet| {
            QueryGroup::new(half, queries.iter().filter(|query| query.half == *half))
        };
        let of_kind =
            |kind: &Kind| QueryGroup::new(kind, queries.iter().filter(|query| query.kind == *kind));
        let is_divided = halves.len() > 1;
        let search = all
            .into_iter()
            .chain(halves.iter().filter(|_| is_divided).filter_map(of_half))
            .chain(kinds.iter().filter_map(of_kind))
            .collect();
        let similar = [
            LinkGroup::new("duplicates", links.iter().filter(|link| link.is_duplicate)),
            LinkGroup::new("linked", links.iter().filter(|link| !link.is_duplicate)),
            LinkGroup::new("all", links.iter()),
        ];
        Self {
            name: name.to_owned(),
            search,
            similar: similar.into_iter().flatten().collect(),
            queries,
            links,
        }
    }
}

/// The results of one run.
#[derive(Debug, Serialize)]
pub struct Report {
    /// One per dump, and with several dumps one for all of them together.
    pub sections: Vec<Section>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, section) in self.sections.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            writeln!(f, "{}", section.name)?;
            for group in &section.search {
                let measures = [
                    ("success@1", group.success_at_1),
                    ("success@5", group.success_at_5),
                    ("MRR", group.mrr),
                    ("nDCG@10", group.ndcg_at_10),
                ];
                fmt_group(
                    f,
                    &format!("{}, {} queries", group.name, group.queries),
                    &measures,
                )?;
            }
            for group in &section.similar {
                let name = format!("similar, {}, {} links", group.name, group.links);
                fmt_group(f, &name, &[("recall@5", group.recall_at_5)])?;
            }
        }
        Ok(())
    }
}

/// A row of a block, and the estimate in it.
type Row = (&'static str, fn(&Comparison) -> Estimate);

const ROWS: [Row; 3] = [
    ("site", |comparison| comparison.site),
    ("reference", |comparison| comparison.reference),
    ("difference", |comparison| comparison.difference),
];

/// Writes a block with a column per measure.
fn fmt_group(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    measures: &[(&str, Comparison)],
) -> fmt::Result {
    write!(f, "\n{name:<32}")?;
    for (measure, _) in measures {
        write!(f, "  {measure:>23}")?;
    }
    writeln!(f)?;
    for (row, estimate) in ROWS {
        write!(f, "  {row:<30}")?;
        for (_, comparison) in measures {
            let Estimate { mean, low, high } = estimate(comparison);
            write!(f, "  {mean:>6.3} [{low:>6.3},{high:>6.3}]")?;
        }
        writeln!(f)?;
    }
    Ok(())
}
