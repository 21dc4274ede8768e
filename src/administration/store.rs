//! What only administrators look at, in SQL. They are few and look seldom: some of it goes through a whole table.

use super::{CommunityStanding, SignIn};
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::live::TokenHash;
use crate::text::fold;
use crate::users::session::{ABSOLUTE, IDLE};
use crate::users::{Administrator, Session};
use crate::web::{Page, Paging};

const COMMUNITY: &str = "SELECT c.id, c.name, c.visibility, (SELECT name FROM authors WHERE id = c.owner_id), c.member_count,
            CASE WHEN c.visibility = 'public' OR EXISTS (SELECT 1 FROM members WHERE community_id = c.id AND user_id = ?1)
                 THEN c.question_count END, c.created_at, c.archived_at, c.folded FROM communities c";

fn community_from(row: &rusqlite::Row<'_>) -> rusqlite::Result<(CommunityStanding, String)> {
    let community = CommunityStanding {
        id: row.get(0)?,
        name: row.get(1)?,
        visibility: row.get(2)?,
        owner: row.get(3)?,
        member_count: row.get(4)?,
        question_count: row.get(5)?,
        created_at: row.get(6)?,
        archived_at: row.get(7)?,
    };
    Ok((community, row.get(8)?))
}

/// One community.
pub fn community(read: &Read<'_>, by: &Administrator, id: Id) -> Result<CommunityStanding> {
    let found = read.first(&format!("{COMMUNITY} WHERE c.id = ?2"), (by.id, id), community_from)?;
    found.map(|(community, _)| community).ok_or_else(|| Sentence::CommunityNotFound.into())
}

/// All communities by name, archived ones too, or those whose name contains `search`.
pub fn communities(read: &Read<'_>, by: &Administrator, search: &str, paging: &Paging) -> Result<Page<CommunityStanding>> {
    let (search, after) = (fold(search.trim()), paging.cursor.as_deref().unwrap_or_default());
    let total = read.value("SELECT count(*) FROM communities WHERE instr(folded, ?1) > 0", [&search])?;
    let sql = format!("{COMMUNITY} WHERE instr(c.folded, ?2) > 0 AND c.folded > ?3 ORDER BY c.folded LIMIT ?4");
    let found = read.all(&sql, (by.id, &search, after, paging.limit as i64 + 1), community_from)?;
    Ok(Page::cut(found, paging.limit, total, |(_, folded)| folded.clone()).map(|(community, _)| community))
}

/// The sessions of everybody that have not expired, the newest first, or of those whose name contains `search`.
pub fn sign_ins(read: &Read<'_>, by: &Administrator, search: &str, paging: &Paging) -> Result<Page<SignIn>> {
    let search = fold(search.trim());
    let [before] = paging.position()?.unwrap_or([i64::MAX]);
    let (idle, absolute) = (read.now.minus(IDLE), read.now.minus(ABSOLUTE));
    let from = "FROM sessions s CROSS JOIN users u ON u.id = s.user_id
                WHERE s.last_seen_at > ?1 AND s.created_at > ?2 AND instr(u.folded, ?3) > 0";
    let total = read.value(&format!("SELECT count(*) {from}"), (idle, absolute, &search))?;
    let sql = format!(
        "SELECT u.username, s.id, s.created_at, s.last_seen_at, s.address, s.user_agent, s.token_hash = ?4 {from}
         AND s.id < ?5 ORDER BY s.id DESC LIMIT ?6"
    );
    let found = read.all(&sql, (idle, absolute, &search, by.session, before, paging.limit as i64 + 1), |row| {
        let session = Session {
            id: row.get(1)?,
            created_at: row.get(2)?,
            last_seen_at: row.get(3)?,
            address: row.get(4)?,
            user_agent: row.get(5)?,
            current: row.get(6)?,
        };
        Ok(SignIn { username: row.get(0)?, session })
    })?;
    Ok(Page::cut(found, paging.limit, total, |sign_in| sign_in.session.id.as_i64().to_string()))
}

/// Ends anybody's session and returns it; [`Sentence::SessionNotFound`] when there is none with this id.
pub fn end_session(tx: &Write<'_>, _: &Administrator, session: Id) -> Result<TokenHash> {
    let ended = tx.all("DELETE FROM sessions WHERE id = ?1 RETURNING token_hash", [session], |row| row.get(0))?;
    ended.into_iter().next().ok_or_else(|| Sentence::SessionNotFound.into())
}
