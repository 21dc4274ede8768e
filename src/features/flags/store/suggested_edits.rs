//! SQL of the suggested edits in a queue.

use super::cases::MAX_COUNT;
use super::rows::community;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::flags::access::QueueOf;
use crate::features::flags::model::WaitingEdit;
use crate::features::users::Account;
use crate::platform::db::Read;
use crate::platform::scopes::store::VISIBLE_SCOPE;

/// SQL query: the ids after `?3` of the suggested edits that wait in a queue of the user `?1`, whose community is `?2`, and that
/// the user may read. It reads only those that wait there: the first `?4` public ones of the whole site, and those in the communities
/// that have the user as a member or a moderator.
fn waiting(of: QueueOf) -> String {
    match of {
        QueueOf::Site => "SELECT id FROM (SELECT id FROM suggested_edits WHERE ?2 IS NULL AND scope = 0 AND id > ?3 ORDER BY id LIMIT ?4)
             UNION ALL SELECT s.id FROM memberships m CROSS JOIN suggested_edits s INDEXED BY suggested_edits_waiting ON s.scope = m.community_id
             WHERE m.user_id = ?1 AND s.id > ?3"
            .to_owned(),
        QueueOf::Community(_) => {
            format!("SELECT id FROM suggested_edits WHERE community_id = ?2 AND id > ?3 AND {VISIBLE_SCOPE}")
        }
        QueueOf::Moderated => "SELECT s.id FROM memberships m CROSS JOIN suggested_edits s ON s.community_id = m.community_id
             WHERE ?2 IS NULL AND m.user_id = ?1 AND m.role = 'moderator' AND s.id > ?3"
            .to_owned(),
    }
}

/// Counts the suggested edits that wait in a queue, up to 999.
pub fn count(read: &Read<'_>, me: &Account, of: QueueOf) -> Result<u32> {
    let sql = format!("SELECT count(*) FROM ({} LIMIT ?4)", waiting(of));
    read.value(&sql, (me.id(), community(of), 0, MAX_COUNT))
}

/// Returns the suggested edits that wait in a queue, oldest first.
pub fn list(
    read: &Read<'_>,
    me: &Account,
    of: QueueOf,
    paging: &Paging,
) -> Result<Page<WaitingEdit>> {
    let [after] = paging.position()?.unwrap_or([0]);
    let sql = format!(
        "SELECT s.id, u.username, p.id, q.id, q.title, s.reason FROM ({} ORDER BY id LIMIT ?4) w
         CROSS JOIN suggested_edits s ON s.id = w.id CROSS JOIN users u ON u.id = s.user_id CROSS JOIN posts p ON p.id = s.post_id
         CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id) ORDER BY s.id",
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
