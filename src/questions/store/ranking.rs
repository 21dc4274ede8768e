//! The order of search results within one index and across both.

use std::cmp::Reverse;

use rusqlite::types::Value;

use super::full_text::IndexQuery;
use crate::id::Id;

/// The rank of public results. The weights prefer title over tags over text over answers; the
/// column of filter terms does not count.
pub(super) const RANK: &str = "bm25(search_public, 10.0, 6.0, 3.0, 1.0, 0.0)";

/// Returns the ORDER BY terms that put the results of a query best first, and adds their
/// parameters, numbered from `first_parameter`, to `values`.
pub(super) fn order_by_relevance(
    query: &IndexQuery,
    first_parameter: usize,
    values: &mut Vec<Value>,
) -> String {
    let table = query.table;
    if query.tiers.is_empty() {
        return format!("{RANK}, {table}.rowid DESC");
    }
    let tiers = query.tiers.len();
    values.extend(query.tiers.iter().cloned().map(Value::from));
    let matched_tiers = (first_parameter..first_parameter + tiers).map(|parameter| {
        format!("({table}.rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?{parameter}))")
    });
    format!(
        "{} DESC, {table}.rowid DESC",
        matched_tiers.collect::<Vec<_>>().join(" + ")
    )
}

/// Merges disjoint lists by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). For disjoint
/// lists only the rank in the list counts; of equal ranks, the newer question comes first. RRF
/// needs no comparable scores, and no more of each list than the length of the result.
pub(super) fn reciprocal_rank_fusion(lists: Vec<Vec<Id>>) -> Vec<Id> {
    let mut ranked: Vec<(usize, Reverse<Id>)> = lists
        .into_iter()
        .flat_map(|list| list.into_iter().enumerate())
        .map(|(rank, id)| (rank, Reverse(id)))
        .collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, Reverse(id))| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_fusion_keeps_the_order_of_each_list() {
        let ids = |numbers: &[i64]| {
            numbers
                .iter()
                .copied()
                .map(Id::from_i64)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            reciprocal_rank_fusion(vec![ids(&[3, 9, 1])]),
            ids(&[3, 9, 1])
        );
        assert_eq!(
            reciprocal_rank_fusion(vec![ids(&[3, 9, 1]), ids(&[5, 2])]),
            ids(&[5, 3, 9, 2, 1])
        );
        assert_eq!(
            reciprocal_rank_fusion(vec![ids(&[]), ids(&[5, 2])]),
            ids(&[5, 2])
        );
    }
}
