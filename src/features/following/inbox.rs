//! The inbox: what is new in what a member watches, each with the nearest reason.
//!
//! It is computed when it is read: the posts of each watched object come newest first, and a heap
//! merges them. So it looks at one post of each of at most 1,000 objects, and at [`MAX_LOOKED_AT`]
//! more.

use std::collections::BinaryHeap;

use super::model::{FollowKind, InboxItem};
use super::store::follows::{self, Followed};
use super::store::inbox as store;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};
use crate::platform::outbox::store::choices;

/// The largest number of new questions, and of watched questions with new answers, that are looked at.
const MAX_LOOKED_AT: usize = 500;

/// Returns what is new to the actor in what they watch, newest first.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<InboxItem>> {
    let before = paging.position::<1>()?.map_or(i64::MAX, |[id]| id);
    let mut items = all(read, me)?;
    let total = items.len() as i64;
    items.retain(|item| item.id.as_i64() < before);
    items.truncate(paging.limit + 1);
    Ok(Page::cut(items, paging.limit, total, |last| {
        last.id.as_i64().to_string()
    }))
}

/// Records that the actor has seen their inbox up to an id, or all of it.
pub fn mark_seen(tx: &Write<'_>, me: &Me, up_to: Option<Id>) -> Result<()> {
    let newest = Id::at(tx.now, u64::MAX);
    store::mark_seen(tx, me, up_to.map_or(newest, |id| id.min(newest)))
}

/// Returns what is new to a user in what they watch since they were told up to an id, newest first. A
/// question whose answers they were told of comes again only if they have been back.
pub fn since(read: &Read<'_>, user: &Account, told_up_to: Id) -> Result<Vec<InboxItem>> {
    let last_used = choices::settings(read, user.id())?.last_used_at;
    let is_back = last_used > told_up_to.time();
    let mut items = all(read, user)?;
    items.retain(|item| {
        let is_told = |answer: Id| answer <= told_up_to;
        item.id > told_up_to && (is_back || !item.first_new_answer.is_some_and(is_told))
    });
    Ok(items)
}

/// Returns whether anything is new to the actor in what they watch.
pub fn has_any(read: &Read<'_>, me: &Account) -> Result<bool> {
    let mut sources = Sources::new(read, me)?;
    for _ in 0..MAX_LOOKED_AT {
        let Some((post, number)) = sources.next()? else {
            break;
        };
        if sources.item(post, number)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns what is new to a user in what they watch, newest first.
pub fn all(read: &Read<'_>, me: &Account) -> Result<Vec<InboxItem>> {
    let mut sources = Sources::new(read, me)?;
    let mut items = Vec::new();
    let mut last = None;
    for _ in 0..MAX_LOOKED_AT {
        let Some((post, number)) = sources.next()? else {
            break;
        };
        // A question is new in each of its tags and in its community.
        if last.replace(post) != Some(post) {
            items.extend(sources.item(post, number)?);
        }
    }
    Ok(items)
}

/// The watched objects, and the newest post of each that has not been looked at.
struct Sources<'a> {
    read: &'a Read<'a>,
    me: &'a Account,
    /// In the order of their kinds, so that a tag has a higher number than a community. With each, the
    /// id after which posts are new.
    watched: Vec<(Followed, i64)>,
    /// The ids of the posts, and the numbers of their objects. For a watched question, its newest answer.
    newest: BinaryHeap<(i64, usize)>,
}

impl<'a> Sources<'a> {
    fn new(read: &'a Read<'a>, me: &'a Account) -> Result<Self> {
        let seen = store::seen_up_to(read, me)?;
        let watched = follows::watched(read, me)?.into_iter();
        let watched = watched.map(|followed| {
            let from = seen.max(Id::at(followed.since, 0).as_i64());
            (followed, from)
        });
        let mut sources = Self {
            read,
            me,
            watched: watched.collect(),
            newest: BinaryHeap::new(),
        };
        for number in 0..sources.watched.len() {
            sources.add(number, i64::MAX)?;
        }
        Ok(sources)
    }

    /// Adds the newest post of an object before an id.
    fn add(&mut self, number: usize, before: i64) -> Result<()> {
        let (followed, from) = &self.watched[number];
        let kind = followed.follow.object.kind;
        let newest = store::newest(self.read, self.me, kind, followed.id, (*from, before))?;
        self.newest.extend(newest.map(|post| (post, number)));
        Ok(())
    }

    /// Removes the newest post. Returns it with the number of its object.
    fn next(&mut self) -> Result<Option<(i64, usize)>> {
        let next = self.newest.pop();
        if let Some((post, number)) = next
            && self.watched[number].0.follow.object.kind != FollowKind::Question
        {
            self.add(number, post)?;
        }
        Ok(next)
    }

    /// Returns the item of a post, if the post is news to the actor.
    fn item(&self, post: i64, number: usize) -> Result<Option<InboxItem>> {
        let (followed, from) = &self.watched[number];
        let reason = &followed.follow.object;
        let new = match reason.kind {
            FollowKind::Question => store::answers(self.read, self.me, followed.id, *from)?,
            FollowKind::Tag | FollowKind::Community => {
                store::question(self.read, self.me, Id::from_i64(post))?
            }
        };
        Ok(new.map(|new| InboxItem {
            id: Id::from_i64(post),
            qid: new.question,
            title: new.title,
            new_answers: new.answers.map_or(0, |(count, _)| count),
            first_new_answer: new.answers.map(|(_, first)| first),
            author: new.author,
            created_at: new.created_at,
            reason: reason.clone(),
        }))
    }
}
