//! The sets of queries whose answers are known.
//!
//! They contain ids of the dumps and our own words only. Each line of a set is a query in JSON.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use stoa::core::error::{Error, Result};

/// The sets, by the host names of the dumped sites.
const SETS: &[(&str, &str)] = &[
    (
        "cardano.stackexchange.com",
        include_str!("queries/cardano.jsonl"),
    ),
    (
        "bicycles.meta.stackexchange.com",
        include_str!("queries/bicycles-meta.jsonl"),
    ),
];

/// How a query is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A whole question.
    Question,
    /// Two to five words.
    Keywords,
    /// With misspelled words.
    Typo,
    /// Words that only an answer contains.
    Answer,
    /// Other words than those of the thread.
    Wording,
    /// An identifier or an error message.
    Identifier,
}

/// The half of a set: to tune the search on, or to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuerySet {
    Tune,
    Report,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_value(*self, f)
    }
}

impl fmt::Display for QuerySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_value(*self, f)
    }
}

fn fmt_value(value: impl ValueEnum, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    value
        .to_possible_value()
        .map_or(Ok(()), |value| f.write_str(value.get_name()))
}

/// A query whose answers are known.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    pub kind: Kind,
    pub query: String,
    /// The questions of the dump whose threads answer the query.
    pub right: Vec<i64>,
    pub half: QuerySet,
}

/// Returns the queries for the dump of a site, none if there is no set for it.
pub fn queries(host: &str) -> Result<Vec<Query>> {
    let set = SETS.iter().find(|(name, _)| *name == host);
    set.map_or("", |(_, lines)| *lines)
        .lines()
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| {
                Error::internal(format_args!(
                    "queries of {host}, line {}: {error}",
                    index + 1
                ))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn sets() -> impl Iterator<Item = Vec<Query>> {
        SETS.iter()
            .map(|(host, _)| queries(host).expect("a valid set"))
    }

    #[test]
    fn each_set_has_160_queries_of_all_kinds() {
        for set in sets() {
            assert!(set.len() >= 160, "{}", set.len());
            for kind in Kind::value_variants() {
                let count = set.iter().filter(|query| query.kind == *kind).count();
                assert!(count >= 10, "{kind}: {count}");
            }
        }
    }

    #[test]
    fn the_halves_have_equally_many_queries_of_each_kind() {
        for set in sets() {
            for kind in Kind::value_variants() {
                let count = |half| {
                    set.iter()
                        .filter(|query| query.kind == *kind && query.half == half)
                        .count()
                };
                assert!(
                    count(QuerySet::Tune).abs_diff(count(QuerySet::Report)) <= 1,
                    "{kind}"
                );
            }
        }
    }

    #[test]
    fn each_query_is_unique_short_and_has_right_threads() {
        for set in sets() {
            let mut seen = BTreeSet::new();
            for Query { query, right, .. } in set {
                assert!((3..=200).contains(&query.len()), "{query}");
                assert_eq!(query.trim(), query);
                assert!(right.iter().all(|id| *id > 0), "{query}");
                assert!((1..=10).contains(&right.len()), "{query}");
                assert_eq!(
                    right.iter().collect::<BTreeSet<_>>().len(),
                    right.len(),
                    "{query}"
                );
                assert!(seen.insert(query.to_lowercase()), "{query}");
            }
        }
    }
}
