//! SQL of the suggested edits in a queue.

use super::rows::{community, in_queue};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::flags::access::QueueOf;
use crate::features::flags::model::WaitingEdit;
use crate::features::users::Account;
use crate::platform::db::Read;
use crate::platform::scopes::store::VISIBLE;

/// The largest number of open suggested edits of the site that are looked through for those of a queue, oldest first. A member
/// has at most 20.
const MAX_OPEN: i64 = 2_000;

/// FROM and WHERE clauses: the open suggested edits `s` in a queue of the user `?1`, whose community is `?2`, that the user may
/// read. Those of suspended members wait.
fn waiting(of: QueueOf) -> String {
    let of_queue = in_queue(of);
    format!(
        "FROM (SELECT id, user_id, post_id, reason FROM suggested_edits INDEXED BY suggested_edits_open
               WHERE decided_at IS NULL ORDER BY id LIMIT {MAX_OPEN}) s
         CROSS JOIN users u ON u.id = s.user_id CROSS JOIN posts p ON p.id = s.post_id
         CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id)
         WHERE u.disabled_at IS NULL AND p.deleted_at IS NULL AND {VISIBLE} AND {of_queue}"
    )
}

/// Counts the open suggested edits in a queue.
pub fn count(read: &Read<'_>, me: &Account, of: QueueOf) -> Result<u32> {
    let sql = format!("SELECT count(*) {}", waiting(of));
    read.value(&sql, (me.id(), community(of)))
}

/// Returns the open suggested edits in a queue, oldest first.
pub fn list(
    read: &Read<'_>,
    me: &Account,
    of: QueueOf,
    paging: &Paging,
) -> Result<Page<WaitingEdit>> {
    let [after] = paging.position()?.unwrap_or([0]);
    let sql = format!(
        "SELECT s.id, u.username, p.id, q.id, q.title, s.reason {} AND s.id > ?3 ORDER BY s.id LIMIT ?4",
        waiting(of)
    );
    let values = (me.id(), community(of), after, paging.limit as i64 + 1);
    let found = read.all(&sql, values, |row| {
        let id: Id = row.get(0)?;
        Ok(WaitingEdit {
            id,
            suggested_by: row.get(1)?,
            suggested_at: id.time(),
            post_id: row.get(2)?,
            qid: row.get(3)?,
            title: row.get(4)?,
            reason: row.get(5)?,
        })
    })?;
    let total = count(read, me, of)?;
    let position = |edit: &WaitingEdit| edit.id.as_i64().to_string();
    Ok(Page::cut(found, paging.limit, i64::from(total), position))
}
