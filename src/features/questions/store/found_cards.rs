//! The cards that a search finds, with what matched in them.
//!
//! Members who are in no private community see the same results, so they share them until the next commit. Everybody
//! else's are made for them alone.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::lists::{About, Found, ListFilter, find_words};
use super::load;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::core::json_text::JsonText;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::private_scopes;
use crate::features::questions::model::QuestionCard;
use crate::features::users::NOBODY;
use crate::platform::db::Read;

/// A page without its items.
#[derive(Serialize, Deserialize)]
struct Head {
    /// The ids of the questions.
    items: Vec<i64>,
    total: i64,
    next: Option<String>,
    about: About,
}

/// Returns one page of the cards that a search with words finds.
pub fn found_cards(
    read: &Read<'_>,
    filter: &ListFilter,
    paging: &Paging,
) -> Result<(Page<JsonText<QuestionCard>>, About)> {
    let Some(key) = shared_key(read, filter, paging)? else {
        let found = find_words(read, filter, paging)?;
        let ids = &found.page.items;
        let starred = load::starred(read, filter.viewer, ids)?;
        let cards = ids.iter().zip(starred);
        let items = cards
            .map(|(id, starred)| with_match(read, &found, *id, starred))
            .collect::<Result<_>>()?;
        let page = Page {
            items,
            total: found.page.total,
            next: found.page.next,
        };
        return Ok((page, found.about));
    };
    let mut found = None;
    let head = read.cached_for("found", Id::from_i64(0), &key, || {
        let now = find_words(read, filter, paging)?;
        let head = Head {
            items: now.page.items.iter().map(|id| id.as_i64()).collect(),
            total: now.page.total,
            next: now.page.next.clone(),
            about: now.about.clone(),
        };
        found = Some(now);
        JsonText::of(head)
    })?;
    let head: Head = serde_json::from_str(head.get()).map_err(Error::internal)?;
    let ids: Vec<Id> = head.items.into_iter().map(Id::from_i64).collect();
    let mut items = Vec::with_capacity(ids.len());
    let starred = load::starred(read, filter.viewer, &ids)?;
    for (id, starred) in ids.into_iter().zip(starred) {
        let kind = if starred {
            "found starred card"
        } else {
            "found card"
        };
        let card = read.cached_for(kind, id, &key, || {
            // The cache may have had room for the ids alone.
            let again = match found.take() {
                Some(found) => found,
                None => find_words(read, filter, paging)?,
            };
            let card = with_match(read, found.insert(again), id, starred)?;
            Ok(card.into())
        })?;
        items.push(card.into());
    }
    let page = Page {
        items,
        total: head.total,
        next: head.next,
    };
    Ok((page, head.about))
}

/// Returns a card with what matched in it.
fn with_match(
    read: &Read<'_>,
    found: &Found,
    id: Id,
    starred: bool,
) -> Result<JsonText<QuestionCard>> {
    let card = load::shared_card(read, id, starred)?;
    match found.marks(read, id)? {
        Some(matched) => card.with_field("match", &matched),
        None => Ok(card),
    }
}

/// Returns what names the results of a search for all members who are in no private community; nothing for other viewers.
fn shared_key(read: &Read<'_>, filter: &ListFilter, paging: &Paging) -> Result<Option<Arc<str>>> {
    let ListFilter {
        viewer,
        order,
        search,
        community,
        since,
    } = filter;
    // A list since a moment is another one at the next.
    let is_own = *viewer == NOBODY || since.is_some();
    if is_own || !private_scopes(read, *viewer)?.is_empty() {
        return Ok(None);
    }
    let of_list = (order, community, paging);
    Ok(Some(format!("{of_list:?} {}", search.text()).into()))
}
