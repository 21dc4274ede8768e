//! Pages of lists: which one a caller asks for, how much of each value, and what a store returns.
//!
//! `web` reads a [`Paging`] from the query string and writes a [`Page`]'s headers.

use std::str::FromStr;

use crate::core::error::{Result, Sentence};

/// The part of a list that a caller asks for: `limit` (1 to 100, default 100) and the `cursor` from
/// the previous page's `Link` header.
#[derive(Clone, Debug)]
pub struct Paging {
    pub limit: usize,
    pub cursor: Option<String>,
}

impl Paging {
    /// The largest number of items on a page, and the number without a `limit`.
    pub const MAX: usize = 100;

    /// Returns the first page of the largest size.
    pub fn first() -> Self {
        Self {
            limit: Self::MAX,
            cursor: None,
        }
    }

    /// Returns the same place in the list with another limit.
    pub fn limited_to(&self, limit: usize) -> Self {
        Self {
            limit,
            cursor: self.cursor.clone(),
        }
    }

    /// Returns the number of items before this page, for lists whose cursor counts them.
    pub fn skipped(&self) -> Result<i64> {
        Ok(self.position::<1>()?.map_or(0, |[skipped]| skipped.max(0)))
    }

    /// Returns the cursor as its `N` numbers. Rejects any other cursor with 400.
    pub fn position<const N: usize>(&self) -> Result<Option<[i64; N]>> {
        let Some(cursor) = &self.cursor else {
            return Ok(None);
        };
        let numbers: Option<Vec<i64>> = cursor.split('.').map(|part| part.parse().ok()).collect();
        let position = numbers.and_then(|numbers| numbers.try_into().ok());
        position
            .map(Some)
            .ok_or_else(|| Sentence::InvalidCursor.into())
    }
}

/// The paging of a list that some clients cannot page: without a `limit`, up to
/// [`LongPaging::MAX`] items.
pub struct LongPaging(pub Paging);

impl LongPaging {
    /// The number of items without a `limit`.
    pub const MAX: usize = 1_000;
}

/// One page of a list.
pub struct Page<T> {
    pub items: Vec<T>,
    /// The length of the whole list.
    pub total: i64,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

impl<T> Page<T> {
    /// Makes a page of up to `limit + 1` items. The extra item shows that there is a next page,
    /// which begins after the last item of this one.
    pub fn cut(
        mut items: Vec<T>,
        limit: usize,
        total: i64,
        cursor: impl FnOnce(&T) -> String,
    ) -> Self {
        let more = items.len() > limit;
        items.truncate(limit);
        let next = items.last().filter(|_| more).map(cursor);
        Self { items, total, next }
    }

    /// Does the same for a list whose cursor counts the items before it.
    pub fn numbered(items: Vec<T>, paging: &Paging, total: i64) -> Result<Self> {
        let next = paging.skipped()?.saturating_add(paging.limit as i64);
        Ok(Self::cut(items, paging.limit, total, |_| next.to_string()))
    }

    /// Applies `f` to each item.
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(f).collect(),
            total: self.total,
            next: self.next,
        }
    }

    /// Applies a fallible `f` to each item.
    pub fn try_map<U>(self, f: impl FnMut(T) -> Result<U>) -> Result<Page<U>> {
        Ok(Page {
            items: self.items.into_iter().map(f).collect::<Result<_>>()?,
            total: self.total,
            next: self.next,
        })
    }
}

/// One value that contains a page of a list, such as a chat with its newest messages.
pub struct PagedValue<T> {
    pub value: T,
    /// The length of the whole list.
    pub total: i64,
    /// The cursor of the next page of the list, if there is one.
    pub next: Option<String>,
}

/// How much of each value a response contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The complete value.
    Full,
    /// A card: counts and excerpts instead of arrays.
    Card,
}

impl FromStr for View {
    type Err = Sentence;

    /// Parses the parameter. An empty one means the complete value.
    fn from_str(text: &str) -> std::result::Result<Self, Sentence> {
        match text {
            "" => Ok(Self::Full),
            "card" => Ok(Self::Card),
            _ => Err(Sentence::InvalidView),
        }
    }
}
