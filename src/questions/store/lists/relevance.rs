//! Pages of search results ordered by relevance.

use std::cmp::Reverse;

use super::statement::Statement;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::paging::{Page, Paging};
use crate::questions::store::ranking::reciprocal_rank_fusion;

/// The number of newest results that are ranked. Older ones follow, newest first. Ranking all
/// results for a common word would take long, and among so many the rank says little.
pub(super) const MAX_RANKED: i64 = 1_000;

/// Returns one page by relevance: ranked results, and after their end the older ones.
pub(super) fn page_by_relevance(
    read: &Read<'_>,
    statements: &[Statement],
    paging: &Paging,
    total: i64,
) -> Result<Page<Id>> {
    let page_size = paging.limit as i64 + 1;
    let is_fused = statements.len() > 1;
    let lists = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| {
        statements.iter().map(list).collect::<Result<Vec<_>>>()
    };
    let newest_first = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| -> Result<Vec<Id>> {
        let mut ids = lists(list)?.concat();
        ids.sort_unstable_by_key(|id| Reverse(*id));
        Ok(ids)
    };
    let position = match RelevancePosition::from_cursor(paging)? {
        Some(position) => position,
        None if total <= MAX_RANKED => RelevancePosition::Ranked {
            offset: 0,
            oldest: 0,
        },
        None => {
            // For a single list only the last of the ranked results matters.
            let skipped = if is_fused { 0 } else { MAX_RANKED - 1 };
            let newest =
                newest_first(&|statement| statement.newest(read, MAX_RANKED - skipped, skipped))?;
            let oldest = newest.get((MAX_RANKED - 1 - skipped) as usize);
            RelevancePosition::Ranked {
                offset: 0,
                oldest: oldest.map_or(0, |id| id.as_i64()),
            }
        }
    };
    let (mut ids, older_than) = match position {
        RelevancePosition::Ranked { offset, oldest } if is_fused => {
            let best = reciprocal_rank_fusion(lists(&|statement| {
                statement.best(read, oldest, offset.saturating_add(page_size), 0)
            })?);
            (
                best.into_iter()
                    .skip(usize::try_from(offset).unwrap_or(usize::MAX))
                    .take(paging.limit + 1)
                    .collect(),
                oldest,
            )
        }
        RelevancePosition::Ranked { offset, oldest } => (
            lists(&|statement| statement.best(read, oldest, page_size, offset))?.concat(),
            oldest,
        ),
        RelevancePosition::Older { than } => (Vec::new(), than),
    };
    let ranked = ids.len();
    if ids.len() <= paging.limit && older_than > 0 {
        let missing = page_size - ranked as i64;
        ids.extend(newest_first(&|statement| {
            statement.older(read, older_than, missing)
        })?);
    }
    let next = |last: &Id| match position {
        RelevancePosition::Ranked { offset, oldest } if ranked > paging.limit => {
            RelevancePosition::Ranked {
                offset: offset.saturating_add(paging.limit as i64),
                oldest,
            }
        }
        _ if ranked == paging.limit => RelevancePosition::Older { than: older_than },
        _ => RelevancePosition::Older {
            than: last.as_i64(),
        },
    };
    Ok(Page::cut(ids, paging.limit, total, |last| {
        next(last).cursor()
    }))
}

/// The start of a page by relevance.
enum RelevancePosition {
    /// After `offset` ranked results. `oldest` is the id of the oldest ranked one, or 0 if all are
    /// ranked.
    Ranked { offset: i64, oldest: i64 },
    /// Among the results that are too old to be ranked.
    Older { than: i64 },
}

impl RelevancePosition {
    /// Reads a cursor of one or two numbers. Any values are valid, because they only say where a
    /// page starts.
    fn from_cursor(paging: &Paging) -> Result<Option<Self>> {
        if let Ok(position) = paging.position::<1>() {
            return Ok(position.map(|[than]| Self::Older { than }));
        }
        Ok(paging
            .position::<2>()?
            .map(|[offset, oldest]| Self::Ranked {
                offset: offset.max(0),
                oldest,
            }))
    }

    fn cursor(&self) -> String {
        match self {
            Self::Ranked { offset, oldest } => format!("{offset}.{oldest}"),
            Self::Older { than } => than.to_string(),
        }
    }
}
