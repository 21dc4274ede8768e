//! Paginated lists of communities, members and join requests.

use rusqlite::Row;

use super::{REQUEST, request_from};
use crate::core::clock::Timestamp;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::core::text::fold;
use crate::features::communities::access::{CanSeeMembers, Moderator};
use crate::features::communities::model::{
    Member, MemberFilter, MemberRequest, Opening, WaitingRequests,
};
use crate::features::users::admin_log::AdminAction;
use crate::features::users::{Account, Me};
use crate::platform::db::Read;
use crate::platform::settings::SettingKey;

/// Reads a community's id and its sort key.
fn id_and_key(row: &Row<'_>) -> rusqlite::Result<(Id, String)> {
    Ok((row.get(0)?, row.get(1)?))
}

/// Returns the ids and names of up to `limit` communities that are not archived and whose names begin
/// with `prefix`, a part of a folded name, by name.
pub fn with_prefix(read: &Read<'_>, prefix: &str, limit: usize) -> Result<Vec<(Id, String)>> {
    let end = format!("{prefix}\u{10ffff}");
    let sql = "SELECT id, name FROM communities WHERE name_key >= ?1 AND name_key < ?2 AND archived_at IS NULL ORDER BY name_key LIMIT ?3";
    read.all(sql, (prefix, end, limit as i64), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// Returns the communities that are not archived, by name: all, or those with a name that contains
/// `search`. A search of one or two characters matches the beginning of names only.
pub fn all(read: &Read<'_>, search: &str, paging: &Paging) -> Result<Page<Id>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let limit = paging.limit as i64 + 1;
    let search = fold(search.trim());
    let (found, total): (_, i64) = if search.chars().count() >= 3 {
        let pattern = format!("\"{}\"", search.replace('"', "\"\""));
        // The index contains only communities that are not archived.
        let matching = "id IN (SELECT rowid FROM community_names WHERE community_names MATCH ?1)";
        let sql = format!(
            "SELECT id, name_key FROM communities WHERE {matching} AND name_key > ?2 ORDER BY name_key LIMIT ?3"
        );
        let total = read.value(
            "SELECT count(*) FROM community_names WHERE community_names MATCH ?1",
            [&pattern],
        )?;
        (read.all(&sql, (&pattern, after, limit), id_and_key)?, total)
    } else {
        // A range of names, as in the list of users.
        let end = format!("{search}\u{10ffff}");
        let start = search.as_str().max(after);
        let sql = "SELECT id, name_key FROM communities
                   WHERE archived_at IS NULL AND name_key >= ?1 AND name_key < ?2 AND name_key <> ?3 ORDER BY name_key LIMIT ?4";
        let total = if search.is_empty() {
            read.value("SELECT communities FROM community_counts", [])?
        } else {
            let sql = "SELECT count(*) FROM communities WHERE archived_at IS NULL AND name_key >= ?1 AND name_key < ?2";
            read.value(sql, (&search, &end))?
        };
        (
            read.all(sql, (start, &end, after, limit), id_and_key)?,
            total,
        )
    };
    Ok(Page::cut(found, paging.limit, total, |(_, folded)| folded.clone()).map(|(id, _)| id))
}

/// Returns the communities that the viewer is a member of, including archived ones, by name: all,
/// or those with a name that contains `search`.
pub fn mine(read: &Read<'_>, me: &Me, search: &str, paging: &Paging) -> Result<Page<Id>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let search = fold(search.trim());
    let found = "FROM memberships m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1 AND instr(c.name_key, ?2) > 0";
    let total = read.value(&format!("SELECT count(*) {found}"), (me.id(), &search))?;
    let sql =
        format!("SELECT c.id, c.name_key {found} AND c.name_key > ?3 ORDER BY c.name_key LIMIT ?4");
    let found = read.all(
        &sql,
        (me.id(), &search, after, paging.limit as i64 + 1),
        id_and_key,
    )?;
    Ok(Page::cut(found, paging.limit, total, |(_, folded)| folded.clone()).map(|(id, _)| id))
}

/// Returns the members or the moderators of a community, oldest membership first.
pub fn members(
    read: &Read<'_>,
    right: &CanSeeMembers,
    filter: MemberFilter,
    paging: &Paging,
) -> Result<Page<Member>> {
    let (condition, counter) = match filter {
        MemberFilter::Moderators => ("AND m.role = 'moderator'", "moderator_count"),
        MemberFilter::All => ("", "member_count"),
    };
    let [joined_at, user] = paging.position()?.unwrap_or([i64::MIN; 2]);
    let sql = format!(
        "SELECT m.user_id, u.username, m.role = 'moderator', m.user_id IS (SELECT owner_id FROM communities WHERE id = ?1), m.joined_at
         FROM memberships m CROSS JOIN users u ON u.id = m.user_id
         WHERE m.community_id = ?1 AND u.deleted_at IS NULL AND (m.joined_at, m.user_id) > (?2, ?3) {condition} ORDER BY m.joined_at, m.user_id LIMIT ?4"
    );
    let members = read.all(
        &sql,
        (right.community(), joined_at, user, paging.limit as i64 + 1),
        |row| {
            Ok(Member {
                id: row.get(0)?,
                username: row.get(1)?,
                is_moderator: row.get(2)?,
                is_owner: row.get(3)?,
                joined_at: row.get(4)?,
            })
        },
    )?;
    let total = read.value(
        &format!("SELECT {counter} FROM communities WHERE id = ?1"),
        [right.community()],
    )?;
    Ok(Page::cut(members, paging.limit, total, |member| {
        format!("{}.{}", member.joined_at.millis(), member.id.as_i64())
    }))
}

/// Returns the pending join requests, oldest first.
pub fn requests(read: &Read<'_>, by: &Moderator, paging: &Paging) -> Result<Page<MemberRequest>> {
    let [requested_at, user] = paging.position()?.unwrap_or([i64::MIN; 2]);
    let sql = format!(
        "{REQUEST} WHERE r.community_id = ?1 AND (r.requested_at, r.user_id) > (?2, ?3) ORDER BY r.requested_at, r.user_id LIMIT ?4"
    );
    let requests = read.all(
        &sql,
        (by.community(), requested_at, user, paging.limit as i64 + 1),
        request_from,
    )?;
    let total = read.value(
        "SELECT request_count FROM communities WHERE id = ?1",
        [by.community()],
    )?;
    Ok(Page::cut(requests, paging.limit, total, |request| {
        format!(
            "{}.{}",
            request.requested_at.millis(),
            request.user_id.as_i64()
        )
    }))
}

/// The largest number of communities with waiting requests that are looked at.
const MAX_WAITING: i64 = 100;

/// Returns the private communities that the actor moderates and in which requests to join wait.
pub fn with_requests(read: &Read<'_>, me: &Account) -> Result<Vec<WaitingRequests>> {
    let sql = "SELECT c.id, c.name, c.request_count, r.requested_at, u.username
               FROM memberships m CROSS JOIN communities c ON c.id = m.community_id
               CROSS JOIN membership_requests r ON r.community_id = c.id AND r.user_id = (
                   SELECT user_id FROM membership_requests WHERE community_id = c.id ORDER BY requested_at DESC, user_id DESC LIMIT 1)
               CROSS JOIN users u ON u.id = r.user_id
               WHERE m.user_id = ?1 AND m.role = 'moderator' AND c.request_count > 0 AND c.archived_at IS NULL
               ORDER BY m.community_id DESC LIMIT ?2";
    read.all(sql, (me.id(), MAX_WAITING), |row| {
        Ok(WaitingRequests {
            community_id: row.get(0)?,
            name: row.get(1)?,
            requests: row.get(2)?,
            requested_at: row.get(3)?,
            newest_by: row.get(4)?,
        })
    })
}

/// The largest number of what was opened.
const MAX_OPENED: i64 = 20;

/// Returns what others have opened to readers without an account while the actor was a member of it, the last one first: the
/// site, and communities. Returns nothing while only members may read the site.
pub fn opened(read: &Read<'_>, me: &Account) -> Result<Vec<Opening>> {
    let millisecond = Id::at(Timestamp::from_millis(1), 0).as_i64();
    let sql = format!(
        "SELECT c.id, c.name, c.opened_at AS at FROM memberships m CROSS JOIN communities c ON c.id = m.community_id
         WHERE m.user_id = ?1 AND c.opened_at > m.joined_at AND EXISTS (SELECT 1 FROM public_reading)
           AND NOT EXISTS (SELECT 1 FROM admin_log l WHERE l.target_kind = 'community' AND l.target_id = c.id
               AND l.id >= c.opened_at * {millisecond} AND l.logged_at = c.opened_at AND l.action = ?2 AND l.actor_id = ?1)
         UNION ALL
         SELECT NULL, NULL, since FROM public_reading WHERE since > (SELECT created_at FROM users WHERE id = ?1)
           AND NOT EXISTS (SELECT 1 FROM site_settings WHERE key = ?3 AND changed_at = since AND changed_by = ?1)
         ORDER BY at DESC LIMIT {MAX_OPENED}"
    );
    let (action, setting) = (AdminAction::SetReading.word(), SettingKey::Reading.word());
    read.all(&sql, (me.id(), action, setting), |row| {
        Ok(Opening {
            community_id: row.get(0)?,
            name: row.get(1)?,
            opened_at: row.get(2)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::clock::Clock;
    use crate::features::communities::access::FoundCommunity;
    use crate::features::communities::events::{self, AffectedViewers};
    use crate::features::communities::model::DetailLevel;
    use crate::features::communities::store;
    use crate::platform::db::{Db, plans};
    use crate::platform::realtime::Hub;

    /// Returns whether a step of a query plan costs time in proportion to the size of the site or
    /// of the community: it scans a table or sorts rows.
    fn is_expensive(line: &str) -> bool {
        let scans = line.starts_with("SCAN ")
            && !line.contains("VIRTUAL TABLE")
            && !line.contains("community_counts");
        // A list by name reads the names up to the end of the page.
        (scans && !line.contains("USING INDEX communities_listed")) || line.contains("TEMP B-TREE")
    }

    #[test]
    fn no_list_scans_or_sorts_a_table() {
        let directory = tempfile::TempDir::new().expect("temporary directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("database");
        db.write_blocking(|tx| {
            tx.without_event("a test");
            for sql in [
                "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
                "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent)
                 VALUES (zeroblob(32), 2, 1, 9000000000000, 9000000000000, '', '')",
                "INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at) VALUES (9, 'C', 'c', 'private', 1, 0)",
                "INSERT INTO memberships VALUES (9, 1, 'moderator', 0)",
            ] {
                tx.execute(sql, [])?;
            }
            let me = crate::features::users::store::sessions::me(tx, &[0; 32])?.expect("session");
            let id = Id::from_i64(9);
            let moderator = Moderator::find(tx, &me, id)?;
            let found = || FoundCommunity::find(tx, &me, id);
            let mut checked = 0;
            let mut expensive = Vec::new();
            let mut check = |run: &dyn Fn() -> Result<()>| -> Result<()> {
                for (sql, plan) in plans(tx, run)? {
                    checked += 1;
                    // The communities of one user and the matches of a part of a name are sorted by
                    // name.
                    let may_sort = ["WHERE m.user_id = ?1 AND instr", "FROM community_names"].iter().any(|part| sql.contains(part));
                    if plan.iter().any(|line| is_expensive(line)) && !may_sort {
                        expensive.push(format!("{sql}\n  {}", plan.join("\n  ")));
                    }
                }
                Ok(())
            };
            for cursor in [None, Some("1.1".to_owned())] {
                let paging = Paging { limit: 30, cursor };
                for search in ["", "ab", "abc", "a \"b c"] {
                    check(&|| all(tx, search, &paging).map(drop))?;
                    check(&|| mine(tx, &me, search, &paging).map(drop))?;
                }
                for filter in [MemberFilter::All, MemberFilter::Moderators] {
                    check(&|| members(tx, &found()?.can_see_members().expect("a member"), filter, &paging).map(drop))?;
                }
                check(&|| requests(tx, &moderator, &paging).map(drop))?;
            }
            check(&|| with_requests(tx, &me).map(drop))?;
            check(&|| store::for_viewer(tx, &me, &found()?).map(drop))?;
            check(&|| store::card(tx, &found()?).map(drop))?;
            for detail in [DetailLevel::Outside, DetailLevel::Inside, DetailLevel::Moderating] {
                check(&|| store::community(tx, id, detail).map(drop))?;
            }
            check(&|| store::changes::successor(tx, id).map(drop))?;
            for affected in [AffectedViewers::Everyone, AffectedViewers::Insiders, AffectedViewers::ModeratorsAnd(Some(me.id()))] {
                check(&|| events::projections(tx, id, affected).map(drop))?;
            }
            assert!(checked > 40, "only {checked} statements were checked");
            assert!(expensive.is_empty(), "{}", expensive.join("\n\n"));
            Ok(())
        })
        .expect("the statements run");
    }
}
