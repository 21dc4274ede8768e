//! Counts what moderators of the site know of a member.

use crate::core::clock::Timestamp;
use crate::core::error::{Error, Result};
use crate::core::id::Id;
use crate::features::flags::model::{CaseCounts, ReportCounts};
use crate::features::users::SiteModerator;
use crate::platform::db::Read;

/// Returns until when a member is suspended and silenced.
pub fn restrictions(
    read: &Read<'_>,
    _: &SiteModerator,
    member: Id,
) -> Result<(Option<Timestamp>, Option<Timestamp>)> {
    let sql = "SELECT iif(suspended_until > ?2, suspended_until, NULL), iif(silenced_until > ?2, silenced_until, NULL)
               FROM users WHERE id = ?1";
    let found = read.first(sql, (member, read.now), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    Ok(found.unwrap_or_default())
}

/// Counts the questions and answers of a member outside private communities that moderators or reports hide.
pub fn removed_posts(read: &Read<'_>, _: &SiteModerator, member: Id) -> Result<i64> {
    let sql = "SELECT count(*) FROM posts p INDEXED BY posts_deleted JOIN removals r ON r.content_id = p.id AND r.restored_at IS NULL
               JOIN questions q ON q.id = coalesce(p.question_id, p.id) LEFT JOIN communities c ON c.id = q.community_id
               WHERE p.author_id = ?1 AND p.deleted_at IS NOT NULL AND r.kind IN ('removed', 'hidden')
                 AND coalesce(c.visibility, 'public') = 'public'";
    read.value(sql, [member])
}

/// Counts the comments of a member outside private communities that moderators or reports hide.
pub fn removed_comments(read: &Read<'_>, _: &SiteModerator, member: Id) -> Result<i64> {
    let sql = "SELECT count(*) FROM comments m INDEXED BY comments_deleted JOIN removals r ON r.content_id = m.id AND r.restored_at IS NULL
               JOIN questions q ON q.id = m.question_id LEFT JOIN communities c ON c.id = q.community_id
               WHERE m.author_id = ?1 AND m.deleted_at IS NOT NULL AND r.kind IN ('removed', 'hidden')
                 AND coalesce(c.visibility, 'public') = 'public'";
    read.value(sql, [member])
}

/// Counts the cases about the profile, the posts and the comments of a member outside private communities.
pub fn reported(read: &Read<'_>, _: &SiteModerator, member: Id) -> Result<CaseCounts> {
    let sql = "SELECT coalesce(sum(s.decision IS NULL), 0), coalesce(sum(s.decision = 'uphold'), 0),
                      coalesce(sum(s.decision IN ('decline', 'abuse')), 0)
               FROM cases s LEFT JOIN communities c ON c.id = s.community_id
               WHERE s.author_id = ?1 AND s.ask IS NULL AND s.kind IN ('user', 'question', 'answer', 'comment')
                 AND coalesce(c.visibility, 'public') = 'public'";
    let found = read.first(sql, [member], |row| {
        Ok(CaseCounts {
            open: row.get(0)?,
            upheld: row.get(1)?,
            declined: row.get(2)?,
        })
    })?;
    found.ok_or_else(|| Error::internal("count() returned no row"))
}

/// Counts the decided reports of a member about what everyone could read.
pub fn reports(read: &Read<'_>, _: &SiteModerator, member: Id) -> Result<ReportCounts> {
    let sql = "SELECT coalesce(sum(s.decision = 'uphold'), 0), coalesce(sum(s.decision = 'decline'), 0),
                      coalesce(sum(s.decision = 'abuse'), 0)
               FROM flags f JOIN cases s ON s.id = f.case_id WHERE f.user_id = ?1 AND f.is_open = 0 AND f.is_public = 1";
    let found = read.first(sql, [member], |row| {
        Ok(ReportCounts {
            upheld: row.get(0)?,
            declined: row.get(1)?,
            abuse: row.get(2)?,
        })
    })?;
    found.ok_or_else(|| Error::internal("count() returned no row"))
}
