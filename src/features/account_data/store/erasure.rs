//! SQL of the erasure of deleted accounts. Each step reads and changes a bounded number of rows and stores how
//! far it has come.

use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::mentions;
use crate::features::pictures;
use crate::features::questions::store::suggested_edits;
use crate::features::search;
use crate::features::users::{self, Account};
use crate::platform::db::{Read, Write};

/// The largest number of posts or comments of a step.
const TEXTS_AT_ONCE: i64 = 20;
/// The largest number of versions of a post of a step, whose words are looked up.
const VERSIONS_AT_ONCE: i64 = 2;
/// A step ends after this number of words.
const WORDS_AT_ONCE: usize = 2_000;
/// The largest number of other rows of a step.
const ROWS_AT_ONCE: i64 = 200;

/// The stages, which the trigger of the log knows by their numbers.
#[derive(Clone, Copy)]
enum Stage {
    Posts,
    Comments,
    /// Entries of the log about what the owner did.
    Actor,
    /// Entries of the log about what was done to the account.
    Target,
    /// Entries of the log about messages and pictures, which name their author.
    Author,
    /// Notices of others that name the administrator who reset their sign-in.
    Notices,
}

const STAGES: [Stage; 6] = [
    Stage::Posts,
    Stage::Comments,
    Stage::Actor,
    Stage::Target,
    Stage::Author,
    Stage::Notices,
];

/// The erasure of an account, and how far it has come.
pub struct Erasure {
    account: Account,
    stage: usize,
    /// In the stages of texts the time of the last one, otherwise the position among accounts or names.
    position: i64,
    last: Id,
}

impl Erasure {
    /// Returns the deleted account.
    pub fn account(&self) -> &Account {
        &self.account
    }
}

/// Plans the erasure of a deleted account, unless it is planned.
pub fn plan(tx: &Write<'_>, account: &Account, due_at: Timestamp) -> Result<()> {
    let sql =
        "INSERT INTO pending_erasures (user_id, due_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    tx.execute(sql, (account.id(), due_at)).map(drop)
}

/// Returns an account whose day has come.
pub fn next_due(tx: &Write<'_>) -> Result<Option<Erasure>> {
    let sql = "SELECT user_id, stage, time, last_id FROM pending_erasures WHERE due_at <= ?1 ORDER BY due_at, user_id LIMIT 1";
    let due: Option<(Id, i64, i64, Id)> = tx.first(sql, [tx.now], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })?;
    let Some((user, stage, position, last)) = due else {
        return Ok(None);
    };
    Ok(Some(Erasure {
        account: users::store::deletions::deleted_account(tx, user)?,
        stage: stage as usize,
        position,
        last,
    }))
}

/// Records that an account is erased.
pub fn end(tx: &Write<'_>, account: &Account) -> Result<()> {
    let sql = "DELETE FROM pending_erasures WHERE user_id = ?1";
    tx.execute(sql, [account.id()]).map(drop)
}

/// Erases some rows. Returns false if all stages are over.
pub fn erase_some(tx: &Write<'_>, erasure: &Erasure) -> Result<bool> {
    let Some(stage) = STAGES.get(erasure.stage) else {
        return Ok(false);
    };
    let next = match stage {
        Stage::Posts => erase_posts(tx, erasure)?,
        Stage::Comments => erase_comments(tx, erasure)?,
        Stage::Actor => {
            let ids = users::store::deletions::merged_ids(tx, &erasure.account)?;
            let sql = "UPDATE admin_log SET actor = '[deleted]' WHERE id IN
                       (SELECT id FROM admin_log WHERE actor_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3) RETURNING id";
            erase_rows(tx, erasure, &ids, sql)?
        }
        Stage::Target => {
            let ids = users::store::deletions::merged_ids(tx, &erasure.account)?;
            let sql = "UPDATE admin_log SET target = '[deleted]', detail = iif(action IN ('rename-user', 'merge-user', 'clear-profile'), '', detail),
                              before = iif(action IN ('rename-user', 'merge-user', 'clear-profile'), NULL, before)
                       WHERE id IN (SELECT id FROM admin_log WHERE target_kind = 'user' AND target_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3) RETURNING id";
            erase_rows(tx, erasure, &ids, sql)?
        }
        Stage::Author => {
            let names = users::store::deletions::all_names(tx, &erasure.account)?;
            let sql = "UPDATE admin_log SET target = '[deleted]' WHERE id IN
                       (SELECT id FROM admin_log WHERE target_kind IN ('message', 'picture') AND target = ?1 AND id > ?2 ORDER BY id LIMIT ?3) RETURNING id";
            erase_rows(tx, erasure, &names, sql)?
        }
        Stage::Notices => {
            let names = users::store::deletions::all_names(tx, &erasure.account)?;
            let sql = "UPDATE security_notices SET actor = '[deleted]' WHERE id IN
                       (SELECT id FROM security_notices WHERE actor = ?1 AND id > ?2 ORDER BY id LIMIT ?3) RETURNING id";
            erase_rows(tx, erasure, &names, sql)?
        }
    };
    match next {
        Some((position, last)) => set_position(tx, erasure, erasure.stage, position, last)?,
        None => set_position(tx, erasure, erasure.stage + 1, -1, Id::from_i64(-1))?,
    }
    Ok(true)
}

fn set_position(
    tx: &Write<'_>,
    erasure: &Erasure,
    stage: usize,
    position: i64,
    last: Id,
) -> Result<()> {
    let sql = "UPDATE pending_erasures SET stage = ?2, time = ?3, last_id = ?4 WHERE user_id = ?1";
    let parameters = (erasure.account.id(), stage as i64, position, last);
    tx.execute(sql, parameters).map(drop)
}

/// Where a stage goes on; `None` at its end.
type Next = Option<(i64, Id)>;

/// Changes some rows of one of `keys`, which are the account and those merged into it, or their names.
fn erase_rows<K: rusqlite::ToSql>(
    tx: &Write<'_>,
    erasure: &Erasure,
    keys: &[K],
    sql: &str,
) -> Result<Next> {
    let position = erasure.position.max(0);
    let Some(key) = keys.get(position as usize) else {
        return Ok(None);
    };
    let parameters = (key, erasure.last, ROWS_AT_ONCE);
    let changed: Vec<Id> = tx.all(sql, parameters, |row| row.get(0))?;
    Ok(Some(match changed.into_iter().max() {
        Some(last) => (position, last),
        None => (position + 1, Id::from_i64(-1)),
    }))
}

/// A text of the owner.
struct Text {
    id: Id,
    /// The question that it belongs to.
    question: Id,
    created_at: i64,
    is_deleted: bool,
}

fn texts(read: &Read<'_>, erasure: &Erasure, sql: &str) -> Result<Vec<Text>> {
    let parameters = (
        erasure.account.id(),
        erasure.position,
        erasure.last,
        TEXTS_AT_ONCE,
    );
    read.all(sql, parameters, |row| {
        Ok(Text {
            id: row.get(0)?,
            question: row.get(1)?,
            created_at: row.get(2)?,
            is_deleted: row.get(3)?,
        })
    })
}

/// The scope in which the words of a question's posts are stored.
const SCOPE: &str = "SELECT coalesce((SELECT c.id FROM communities c WHERE c.id = q.community_id AND c.visibility IS NOT 'public'), 0)
                     FROM questions q WHERE q.id = ?1";

fn erase_posts(tx: &Write<'_>, erasure: &Erasure) -> Result<Next> {
    let sql = "SELECT id, coalesce(question_id, id), created_at, deleted_at IS NOT NULL FROM posts
               WHERE author_id = ?1 AND (created_at, id) > (?2, ?3) ORDER BY created_at, id LIMIT ?4";
    let (mut next, mut words) = (None, 0);
    for post in texts(tx, erasure, sql)? {
        let scope: i64 = tx.value(SCOPE, [post.question])?;
        let (mut erased, has_more) = erase_versions(tx, erasure, post.id)?;
        if has_more {
            search::forget_words(tx, scope, &erased)?;
            // The next step goes on with this post.
            return Ok(Some(next.unwrap_or((erasure.position, erasure.last))));
        }
        end_text(tx, &post)?;
        suggested_edits::forget_purged(tx, post.id)?;
        if post.is_deleted {
            suggested_edits::forget(tx, post.id)?;
            let sql = "SELECT concat_ws(' ', q.title, p.text) FROM posts p LEFT JOIN questions q ON q.id = p.id WHERE p.id = ?1";
            erased += &tx.value::<String>(sql, [post.id])?;
            for sql in [
                "UPDATE posts SET text = '' WHERE id = ?1",
                "UPDATE questions SET title = '[deleted]' WHERE id = ?1",
                "UPDATE revisions SET title = '[deleted]' WHERE post_id = ?1 AND compressed_text IS NULL AND title IS NOT NULL",
            ] {
                tx.execute(sql, [post.id])?;
            }
        }
        words += search::forget_words(tx, scope, &erased)?;
        next = Some((post.created_at, post.id));
        if words > WORDS_AT_ONCE {
            break;
        }
    }
    Ok(next)
}

/// Erases some earlier versions of a post. Returns what they contained, and whether there may be more.
fn erase_versions(tx: &Write<'_>, erasure: &Erasure, post: Id) -> Result<(String, bool)> {
    let sql =
        "SELECT id, concat_ws(' ', title, tags, decompressed(compressed_text), '') FROM revisions
               WHERE post_id = ?1 AND compressed_text IS NOT NULL AND purged_at IS NULL LIMIT ?2";
    let parameters = (post, VERSIONS_AT_ONCE);
    let versions: Vec<(Id, String)> =
        tx.all(sql, parameters, |row| Ok((row.get(0)?, row.get(1)?)))?;
    for (version, _) in &versions {
        let sql = "UPDATE revisions SET compressed_text = x'', title = iif(title IS NULL, NULL, ''), tags = iif(tags IS NULL, NULL, ''), purged_at = ?2, purged_by = ?3 WHERE id = ?1";
        tx.execute(sql, (version, tx.now, erasure.account.id()))?;
    }
    let has_more = versions.len() as i64 == VERSIONS_AT_ONCE;
    let erased = versions.into_iter().map(|(_, text)| text).collect();
    Ok((erased, has_more))
}

fn erase_comments(tx: &Write<'_>, erasure: &Erasure) -> Result<Next> {
    let sql = "SELECT id, question_id, created_at, deleted_at IS NOT NULL FROM comments
               WHERE author_id = ?1 AND (created_at, id) > (?2, ?3) ORDER BY created_at, id LIMIT ?4";
    let mut next = None;
    for comment in texts(tx, erasure, sql)? {
        let earlier = "UPDATE comment_revisions SET text = '', purged_at = ?2, purged_by = ?3
                       WHERE id IN (SELECT id FROM comment_revisions WHERE comment_id = ?1 AND purged_at IS NULL LIMIT ?4)";
        let parameters = (comment.id, tx.now, erasure.account.id(), ROWS_AT_ONCE);
        if tx.execute(earlier, parameters)? as i64 == ROWS_AT_ONCE {
            return Ok(Some(next.unwrap_or((erasure.position, erasure.last))));
        }
        end_text(tx, &comment)?;
        if comment.is_deleted {
            tx.execute("UPDATE comments SET text = '' WHERE id = ?1", [comment.id])?;
        }
        next = Some((comment.created_at, comment.id));
    }
    Ok(next)
}

/// Forgets whom and which pictures the earlier versions of a text, and a deleted text, contained.
fn end_text(tx: &Write<'_>, text: &Text) -> Result<()> {
    mentions::store::purge_earlier(tx, text.question, text.id)?;
    pictures::forget_purged(tx, text.question, text.id, &[])?;
    if text.is_deleted {
        for sql in [
            "DELETE FROM mentions WHERE place_id = ?1 AND content_id = ?2",
            "DELETE FROM picture_uses WHERE place_id = ?1 AND content_id = ?2",
        ] {
            tx.execute(sql, (text.question, text.id))?;
        }
    }
    Ok(())
}
