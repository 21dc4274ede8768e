//! SQL of the administrators' lists. Some queries scan a table: administrators are few, and their
//! calls are rate-limited.

pub mod figures;

use super::model::{AdminCommunityView, LogFilter, PublicReach, SessionInfo};
use crate::core::error::{Error, Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::fold;
use crate::features::communities::store::VISIBLE_SCOPE;
use crate::features::users::admin_log::AdminLogEntry;
use crate::features::users::store::sessions::{ABSOLUTE_LIFETIME, IDLE_LIFETIME};
use crate::features::users::{self, Account, Administrator, Session};
use crate::platform::db::{FromRow, Read, Write, from_row};
use crate::platform::realtime::TokenHash;

from_row! {
    // `?1` is the administrator.
    impl AdminCommunityView {
        id = "c.id",
        name = "c.name",
        visibility = "c.visibility",
        owner = "(SELECT name FROM authors WHERE id = c.owner_id)",
        member_count = "c.member_count",
        question_count = "CASE WHEN c.visibility = 'public' OR EXISTS (SELECT 1 FROM memberships WHERE community_id = c.id AND user_id = ?1)
                               THEN c.question_count END",
        created_at = "c.created_at",
        archived_at = "c.archived_at",
        archived_by = "(SELECT actor FROM admin_log WHERE target_kind = 'community' AND target_id = c.id AND action = 'archive-community'
                        AND logged_at = c.archived_at LIMIT 1)",
    }
}

/// Returns a community. Rejects an unknown id with 404.
pub fn community(read: &Read<'_>, by: &Administrator, id: Id) -> Result<AdminCommunityView> {
    let columns = AdminCommunityView::COLUMNS;
    let sql = format!("SELECT {columns} FROM communities c WHERE c.id = ?2");
    let found = read.first(&sql, (by.id(), id), AdminCommunityView::from_row)?;
    found.ok_or_else(|| Sentence::CommunityNotFound.into())
}

/// Returns how many questions and answers every member may read, and how many authors they have.
pub fn public_reach(read: &Read<'_>) -> Result<PublicReach> {
    let sql = "SELECT coalesce(sum(questions + answers), 0), count(*) FROM author_counts
               WHERE scope = 0 AND questions + answers > 0";
    let reach = read.first(sql, [], |row| {
        Ok(PublicReach {
            posts: row.get(0)?,
            authors: row.get(1)?,
        })
    })?;
    reach.ok_or_else(|| Error::internal("a sum without a row"))
}

/// Returns the communities whose name contains `search` by name, archived ones included.
pub fn communities(
    read: &Read<'_>,
    by: &Administrator,
    search: &str,
    paging: &Paging,
) -> Result<Page<AdminCommunityView>> {
    let (search, after) = (
        fold(search.trim()),
        paging.cursor.as_deref().unwrap_or_default(),
    );
    let total = read.value(
        "SELECT count(*) FROM communities WHERE instr(name_key, ?1) > 0",
        [&search],
    )?;
    let columns = AdminCommunityView::COLUMNS;
    let sql = format!(
        "SELECT {columns} FROM communities c WHERE instr(c.name_key, ?2) > 0 AND c.name_key > ?3 ORDER BY c.name_key LIMIT ?4"
    );
    let parameters = (by.id(), &search, after, paging.limit as i64 + 1);
    let found = read.all(&sql, parameters, AdminCommunityView::from_row)?;
    Ok(Page::cut(found, paging.limit, total, |last| {
        fold(&last.name)
    }))
}

/// Returns the unexpired sessions of users whose name contains `search`, newest first.
pub fn sessions(
    read: &Read<'_>,
    by: &Administrator,
    search: &str,
    paging: &Paging,
) -> Result<Page<SessionInfo>> {
    let search = fold(search.trim());
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let (idle, absolute) = (
        read.now.minus(IDLE_LIFETIME),
        read.now.minus(ABSOLUTE_LIFETIME),
    );
    let from = "FROM sessions s CROSS JOIN users u ON u.id = s.user_id
                WHERE s.last_seen_at > ?1 AND s.created_at > ?2 AND instr(u.name_key, ?3) > 0";
    let total = read.value(
        &format!("SELECT count(*) {from}"),
        (idle, absolute, &search),
    )?;
    let sql = format!(
        "SELECT u.username, s.id, s.created_at, s.last_seen_at, s.address, s.user_agent, s.token_hash = ?4, s.signed_in_by {from}
         AND s.id < ?5 ORDER BY s.id DESC LIMIT ?6"
    );
    let found = read.all(
        &sql,
        (
            idle,
            absolute,
            &search,
            by.session(),
            before,
            paging.limit as i64 + 1,
        ),
        |row| {
            let session = Session {
                id: row.get(1)?,
                created_at: row.get(2)?,
                last_seen_at: row.get(3)?,
                address: row.get(4)?,
                user_agent: row.get(5)?,
                current: row.get(6)?,
                signed_in_by: row.get(7)?,
            };
            Ok(SessionInfo {
                username: row.get(0)?,
                session,
            })
        },
    )?;
    Ok(Page::cut(found, paging.limit, total, |info| {
        info.session.id.as_i64().to_string()
    }))
}

/// Ends a session of any user. Returns its token hash and its user. Rejects an unknown id with 404.
pub fn end_session(
    tx: &Write<'_>,
    by: &Administrator,
    session: Id,
) -> Result<(TokenHash, Account)> {
    let sql = "DELETE FROM sessions WHERE id = ?1 RETURNING token_hash, user_id";
    let ended = tx.all(sql, [session], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let (token, user): (TokenHash, Id) =
        ended.into_iter().next().ok_or(Sentence::SessionNotFound)?;
    let account = by.authority().account(tx, &user.to_string())?;
    Ok((token, account))
}

/// The number of characters of a value in the log that a browser gets: the longest fill a page.
const SHOWN_VALUE: usize = 1_000;

/// Returns the entries of the log of administration that `viewer` may read, newest first; all of them
/// without a viewer.
pub fn log_entries(
    read: &Read<'_>,
    viewer: Option<Id>,
    filter: &LogFilter,
    paging: &Paging,
) -> Result<Page<AdminLogEntry>> {
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let user = match &filter.user {
        None => None,
        Some(name) => Some(users::store::id_of_name(read, name)?.ok_or(Sentence::UserNotFound)?),
    };
    let found = format!(
        "FROM admin_log WHERE (?1 IS NULL OR {VISIBLE_SCOPE}) AND (?2 IS NULL OR action = ?2)
         AND (?3 IS NULL OR actor_id = ?3 OR (target_kind = 'user' AND target_id = ?3))"
    );
    let total = read.value(
        &format!("SELECT count(*) {found}"),
        (viewer, filter.action, user),
    )?;
    let sql = format!(
        "SELECT id, logged_at, actor_id, actor, action, target_kind, target_id, target,
                CASE WHEN ?1 IS NULL THEN detail ELSE substr(detail, 1, {SHOWN_VALUE}) END,
                CASE WHEN ?1 IS NULL THEN before ELSE substr(before, 1, {SHOWN_VALUE}) END, token_id {found}
         AND id < ?4 ORDER BY id DESC LIMIT ?5"
    );
    let entries = read.all(
        &sql,
        (viewer, filter.action, user, before, paging.limit as i64 + 1),
        |row| {
            Ok(AdminLogEntry {
                id: row.get(0)?,
                logged_at: row.get(1)?,
                actor_id: row.get(2)?,
                actor: row.get(3)?,
                action: row.get(4)?,
                target_kind: row.get(5)?,
                target_id: row.get(6)?,
                target: row.get(7)?,
                detail: row.get(8)?,
                before: row.get(9)?,
                token_id: row.get(10)?,
            })
        },
    )?;
    Ok(Page::cut(entries, paging.limit, total, |entry| {
        entry.id.as_i64().to_string()
    }))
}
