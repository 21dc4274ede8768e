//! The order of search results by relevance, and their pages.

use std::cmp::Reverse;

use rusqlite::types::Value;

use super::statement::Statement;
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::questions::store::search::Asked;
use crate::web::{Page, Paging};

/// Weights of bm25: title over tags over text over answers. The marks count nothing.
pub(super) const RANK: &str = "bm25(search, 10.0, 6.0, 3.0, 1.0, 0.0)";
/// So many of the newest hits are ranked; those that are older follow, newest first. To rank all that have a common
/// word would take long, and among so many it says little.
pub(super) const RANKED: i64 = 1_000;

/// The order of the hits of an index, best first. The parameters that it needs begin at `place`.
pub(in super::super) fn rank(index: &Asked, place: usize, values: &mut Vec<Value>) -> String {
    let table = index.table;
    if index.tiers.is_empty() {
        return format!("{RANK}, {table}.rowid DESC");
    }
    let tiers = index.tiers.len();
    values.extend(index.tiers.iter().cloned().map(Value::from));
    let met = (place..place + tiers).map(|place| format!("({table}.rowid IN (SELECT rowid FROM {table} WHERE {table} MATCH ?{place}))"));
    format!("{} DESC, {table}.rowid DESC", met.collect::<Vec<_>>().join(" + "))
}

/// Reciprocal rank fusion (Cormack, Clarke, Büttcher 2009) of lists that have nothing in common: there the rank in its
/// list is all that counts, and of equals comes first what is newer. It needs no scores that could be compared, and of a
/// list no more than the fused one shall have.
pub(in super::super) fn fused(lists: Vec<Vec<Id>>) -> Vec<Id> {
    let mut ranked: Vec<(usize, Reverse<Id>)> =
        lists.into_iter().flat_map(|list| list.into_iter().enumerate()).map(|(rank, id)| (rank, Reverse(id))).collect();
    ranked.sort_unstable();
    ranked.into_iter().map(|(_, Reverse(id))| id).collect()
}

/// One page by relevance: of the ranked hits, and where they end, of the older ones.
pub(super) fn ranked_page(read: &Read<'_>, statements: &[Statement], paging: &Paging, total: i64) -> Result<Page<Id>> {
    let wanted = paging.limit as i64 + 1;
    let several = statements.len() > 1;
    let lists = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| statements.iter().map(list).collect::<Result<Vec<_>>>();
    let by_age = |list: &dyn Fn(&Statement) -> Result<Vec<Id>>| -> Result<Vec<Id>> {
        let mut ids = lists(list)?.concat();
        ids.sort_unstable_by_key(|id| Reverse(*id));
        Ok(ids)
    };
    let place = match RankedPlace::of(paging)? {
        Some(place) => place,
        None if total <= RANKED => RankedPlace::Ranked { shown: 0, oldest: 0 },
        None => {
            // Of one list only the last is needed.
            let skipped = if several { 0 } else { RANKED - 1 };
            let newest = by_age(&|statement| statement.newest(read, RANKED - skipped, skipped))?;
            let oldest = newest.get((RANKED - 1 - skipped) as usize);
            RankedPlace::Ranked { shown: 0, oldest: oldest.map_or(0, |id| id.as_i64()) }
        }
    };
    let (mut ids, older_than) = match place {
        RankedPlace::Ranked { shown, oldest } if several => {
            let best = fused(lists(&|statement| statement.best(read, oldest, shown.saturating_add(wanted), 0))?);
            (best.into_iter().skip(usize::try_from(shown).unwrap_or(usize::MAX)).take(paging.limit + 1).collect(), oldest)
        }
        RankedPlace::Ranked { shown, oldest } => (lists(&|statement| statement.best(read, oldest, wanted, shown))?.concat(), oldest),
        RankedPlace::Older { than } => (Vec::new(), than),
    };
    let ranked = ids.len();
    if ids.len() <= paging.limit && older_than > 0 {
        let missing = wanted - ranked as i64;
        ids.extend(by_age(&|statement| statement.older(read, older_than, missing))?);
    }
    let next = |last: &Id| match place {
        RankedPlace::Ranked { shown, oldest } if ranked > paging.limit => {
            RankedPlace::Ranked { shown: shown.saturating_add(paging.limit as i64), oldest }
        }
        _ if ranked == paging.limit => RankedPlace::Older { than: older_than },
        _ => RankedPlace::Older { than: last.as_i64() },
    };
    Ok(Page::cut(ids, paging.limit, total, |last| next(last).cursor()))
}

/// Where a page by relevance begins.
enum RankedPlace {
    /// Among the ranked hits, of which so many were shown; `oldest` is the last of them by age, 0 if all are ranked.
    Ranked { shown: i64, oldest: i64 },
    /// Among those that are too old to be ranked.
    Older { than: i64 },
}

impl RankedPlace {
    /// From a cursor: two numbers or one. They may be anything, for they only say where to begin.
    fn of(paging: &Paging) -> Result<Option<Self>> {
        if let Ok(position) = paging.position::<1>() {
            return Ok(position.map(|[than]| Self::Older { than }));
        }
        Ok(paging.position::<2>()?.map(|[shown, oldest]| Self::Ranked { shown: shown.max(0), oldest }))
    }

    fn cursor(&self) -> String {
        match self {
            Self::Ranked { shown, oldest } => format!("{shown}.{oldest}"),
            Self::Older { than } => than.to_string(),
        }
    }
}
