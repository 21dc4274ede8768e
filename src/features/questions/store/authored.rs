//! Lists what an author wrote.

use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::features::questions::excerpt::excerpt;
use crate::features::questions::model::{AuthoredPost, PostKind};
use crate::features::users::Me;
use crate::platform::db::Read;

/// Returns whether an author has more than `many` posts, also those that are deleted or that the reader
/// may not read: a list skips them.
pub fn has_more_than(read: &Read<'_>, author: Id, many: i64) -> Result<bool> {
    let sql = "SELECT 1 FROM posts WHERE author_id = ?1 LIMIT 1 OFFSET ?2";
    read.exists(sql, (author, many))
}

/// Returns the questions and answers of an author that the viewer may read, or those of one kind, newest
/// first.
pub fn list(
    read: &Read<'_>,
    viewer: &Me,
    author: Id,
    kind: Option<PostKind>,
    paging: &Paging,
) -> Result<Page<AuthoredPost>> {
    let (counted, condition) = match kind {
        Some(PostKind::Question) => ("questions", "AND p.question_id IS NULL"),
        Some(PostKind::Answer) => ("answers", "AND p.question_id IS NOT NULL"),
        _ => ("questions + answers", ""),
    };
    let total = format!(
        "SELECT coalesce(sum({counted}), 0) FROM author_counts WHERE user_id = ?2 AND {VISIBLE_SCOPE}"
    );
    let total: i64 = read.value(&total, (viewer.id(), author))?;
    let [created_at, id] = paging.position()?.unwrap_or([i64::MAX; 2]);
    let sql = format!(
        "SELECT p.id, p.question_id IS NULL, q.id, q.title, p.text, p.score, q.answer_count,
                iif(p.question_id IS NULL, q.accepted_answer_id IS NOT NULL, q.accepted_answer_id IS p.id), p.created_at
         FROM posts p CROSS JOIN questions q ON q.id = coalesce(p.question_id, p.id)
         WHERE p.author_id = ?2 AND p.deleted_at IS NULL AND (p.created_at, p.id) < (?3, ?4) {condition} AND {VISIBLE}
         ORDER BY p.created_at DESC, p.id DESC LIMIT ?5"
    );
    // Without a visible post the statement would read all of the author's.
    let limit = if total == 0 {
        0
    } else {
        paging.limit as i64 + 1
    };
    let posts = read.all(&sql, (viewer.id(), author, created_at, id, limit), |row| {
        Ok(AuthoredPost {
            id: row.get(0)?,
            kind: if row.get(1)? {
                PostKind::Question
            } else {
                PostKind::Answer
            },
            qid: row.get(2)?,
            title: row.get(3)?,
            text: excerpt(row.get_ref(4)?.as_str()?).0,
            score: row.get(5)?,
            answer_count: row.get(6)?,
            accepted: row.get(7)?,
            created_at: row.get(8)?,
        })
    })?;
    Ok(Page::cut(posts, paging.limit, total, |post| {
        format!("{}.{}", post.created_at.millis(), post.id.as_i64())
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::clock::Clock;
    use crate::features::users::UserOrder;
    use crate::features::users::store as users;
    use crate::platform::db::{Db, plans};
    use crate::platform::realtime::Hub;

    #[test]
    fn no_list_of_people_or_of_their_posts_scans_or_sorts() {
        let directory = tempfile::TempDir::new().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        db.write_blocking(|tx| {
            tx.without_event("a test");
            for sql in [
                "INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'ann', 'ann', 0)",
                "INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent)
                 VALUES (zeroblob(32), 2, 1, 9000000000000, 9000000000000, '', '')",
            ] {
                tx.execute(sql, [])?;
            }
            let me = users::sessions::me(tx, &[0; 32])?.expect("a session");
            let mut found = Vec::new();
            for cursor in [None, Some("7.7".to_owned())] {
                let paging = Paging { limit: 20, cursor };
                for kind in [None, Some(PostKind::Question), Some(PostKind::Answer)] {
                    found.extend(plans(tx, || list(tx, &me, me.id(), kind, &paging).map(drop))?);
                }
                for search in ["", "an", "ann"] {
                    let order = UserOrder::MostPosts;
                    found.extend(plans(tx, || users::list(tx, search, order, &paging).map(drop))?);
                }
            }
            assert!(found.len() > 20, "only {} statements", found.len());
            for (sql, plan) in found {
                let is_index = |line: &str| {
                    line.starts_with("SCAN users USING INDEX users_by_posts")
                        || line.contains("VIRTUAL TABLE")
                        || line.contains("user_counts")
                };
                let is_bad = |line: &&String| {
                    (line.starts_with("SCAN ") && !is_index(line))
                        // Posts of the same millisecond are sorted by id.
                        || (line.contains("TEMP B-TREE") && !line.contains("LAST TERM"))
                };
                assert_eq!(plan.iter().find(is_bad), None, "{sql}\n{plan:#?}");
            }
            Ok(())
        })
        .expect("the plans");
    }
}
