//! Queries of mentions. Those that return mentions check who may read the texts.

use std::collections::HashMap;

use rusqlite::Row;
use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ValueRef};

use super::model::{Mention, MentionKind, Source};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{Account, Me, renaming};
use crate::platform::db::{FromRow, Read, Write, from_row};
use crate::platform::scopes::store::VISIBLE;

/// The maximum number of characters of the text in a mention.
const TEXT_LIMIT: i64 = 1_000;
/// The number of the newest unseen mentions of a member that are looked at, readable or not.
const MAX_LOOKED_AT: i64 = 500;

/// The newest unseen mentions of the user `?1`, in texts that still name them or do not.
fn unseen() -> String {
    format!(
        "(SELECT * FROM mentions WHERE user_id = ?1 AND state = 'new' AND id > {SEEN_UP_TO} ORDER BY id DESC LIMIT {MAX_LOOKED_AT})"
    )
}

/// SQL expression: the mentions of the user `?1` up to this id count as seen.
const SEEN_UP_TO: &str = "coalesce((SELECT seen_up_to FROM mention_cursors WHERE user_id = ?1), 0)";

/// SQL expression: the notifications of the user `?1` up to this id count as viewed.
const VIEWED_UP_TO: &str = "coalesce((SELECT up_to FROM pending_views WHERE recipient_id = ?1), 0)";

/// FROM and WHERE clauses: the unseen mentions `x` of the user `?1` that they may read. Who has viewed a
/// notification about a text since it names them has seen the mention.
fn readable() -> String {
    format!(
        "{} AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.recipient_id = ?1 AND n.id = x.content_id
                            AND iif(n.viewed_at IS NULL, n.id <= {VIEWED_UP_TO}, n.viewed_at >= x.id >> 21))",
        readable_among(&unseen())
    )
}

/// FROM and WHERE clauses: the mentions `x` of the user `?1` whose texts they may read and whose authors
/// they have not blocked.
fn readable_among(mentions: &str) -> String {
    format!(
        "FROM {mentions} x LEFT JOIN messages m ON m.id = x.content_id LEFT JOIN comments c ON c.id = x.content_id
         LEFT JOIN posts p ON p.id = coalesce(c.post_id, x.content_id) LEFT JOIN questions q ON q.id = x.place_id
         LEFT JOIN communities k ON k.id = x.content_id
         WHERE x.user_id = ?1 AND x.is_current AND NOT EXISTS (SELECT 1 FROM blocks WHERE user_id = ?1 AND blocked_id = x.author_id)
           AND CASE WHEN m.id IS NOT NULL
                    THEN m.chat_id = 0 OR EXISTS (SELECT 1 FROM participants t WHERE t.chat_id = m.chat_id AND t.user_id = ?1 AND t.hidden_up_to < m.id)
                    WHEN k.id IS NOT NULL
                    THEN k.visibility = 'public' OR EXISTS (SELECT 1 FROM memberships t WHERE t.community_id = k.id AND t.user_id = ?1)
                    ELSE p.deleted_at IS NULL AND c.deleted_at IS NULL AND {VISIBLE} END"
    )
}

from_row! {
    /// A mention `x` for the user `?1`, with the beginning of its text, of `?2` characters.
    struct MentionRow {
        id: Id = "x.id",
        content_id: Id = "x.content_id",
        kind: MentionKind = "CASE WHEN m.id IS NOT NULL THEN 'message' WHEN k.id IS NOT NULL THEN 'community' WHEN c.id IS NOT NULL THEN 'comment'
                                  WHEN p.question_id IS NULL THEN 'question' ELSE 'answer' END",
        qid: Option<Id> = "q.id",
        title: Option<String> = "coalesce(q.title, k.name)",
        answer_id: Option<Id> = "iif(p.question_id IS NOT NULL, p.id, NULL)",
        chat_id: Option<Id> = "nullif(m.chat_id, 0)",
        mentioned_by: String = "(SELECT name FROM authors WHERE id = x.author_id)",
        text: String = "substr(coalesce(m.text, k.description, c.text, p.text), 1, ?2)",
        is_private: bool = "CASE WHEN m.id IS NOT NULL THEN m.chat_id <> 0 WHEN k.id IS NOT NULL THEN k.visibility <> 'public' ELSE q.scope <> 0 END",
        notified: bool = "EXISTS (SELECT 1 FROM notifications n WHERE n.recipient_id = ?1 AND n.id = x.content_id AND n.viewed_at IS NULL)",
    }
}

/// The columns that [`mention_from`] reads.
const COLUMNS: &str = MentionRow::COLUMNS;

impl FromSql for MentionKind {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_str()? {
            "question" => Ok(Self::Question),
            "answer" => Ok(Self::Answer),
            "comment" => Ok(Self::Comment),
            "message" => Ok(Self::Message),
            "community" => Ok(Self::Community),
            _ => Err(FromSqlError::InvalidType),
        }
    }
}

fn mention_from(row: &Row<'_>) -> rusqlite::Result<Mention> {
    let row = MentionRow::from_row(row)?;
    Ok(Mention {
        id: row.id,
        content_id: row.content_id,
        kind: row.kind,
        qid: row.qid,
        title: row.title,
        answer_id: row.answer_id,
        chat_id: row.chat_id,
        mentioned_by: row.mentioned_by,
        text: row.text,
        notified: row.notified,
        is_private: row.is_private,
        created_at: row.id.time(),
    })
}

/// Returns one of a user's mentions, seen or not, if they may read it.
pub fn one(read: &Read<'_>, user: Id, mention: Id) -> Result<Option<Mention>> {
    let sql = format!(
        "SELECT {COLUMNS} {} AND x.id = ?3",
        readable_among("mentions")
    );
    read.first(&sql, (user, TEXT_LIMIT, mention), mention_from)
}

/// Returns one of a user's mentions if they have not seen it and may read it.
pub fn one_unseen(read: &Read<'_>, user: Id, mention: Id) -> Result<Option<Mention>> {
    let sql = format!("SELECT {COLUMNS} {} AND x.id = ?3", readable());
    read.first(&sql, (user, TEXT_LIMIT, mention), mention_from)
}

/// Returns the whole text of one of a user's mentions if they have not seen it and may read it.
pub fn whole_text(read: &Read<'_>, user: Id, mention: Id) -> Result<Option<String>> {
    let sql = format!(
        "SELECT coalesce(m.text, k.description, c.text, p.text) {} AND x.id = ?2",
        readable()
    );
    read.first(&sql, (user, mention), |row| row.get(0))
}

/// Returns a user's newest unseen mentions after an id that they may read, newest first.
pub fn unseen_after(read: &Read<'_>, user: Id, after: Id, limit: usize) -> Result<Vec<Mention>> {
    let sql = format!(
        "SELECT {COLUMNS} {} AND x.id > ?3 ORDER BY x.id DESC LIMIT ?4",
        readable()
    );
    let parameters = (user, TEXT_LIMIT, after, limit as i64);
    read.all(&sql, parameters, mention_from)
}

/// Returns the actor's unseen mentions, newest first.
pub fn list(read: &Read<'_>, me: &Me, paging: &Paging) -> Result<Page<Mention>> {
    let readable = readable();
    let total = read.value(&format!("SELECT count(*) {readable}"), [me.id()])?;
    let before = paging.position::<1>()?.map_or(i64::MAX, |[id]| id);
    let sql = format!("SELECT {COLUMNS} {readable} AND x.id < ?3 ORDER BY x.id DESC LIMIT ?4");
    let parameters = (me.id(), TEXT_LIMIT, before, paging.limit as i64 + 1);
    let mentions = read.all(&sql, parameters, mention_from)?;
    Ok(Page::cut(mentions, paging.limit, total, |last| {
        last.id.as_i64().to_string()
    }))
}

/// SQL condition: no notification of the user `?1` is about the text of the mention `x` and stands for it. One that they
/// viewed before the text named them does not.
const NOT_NOTIFIED: &str =
    "NOT EXISTS (SELECT 1 FROM notifications n WHERE n.recipient_id = ?1 AND n.id = x.content_id
    AND (n.viewed_at IS NULL OR n.viewed_at >= x.id >> 21))";

/// FROM and WHERE clauses: the newest mentions `x` up to the id `?3` that the user `?1` was notified of and may read, seen or
/// not.
fn told() -> String {
    let newest = |state: &str| {
        format!(
            "SELECT * FROM (SELECT * FROM mentions WHERE user_id = ?1 AND state = '{state}' AND id <= ?3 ORDER BY id DESC LIMIT {MAX_LOOKED_AT})"
        )
    };
    readable_among(&format!("({} UNION ALL {})", newest("new"), newest("seen")))
}

/// Returns the newest mentions that the actor was notified of, up to an id, newest first, each with whether they have not
/// seen it. `with_notified`: also those that have a notification. Looks at the newest 500 of those that are seen,
/// and of the others.
pub fn newest(
    read: &Read<'_>,
    me: &Account,
    with_notified: bool,
    up_to: i64,
    limit: usize,
) -> Result<Vec<(Mention, bool)>> {
    let told = told();
    let sql = format!(
        "SELECT {COLUMNS}, x.state = 'new' AND x.id > {SEEN_UP_TO}
                AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.recipient_id = ?1 AND n.id = x.content_id
                                AND iif(n.viewed_at IS NULL, n.id <= {VIEWED_UP_TO}, n.viewed_at >= x.id >> 21)) AS is_new
         {told} AND (?5 OR {NOT_NOTIFIED}) ORDER BY x.id DESC LIMIT ?4"
    );
    let parameters = (me.id(), TEXT_LIMIT, up_to, limit as i64, with_notified);
    read.all(&sql, parameters, |row| {
        Ok((mention_from(row)?, row.get("is_new")?))
    })
}

/// Counts these mentions.
pub fn count(read: &Read<'_>, me: &Account, with_notified: bool) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) {} AND (?2 OR {NOT_NOTIFIED})",
        told().replace("AND id <= ?3", "")
    );
    read.value(&sql, (me.id(), with_notified))
}

/// Counts the actor's unseen mentions that have no notification, and the direct chats in which they are.
pub fn count_new(read: &Read<'_>, me: &Account) -> Result<(i64, i64)> {
    let sql = format!(
        "SELECT count(*), count(DISTINCT nullif(m.chat_id, 0)) {} AND {NOT_NOTIFIED}",
        readable()
    );
    let found = read.first(&sql, [me.id()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(found.unwrap_or_default())
}

/// Returns whether a text in a place names the actor, who was told.
pub fn names_actor(read: &Read<'_>, me: &Account, place: Id, content: Id) -> Result<bool> {
    let sql = "SELECT 1 FROM mentions WHERE place_id = ?2 AND content_id = ?3 AND user_id = ?1 AND is_current AND state <> 'named'";
    read.exists(sql, (me.id(), place, content))
}

/// Calls `each` for all mentions of a user that they were told of and may read, newest first.
pub fn for_each(
    read: &Read<'_>,
    account: &Account,
    each: impl FnMut(Mention) -> Result<()>,
) -> Result<()> {
    let sql = format!(
        "SELECT {COLUMNS} {} AND x.state <> 'named' ORDER BY x.id DESC",
        readable_among("mentions")
    );
    read.for_each(&sql, (account.id(), TEXT_LIMIT), mention_from, each)
}

/// Returns the member of a name or of a former name, ignoring case.
pub fn member(read: &Read<'_>, name: &str) -> Result<Option<Id>> {
    Ok(renaming::find(read, name)?.map(|user| user.id))
}

/// Records which of the members that a text has named it still names.
pub fn set_current(tx: &Write<'_>, source: &Source<'_>, named: &[Id]) -> Result<()> {
    let named: Vec<i64> = named.iter().map(|id| id.as_i64()).collect();
    let named = serde_json::json!(named).to_string();
    let sql =
        "UPDATE mentions SET is_current = NOT is_current WHERE place_id = ?1 AND content_id = ?2
               AND is_current <> (user_id IN (SELECT value FROM json_each(?3)))";
    tx.execute(sql, (source.place, source.id, named))?;
    Ok(())
}

/// Records that a text of an author names a member, who is not told yet. Returns the mention, or `None`
/// if the text has named them before.
pub fn insert(tx: &Write<'_>, author: Id, source: &Source<'_>, user: Id) -> Result<Option<Id>> {
    let id = tx.new_id();
    let sql = "INSERT INTO mentions (id, user_id, content_id, author_id, place_id, state) VALUES (?1, ?2, ?3, ?4, ?5, 'named') ON CONFLICT DO NOTHING";
    let inserted = tx.execute(sql, (id, user, source.id, author, source.place))?;
    Ok((inserted > 0).then_some(id))
}

/// Returns whether a user is another one than the author, can log in, and neither of them has blocked the
/// other.
pub fn may_tell(read: &Read<'_>, author: &Account, user: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM users WHERE id = ?2 AND id <> ?1 AND disabled_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM blocks WHERE (user_id, blocked_id) IN (VALUES (?1, ?2), (?2, ?1)))",
        (author.id(), user),
    )
}

/// The largest number of mentions that are counted, readable or not.
const MAX_COUNTED: i64 = 100;

/// Counts the author's mentions of a user that the user has not seen. What the user may not read does not
/// count, so that it has no effect that they could see.
pub fn count_unseen(read: &Read<'_>, author: &Account, user: Id) -> Result<i64> {
    let by_author = format!(
        "(SELECT * FROM mentions INDEXED BY mentions_new_by_author
          WHERE user_id = ?1 AND author_id = ?2 AND state = 'new' AND id > {SEEN_UP_TO} ORDER BY id DESC LIMIT {MAX_COUNTED})"
    );
    let sql = format!("SELECT count(*) {}", readable_among(&by_author));
    read.value(&sql, (user, author.id()))
}

/// Records that the member is told.
pub fn set_new(tx: &Write<'_>, mention: Id) -> Result<()> {
    tx.execute("UPDATE mentions SET state = 'new' WHERE id = ?1", [mention])?;
    Ok(())
}

/// Marks those of some mentions as seen that are the actor's. Returns their texts.
pub fn mark_seen(tx: &Write<'_>, me: &Me, ids: &[Id]) -> Result<Vec<Id>> {
    let ids: Vec<i64> = ids.iter().map(|id| id.as_i64()).collect();
    let ids = serde_json::json!(ids).to_string();
    let sql = "UPDATE mentions SET state = 'seen' WHERE id IN (SELECT value FROM json_each(?2)) AND user_id = ?1 AND state = 'new'
               RETURNING content_id";
    tx.all(sql, (me.id(), ids), |row| row.get(0))
}

/// Makes the actor's mentions up to an id count as seen. Never goes back.
pub fn mark_all_seen(tx: &Write<'_>, me: &Me, up_to: Id) -> Result<()> {
    let sql = "INSERT INTO mention_cursors (user_id, seen_up_to) VALUES (?1, ?2)
               ON CONFLICT DO UPDATE SET seen_up_to = excluded.seen_up_to WHERE excluded.seen_up_to > seen_up_to";
    tx.execute(sql, (me.id(), up_to))?;
    Ok(())
}

/// The names of the members whom texts name, by text.
pub type Names = HashMap<Id, Vec<String>>;

/// Returns the names in the texts of a question, a chat or a community from one id to another, each member with
/// their former names too. Checks no access.
pub fn names(read: &Read<'_>, place: Id, from: Id, to: Id) -> Result<Names> {
    let sql = "SELECT x.content_id, u.username, x.user_id, 0 FROM mentions x JOIN users u ON u.id = x.user_id AND u.deleted_at IS NULL
               WHERE x.place_id = ?1 AND x.content_id BETWEEN ?2 AND ?3 AND x.is_current
               UNION ALL
               SELECT x.content_id, f.username, x.user_id, 1 FROM mentions x JOIN users u ON u.id = x.user_id AND u.deleted_at IS NULL
               JOIN former_usernames f ON f.user_id = x.user_id
               WHERE x.place_id = ?1 AND x.content_id BETWEEN ?2 AND ?3 AND x.is_current
               UNION ALL
               SELECT x.content_id, f.username, x.user_id, 1 FROM mentions x JOIN users u ON u.id = x.user_id AND u.deleted_at IS NULL
               JOIN users f ON f.merged_into = x.user_id
               WHERE x.place_id = ?1 AND x.content_id BETWEEN ?2 AND ?3 AND x.is_current
               ORDER BY 1, 3, 4";
    let mut names = Names::new();
    for (text, name) in read.all(sql, (place, from, to), |row| Ok((row.get(0)?, row.get(1)?)))? {
        names.entry(text).or_default().push(name);
    }
    Ok(names)
}

/// Forgets whom earlier versions of a text have named.
pub fn purge_earlier(tx: &Write<'_>, place: Id, content: Id) -> Result<()> {
    let sql = "DELETE FROM mentions WHERE place_id = ?1 AND content_id = ?2 AND NOT is_current";
    tx.execute(sql, (place, content))?;
    Ok(())
}

/// The largest number of mentions that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 500;

/// Deletes some mentions of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    tx.execute(
        "DELETE FROM mention_cursors WHERE user_id = ?1",
        [account.id()],
    )?;
    let sql =
        "DELETE FROM mentions WHERE id IN (SELECT id FROM mentions WHERE user_id = ?1 LIMIT ?2)";
    Ok(tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))? == PURGED_AT_ONCE)
}
