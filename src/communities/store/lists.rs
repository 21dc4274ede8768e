//! Lists of communities, of their members and of the requests to join, page by page.

use rusqlite::Row;

use super::{REQUEST, request_from};
use crate::communities::access::{Moderator, Visible};
use crate::communities::{Member, MemberRequest};
use crate::db::Read;
use crate::error::Result;
use crate::id::Id;
use crate::text::fold;
use crate::users::Me;
use crate::web::{Page, Paging};

/// A community's id and the name by which it is ordered.
fn with_name(row: &Row<'_>) -> rusqlite::Result<(Id, String)> {
    Ok((row.get(0)?, row.get(1)?))
}

/// Communities that are not archived, by name: all, or those whose name contains `search`; one or two characters
/// must begin it.
pub fn all(read: &Read<'_>, search: &str, paging: &Paging) -> Result<Page<Id>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let limit = paging.limit as i64 + 1;
    let search = fold(search.trim());
    let (found, total): (_, i64) = if search.chars().count() >= 3 {
        let pattern = format!("\"{}\"", search.replace('"', "\"\""));
        // The index holds those that are not archived.
        let matching = "id IN (SELECT rowid FROM community_names WHERE community_names MATCH ?1)";
        let sql = format!("SELECT id, folded FROM communities WHERE {matching} AND folded > ?2 ORDER BY folded LIMIT ?3");
        let total = read.value("SELECT count(*) FROM community_names WHERE community_names MATCH ?1", [&pattern])?;
        (read.all(&sql, (&pattern, after, limit), with_name)?, total)
    } else {
        // As for users: the names that begin so, and one lower bound.
        let end = format!("{search}\u{10ffff}");
        let begin = search.as_str().max(after);
        let sql = "SELECT id, folded FROM communities
                   WHERE archived_at IS NULL AND folded >= ?1 AND folded < ?2 AND folded <> ?3 ORDER BY folded LIMIT ?4";
        let total = if search.is_empty() {
            read.value("SELECT communities FROM community_total", [])?
        } else {
            let sql = "SELECT count(*) FROM communities WHERE archived_at IS NULL AND folded >= ?1 AND folded < ?2";
            read.value(sql, (&search, &end))?
        };
        (read.all(sql, (begin, &end, after, limit), with_name)?, total)
    };
    Ok(Page::cut(found, paging.limit, total, |(_, folded)| folded.clone()).map(|(id, _)| id))
}

/// The communities that the viewer belongs to, archived ones too, by name: all, or those whose name contains `search`.
pub fn mine(read: &Read<'_>, me: &Me, search: &str, paging: &Paging) -> Result<Page<Id>> {
    let after = paging.cursor.as_deref().unwrap_or_default();
    let search = fold(search.trim());
    let found = "FROM members m JOIN communities c ON c.id = m.community_id WHERE m.user_id = ?1 AND instr(c.folded, ?2) > 0";
    let total = read.value(&format!("SELECT count(*) {found}"), (me.id, &search))?;
    let sql = format!("SELECT c.id, c.folded {found} AND c.folded > ?3 ORDER BY c.folded LIMIT ?4");
    let found = read.all(&sql, (me.id, &search, after, paging.limit as i64 + 1), with_name)?;
    Ok(Page::cut(found, paging.limit, total, |(_, folded)| folded.clone()).map(|(id, _)| id))
}

/// Who belongs to a community, or moderates it: the oldest membership first.
pub fn members(read: &Read<'_>, of: &Visible, moderators_only: bool, paging: &Paging) -> Result<Page<Member>> {
    let (which, counter) = if moderators_only { ("AND m.role = 'moderator'", "moderator_count") } else { ("", "member_count") };
    let [joined_at, user] = paging.position()?.unwrap_or([i64::MIN; 2]);
    let sql = format!(
        "SELECT m.user_id, u.username, m.role = 'moderator', m.user_id IS (SELECT owner_id FROM communities WHERE id = ?1), m.joined_at
         FROM members m CROSS JOIN users u ON u.id = m.user_id
         WHERE m.community_id = ?1 AND (m.joined_at, m.user_id) > (?2, ?3) {which} ORDER BY m.joined_at, m.user_id LIMIT ?4"
    );
    let members = read.all(&sql, (of.community, joined_at, user, paging.limit as i64 + 1), |row| {
        Ok(Member { id: row.get(0)?, username: row.get(1)?, is_moderator: row.get(2)?, is_owner: row.get(3)?, joined_at: row.get(4)? })
    })?;
    let total = read.value(&format!("SELECT {counter} FROM communities WHERE id = ?1"), [of.community])?;
    Ok(Page::cut(members, paging.limit, total, |member| format!("{}.{}", member.joined_at.millis(), member.id.as_i64())))
}

/// Who waits to be let in, the oldest request first.
pub fn requests(read: &Read<'_>, by: &Moderator, paging: &Paging) -> Result<Page<MemberRequest>> {
    let [requested_at, user] = paging.position()?.unwrap_or([i64::MIN; 2]);
    let sql = format!(
        "{REQUEST} WHERE r.community_id = ?1 AND (r.requested_at, r.user_id) > (?2, ?3) ORDER BY r.requested_at, r.user_id LIMIT ?4"
    );
    let requests = read.all(&sql, (by.community, requested_at, user, paging.limit as i64 + 1), request_from)?;
    let total = read.value("SELECT request_count FROM communities WHERE id = ?1", [by.community])?;
    Ok(Page::cut(requests, paging.limit, total, |request| format!("{}.{}", request.requested_at.millis(), request.user_id.as_i64())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::communities::access::{Found, Sight};
    use crate::communities::announce::{self, Concerned};
    use crate::communities::store;
    use crate::db::{Db, plans};
    use crate::live::Hub;

    /// What costs with the size of the site or of the community: going through all of something, or sorting it.
    fn is_expensive(line: &str) -> bool {
        let walks = line.starts_with("SCAN ") && !line.contains("VIRTUAL TABLE") && !line.contains("community_total");
        // A list by name walks the names up to the end of the page.
        (walks && !line.contains("USING INDEX communities_listed")) || line.contains("TEMP B-TREE")
    }

    #[test]
    fn no_list_scans_or_sorts_a_table() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        db.write_blocking(|tx| {
            tx.quietly("a test");
            for sql in [
                "INSERT INTO users (id, username, folded, created_at) VALUES (1, 'ann', 'ann', 0)",
                "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent)
                 VALUES (zeroblob(32), 2, 1, 9000000000000, 9000000000000, '', '')",
                "INSERT INTO communities (id, name, folded, visibility, owner_id, created_at) VALUES (9, 'C', 'c', 'private', 1, 0)",
                "INSERT INTO members VALUES (9, 1, 'moderator', 0)",
            ] {
                tx.execute(sql, [])?;
            }
            let me = crate::users::store::sessions::me(tx, &[0; 32])?.expect("a session");
            let id = Id::from_i64(9);
            let moderator = Moderator::find(tx, &me, id)?;
            let found = || Found::find(tx, &me, id);
            let mut seen = 0;
            let mut wrong = Vec::new();
            let mut check = |run: &dyn Fn() -> Result<()>| -> Result<()> {
                for (sql, plan) in plans(tx, run)? {
                    seen += 1;
                    // What one person belongs to is sorted by name, and so is what a part of a name finds.
                    let may = ["WHERE m.user_id = ?1 AND instr", "FROM community_names"].iter().any(|part| sql.contains(part));
                    if plan.iter().any(|line| is_expensive(line)) && !may {
                        wrong.push(format!("{sql}\n  {}", plan.join("\n  ")));
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
                for moderators_only in [false, true] {
                    check(&|| members(tx, &found()?.visible().expect("a member"), moderators_only, &paging).map(drop))?;
                }
                check(&|| requests(tx, &moderator, &paging).map(drop))?;
            }
            check(&|| store::seen(tx, &me, &found()?).map(drop))?;
            check(&|| store::card(tx, &found()?).map(drop))?;
            for sight in [Sight::Outside, Sight::Inside, Sight::Moderating] {
                check(&|| store::community(tx, id, sight).map(drop))?;
            }
            check(&|| store::changes::heir(tx, id).map(drop))?;
            for concerned in [Concerned::Everyone, Concerned::Insiders, Concerned::Decision(Some(me.id))] {
                check(&|| announce::projections(tx, id, concerned).map(drop))?;
            }
            assert!(seen > 40, "only {seen} statements were seen");
            assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
            Ok(())
        })
        .expect("the statements run");
    }
}
