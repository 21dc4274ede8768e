//! Stores what users watch and mute: one row per user and object.

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::features::following::model::{Follow, FollowKind, FollowState, FollowedObject};
use crate::features::following::object::Followable;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// The largest number of watchers that are counted.
const COUNT_LIMIT: i64 = 10_000;
/// SQL condition: the object is `?2` with the kind `?1`, or a synonym of this tag.
const OF_OBJECT: &str = "kind = ?1 AND object_id IN (SELECT ?2 UNION ALL SELECT tag_id FROM tag_synonyms WHERE main_id = ?2)";

impl FromSql for FollowKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value
            .as_str()?
            .parse()
            .map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for FollowKind {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.text()))
    }
}

impl FromSql for FollowState {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        value
            .as_str()?
            .parse()
            .map_err(|_| FromSqlError::InvalidType)
    }
}

impl ToSql for FollowState {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::from(self.text()))
    }
}

/// Watches or mutes an object. A row with the same state keeps its time. Replaces the states of synonyms.
pub fn insert(tx: &Write<'_>, me: &Me, on: &Followable, state: FollowState) -> Result<()> {
    let sql = format!("DELETE FROM follows WHERE user_id = ?3 AND object_id <> ?2 AND {OF_OBJECT}");
    tx.execute(&sql, (on.kind(), on.id(), me.id()))?;
    // Who found an object among everyone stays countable for everyone.
    let sql = "INSERT INTO follows (user_id, kind, object_id, state, scope, since) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT DO UPDATE SET scope = min(scope, excluded.scope),
                   since = iif(state = excluded.state, since, excluded.since), state = excluded.state";
    let scope = on.scope().value();
    tx.execute(sql, (me.id(), on.kind(), on.id(), state, scope, tx.now))?;
    Ok(())
}

/// Stops to watch or mute an object.
pub fn delete(tx: &Write<'_>, me: &Me, on: &Followable) -> Result<()> {
    let sql = format!("DELETE FROM follows WHERE user_id = ?3 AND {OF_OBJECT}");
    tx.execute(&sql, (on.kind(), on.id(), me.id()))?;
    Ok(())
}

/// Returns whether the actor watches or mutes an object, if either. Of a tag and its synonyms, a muted
/// one wins.
pub fn state(read: &Read<'_>, me: &Me, on: &Followable) -> Result<Option<FollowState>> {
    let sql = format!("SELECT min(state) FROM follows WHERE user_id = ?3 AND {OF_OBJECT}");
    read.value(&sql, (on.kind(), on.id(), me.id()))
}

/// Counts what the actor watches and mutes, hidden objects included.
pub fn count(read: &Read<'_>, me: &Me) -> Result<i64> {
    read.value("SELECT count(*) FROM follows WHERE user_id = ?1", [me.id()])
}

/// Counts the watchers who found an object where the actor found it: at most [`COUNT_LIMIT`].
pub fn watchers(read: &Read<'_>, on: &Followable) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM (SELECT DISTINCT user_id FROM follows INDEXED BY follows_watching
             WHERE {OF_OBJECT} AND scope = ?3 AND state = 'watching' LIMIT ?4)"
    );
    read.value(&sql, (on.kind(), on.id(), on.scope().value(), COUNT_LIMIT))
}

/// SQL query: what the user `?1` watches or has muted and may read: kind, id, wire form, name, state
/// and time. A synonym counts as its main tag; of several rows of a tag, a muted one wins.
fn readable() -> String {
    format!(
        "SELECT f.kind, f.object_id, NULL AS object, q.title AS name, f.state, f.since
         FROM follows f JOIN questions q ON q.id = f.object_id WHERE f.user_id = ?1 AND f.kind = 'question' AND {VISIBLE}
         UNION ALL
         SELECT f.kind, m.main_id, t.name, t.name, min(f.state), f.since
         FROM follows f JOIN main_tags m ON m.tag_id = f.object_id JOIN scoped_tags t ON t.tag_id = m.main_id
             AND t.scope = (SELECT min(scope) FROM scoped_tags WHERE tag_id = m.main_id AND question_count > 0 AND {VISIBLE_SCOPE})
         WHERE f.user_id = ?1 AND f.kind = 'tag' GROUP BY m.main_id
         UNION ALL
         SELECT f.kind, f.object_id, NULL, c.name, f.state, f.since
         FROM follows f JOIN communities c ON c.id = f.object_id WHERE f.user_id = ?1 AND f.kind = 'community'
             AND (c.visibility = 'public' OR c.id IN (SELECT community_id FROM memberships WHERE user_id = ?1))"
    )
}

/// What a user watches or has muted, with what the inbox needs of it.
pub struct Followed {
    pub id: Id,
    pub follow: Follow,
    /// What was written before is not news.
    pub since: Timestamp,
}

fn followed_from(row: &Row<'_>) -> rusqlite::Result<Followed> {
    let id: Id = row.get(1)?;
    let object: Option<String> = row.get(2)?;
    Ok(Followed {
        id,
        follow: Follow {
            object: FollowedObject {
                kind: row.get(0)?,
                object: object.unwrap_or_else(|| id.to_string()),
                name: row.get(3)?,
            },
            state: row.get(4)?,
        },
        since: row.get(5)?,
    })
}

/// Returns everything that the actor watches and may read.
pub fn watched(read: &Read<'_>, me: &Account) -> Result<Vec<Followed>> {
    let sql = format!(
        "SELECT * FROM ({}) WHERE state = 'watching' ORDER BY kind, name",
        readable()
    );
    read.all(&sql, [me.id()], followed_from)
}

/// Returns what the actor watches or has muted and may read, by kind and name.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<Follow>> {
    let readable = readable();
    let total = read.value(&format!("SELECT count(*) FROM ({readable})"), [me.id()])?;
    let sql =
        format!("SELECT * FROM ({readable}) ORDER BY kind, name, object_id LIMIT ?2 OFFSET ?3");
    let followed = read.all(
        &sql,
        (me.id(), paging.limit as i64 + 1, paging.skipped()?),
        |row| followed_from(row).map(|found| found.follow),
    )?;
    Page::numbered(followed, paging, total)
}

/// Deletes what a user watches and mutes.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<()> {
    tx.execute("DELETE FROM follows WHERE user_id = ?1", [account.id()])?;
    Ok(())
}
