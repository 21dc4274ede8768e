//! SQL of suggested edits.

use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::questions::access::{CanSuggestEdit, EditDecider, ReadablePost};
use crate::features::questions::model::{
    NewContent, NewQuestion, SuggestedEdit, SuggestedEditCount,
};
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// SQL condition: the suggested edit `s` of the member `u` is open. Those of suspended members wait.
const OPEN: &str = "s.decided_at IS NULL AND u.disabled_at IS NULL";

/// A suggested edit, decided or not.
pub struct StoredEdit {
    pub id: Id,
    pub post: Id,
    pub user: Id,
    pub decided_by: Option<Id>,
    pub is_accepted: Option<bool>,
    pub content: NewContent,
}

/// Splits the stored tags.
fn tags(stored: &str) -> Vec<String> {
    stored.split_whitespace().map(str::to_owned).collect()
}

/// Finds a suggested edit.
pub fn find(read: &Read<'_>, id: Id) -> Result<Option<StoredEdit>> {
    let sql = "SELECT post_id, user_id, decided_by, is_accepted, title, tags, text FROM suggested_edits WHERE id = ?1";
    read.first(sql, [id], |row| {
        let (title, words, text): (Option<String>, Option<String>, String) =
            (row.get(4)?, row.get(5)?, row.get(6)?);
        let content = match title {
            Some(title) => NewContent::Question(NewQuestion {
                title,
                text,
                tags: tags(&words.unwrap_or_default()),
            }),
            None => NewContent::Answer(text),
        };
        Ok(StoredEdit {
            id,
            post: row.get(0)?,
            user: row.get(1)?,
            decided_by: row.get(2)?,
            is_accepted: row.get(3)?,
            content,
        })
    })
}

/// Returns the id of the current version of a post.
pub fn current_revision(read: &Read<'_>, post: Id) -> Result<Id> {
    let sql = "SELECT id FROM revisions WHERE post_id = ?1 ORDER BY id DESC LIMIT 1";
    read.first(sql, [post], |row| row.get(0))?
        .ok_or_else(|| Error::internal("a post without a version"))
}

/// Returns whether a member has an open suggested edit of a post.
pub fn is_open(read: &Read<'_>, me: &Account, post: Id) -> Result<bool> {
    let sql =
        "SELECT 1 FROM suggested_edits WHERE post_id = ?1 AND user_id = ?2 AND decided_at IS NULL";
    read.exists(sql, (post, me.id()))
}

/// Counts the open suggested edits of a member.
pub fn count_of_member(read: &Read<'_>, me: &Account) -> Result<i64> {
    let sql = "SELECT count(*) FROM suggested_edits WHERE user_id = ?1 AND decided_at IS NULL";
    read.value(sql, [me.id()])
}

/// Counts the open suggested edits of a post.
pub fn count_of_post(read: &Read<'_>, post: Id) -> Result<i64> {
    let sql = format!(
        "SELECT count(*) FROM suggested_edits s JOIN users u ON u.id = s.user_id WHERE s.post_id = ?1 AND {OPEN}"
    );
    read.value(&sql, [post])
}

/// Stores an edit that the actor suggests. It replaces their earlier one of the post.
pub fn put(
    tx: &Write<'_>,
    me: &Me,
    post: &CanSuggestEdit,
    new: &NewContent,
    revision: Id,
    reason: &str,
) -> Result<()> {
    let (title, words) = match new {
        NewContent::Question(new) => (Some(&new.title), Some(new.tags.join(" "))),
        NewContent::Answer(_) | NewContent::Comment(_) => (None, None),
    };
    let sql = "INSERT INTO suggested_edits (id, post_id, user_id, revision_id, reason, title, tags, text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
               ON CONFLICT (post_id, user_id) DO UPDATE SET id = excluded.id, revision_id = excluded.revision_id, reason = excluded.reason,
                   title = excluded.title, tags = excluded.tags, text = excluded.text,
                   decided_at = NULL, decided_by = NULL, is_accepted = NULL, note = NULL";
    let (id, text) = (tx.new_id(), new.text());
    tx.execute(
        sql,
        (
            id,
            post.target().post(),
            me.id(),
            revision,
            reason,
            title,
            words,
            text,
        ),
    )
    .map(drop)
}

/// Stores a decision. The history of the post has the text of what is accepted.
pub fn decide(
    tx: &Write<'_>,
    me: &Me,
    decider: &EditDecider,
    id: Id,
    is_accepted: bool,
    note: &str,
) -> Result<()> {
    let sql = "UPDATE suggested_edits SET decided_at = ?3, decided_by = ?4, is_accepted = ?5, note = ?6, text = iif(?5, '', text)
               WHERE id = ?1 AND post_id = ?2 AND decided_at IS NULL";
    let post = decider.target().post();
    tx.execute(sql, (id, post, tx.now, me.id(), is_accepted, note))
        .map(drop)
}

/// Deletes an open suggested edit of a member. Returns whether there was one.
pub fn withdraw(tx: &Write<'_>, me: &Account, id: Id) -> Result<bool> {
    let sql = "DELETE FROM suggested_edits WHERE id = ?1 AND user_id = ?2 AND decided_at IS NULL";
    Ok(tx.execute(sql, (id, me.id()))? > 0)
}

/// Returns the open suggested edits of a post, oldest first: all, or those of the actor.
pub fn list(
    read: &Read<'_>,
    me: &Me,
    post: &ReadablePost,
    current: Id,
    all: bool,
) -> Result<Vec<SuggestedEdit>> {
    let sql = format!(
        "SELECT s.id, u.username, s.reason, s.title, s.tags, s.text, s.revision_id <> ?3, s.user_id = ?1
         FROM suggested_edits s JOIN users u ON u.id = s.user_id WHERE s.post_id = ?2 AND {OPEN} AND (?4 OR s.user_id = ?1) ORDER BY s.id"
    );
    read.all(&sql, (me.id(), post.post(), current, all), |row| {
        let id: Id = row.get(0)?;
        let words: Option<String> = row.get(4)?;
        Ok(SuggestedEdit {
            id,
            suggested_by: row.get(1)?,
            suggested_at: id.time(),
            reason: row.get(2)?,
            title: row.get(3)?,
            tags: words.map(|words| tags(&words)),
            text: row.get(5)?,
            is_outdated: row.get(6)?,
            mine: row.get(7)?,
        })
    })
}

/// Returns the posts of a question with open suggested edits that the actor sees.
pub fn counts(
    read: &Read<'_>,
    me: &Me,
    question: &ReadablePost,
    is_moderator: bool,
) -> Result<Vec<SuggestedEditCount>> {
    let sql = format!(
        "SELECT p.id, count(*), max(s.user_id = ?1)
         FROM (SELECT id, author_id FROM posts WHERE id = ?2
               UNION ALL SELECT id, author_id FROM posts WHERE question_id = ?2 AND deleted_at IS NULL) p
         CROSS JOIN suggested_edits s ON s.post_id = p.id CROSS JOIN users u ON u.id = s.user_id
         WHERE {OPEN} AND (?3 OR p.author_id = ?1 OR s.user_id = ?1) GROUP BY p.id"
    );
    read.all(&sql, (me.id(), question.question(), is_moderator), |row| {
        Ok(SuggestedEditCount {
            id: row.get(0)?,
            count: row.get(1)?,
            mine: row.get(2)?,
        })
    })
}

/// Deletes the suggested edits of purged versions of a post, whose texts they repeat.
pub fn forget_purged(tx: &Write<'_>, post: Id) -> Result<()> {
    let sql = "DELETE FROM suggested_edits WHERE post_id = ?1
               AND revision_id IN (SELECT id FROM revisions WHERE post_id = ?1 AND purged_at IS NOT NULL)";
    tx.execute(sql, [post]).map(drop)
}

/// Deletes all suggested edits of a post.
pub fn forget(tx: &Write<'_>, post: Id) -> Result<()> {
    let sql = "DELETE FROM suggested_edits WHERE post_id = ?1";
    tx.execute(sql, [post]).map(drop)
}

/// Deletes the open suggested edits of a member.
pub fn delete_open(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM suggested_edits WHERE user_id = ?1 AND decided_at IS NULL";
    tx.execute(sql, [account.id()]).map(drop)
}

/// The largest number of rows that one step of a purge deletes.
const PURGED_AT_ONCE: usize = 100;

/// Deletes some suggested edits of a user. Returns whether there may be more.
pub fn purge_user(tx: &Write<'_>, account: &Account) -> Result<bool> {
    let sql = "DELETE FROM suggested_edits WHERE id IN (SELECT id FROM suggested_edits WHERE user_id = ?1 LIMIT ?2)";
    Ok(tx.execute(sql, (account.id(), PURGED_AT_ONCE as i64))? == PURGED_AT_ONCE)
}
