//! Stores saved searches.

use rusqlite::Row;

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::VISIBLE;
use crate::features::following::model::{SavedSearch, SearchResult, SearchState};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// SQL expression: the name of the community `c` of a search, if the user `?1` may read what is in it.
const COMMUNITY: &str = "iif(c.visibility = 'public' OR c.id IN (SELECT community_id FROM memberships WHERE user_id = ?1), c.name, NULL)";

/// Returns the actor's saved searches, oldest first.
pub fn list(read: &Read<'_>, me: &Me) -> Result<Vec<SavedSearch>> {
    let sql = format!(
        "SELECT s.text, s.community_id, {COMMUNITY}, s.watched_since IS NOT NULL
         FROM saved_searches s LEFT JOIN communities c ON c.id = s.community_id WHERE s.user_id = ?1 ORDER BY s.id"
    );
    read.all(&sql, [me.id()], |row| {
        let is_watched: bool = row.get(3)?;
        Ok(SavedSearch {
            text: row.get(0)?,
            community_id: row.get(1)?,
            community_name: row.get(2)?,
            state: if is_watched {
                SearchState::Watched
            } else {
                SearchState::Saved
            },
        })
    })
}

/// Returns the id of a search that the actor has saved, and whether they watch it.
pub fn find(
    read: &Read<'_>,
    me: &Me,
    text: &str,
    community: Option<Id>,
) -> Result<Option<(Id, bool)>> {
    let sql = "SELECT id, watched_since IS NOT NULL FROM saved_searches
               WHERE user_id = ?1 AND text = ?2 AND coalesce(community_id, 0) = coalesce(?3, 0)";
    read.first(sql, (me.id(), text, community), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Counts the actor's saved searches, or those that they watch.
pub fn count(read: &Read<'_>, me: &Me, only_watched: bool) -> Result<i64> {
    let sql = "SELECT count(*) FROM saved_searches WHERE user_id = ?1 AND (watched_since IS NOT NULL OR NOT ?2)";
    read.value(sql, (me.id(), only_watched))
}

/// Saves a search. Returns its id.
pub fn insert(tx: &Write<'_>, me: &Me, text: &str, community: Option<Id>) -> Result<Id> {
    let id = tx.new_id();
    let sql =
        "INSERT INTO saved_searches (id, user_id, text, community_id) VALUES (?1, ?2, ?3, ?4)";
    tx.execute(sql, (id, me.id(), text, community))?;
    Ok(id)
}

/// Watches a search from now on.
pub fn watch(tx: &Write<'_>, id: Id) -> Result<()> {
    let sql = "UPDATE saved_searches SET watched_since = ?2 WHERE id = ?1";
    tx.execute(sql, (id, tx.now)).map(drop)
}

/// Stops to watch a search.
pub fn unwatch(tx: &Write<'_>, id: Id) -> Result<()> {
    let sql = "UPDATE saved_searches SET watched_since = NULL, found_id = NULL, found_at = NULL WHERE id = ?1";
    tx.execute(sql, [id]).map(drop)
}

/// Deletes a search.
pub fn delete(tx: &Write<'_>, id: Id) -> Result<()> {
    tx.execute("DELETE FROM saved_searches WHERE id = ?1", [id])
        .map(drop)
}

/// Returns the new results of the actor's watched searches that they may read, newest first.
pub fn results(read: &Read<'_>, me: &Me) -> Result<Vec<SearchResult>> {
    let sql = format!(
        "SELECT s.text, s.community_id, {COMMUNITY}, s.found_at, q.id, q.title
         FROM saved_searches s CROSS JOIN questions q ON q.id = s.found_id LEFT JOIN communities c ON c.id = s.community_id
         WHERE s.user_id = ?1 AND {VISIBLE} ORDER BY s.found_at DESC, s.id DESC"
    );
    read.all(&sql, [me.id()], |row| {
        Ok(SearchResult {
            text: row.get(0)?,
            community_id: row.get(1)?,
            community_name: row.get(2)?,
            found_at: row.get(3)?,
            qid: row.get(4)?,
            title: row.get(5)?,
        })
    })
}

/// A watched search.
pub struct Watched {
    pub id: Id,
    pub user: Id,
    pub text: String,
    pub community: Option<Id>,
    /// Questions with this id or a later one are new.
    pub since: Id,
}

fn watched_from(row: &Row<'_>) -> rusqlite::Result<Watched> {
    let (since, found): (Timestamp, Option<i64>) = (row.get(4)?, row.get(5)?);
    let after_found = found.map_or(0, |found| found.saturating_add(1));
    Ok(Watched {
        id: row.get(0)?,
        user: row.get(1)?,
        text: row.get(2)?,
        community: row.get(3)?,
        since: Id::at(since, 0).max(Id::from_i64(after_found)),
    })
}

/// Returns some watched searches of users whose accounts are not disabled, in the order of their ids after one of them.
pub fn watched(read: &Read<'_>, after: Id, limit: usize) -> Result<Vec<Watched>> {
    let sql = "SELECT s.id, s.user_id, s.text, s.community_id, s.watched_since, s.found_id
               FROM saved_searches s INDEXED BY saved_searches_watched CROSS JOIN users u ON u.id = s.user_id
               WHERE s.watched_since IS NOT NULL AND s.id > ?1 AND u.disabled_at IS NULL AND u.deleted_at IS NULL
               ORDER BY s.id LIMIT ?2";
    read.all(sql, (after, limit as i64), watched_from)
}

/// Returns whether a question is news to a user: neither they nor a user whom they have blocked asked it.
pub fn is_news(read: &Read<'_>, user: Id, question: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM posts WHERE id = ?2 AND author_id <> ?1
               AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = author_id)";
    read.exists(sql, (user, question))
}

/// Stores the newest result of a search, if it is still watched. Returns whether it is.
pub fn set_found(tx: &Write<'_>, search: &Watched, question: Id) -> Result<bool> {
    let sql = "UPDATE saved_searches SET found_id = ?3, found_at = ?4
               WHERE id = ?1 AND user_id = ?2 AND watched_since IS NOT NULL AND coalesce(found_id, 0) < ?3";
    Ok(tx.execute(sql, (search.id, search.user, question, tx.now))? > 0)
}

/// What was written: the newest post and the number of published questions, which an approval changes too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written(i64, i64);

/// Returns what was written.
pub fn written(read: &Read<'_>) -> Result<Written> {
    let sql = "SELECT (SELECT coalesce(max(id), 0) FROM posts), (SELECT coalesce(sum(questions), 0) FROM question_counts)";
    let found = read.first(sql, [], |row| Ok(Written(row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or(Written(0, 0)))
}

/// Deletes the saved searches of a user.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM saved_searches WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}
