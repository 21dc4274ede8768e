//! Finds the tags that a member uses, and the newest questions with them.
//!
//! Every query has a limit, so that the cost grows neither with the member's posts nor with the
//! questions. As in all lists, newer questions that the member may not read are skipped.

use std::cmp::Reverse;

use super::synonyms;
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::communities::store::{VISIBLE, VISIBLE_SCOPE};
use crate::features::questions::store::follows::MUTED;
use crate::platform::db::Read;

/// The number of a member's latest posts, and of their latest stars, that count.
const MAX_ACTIVITY: i64 = 200;
/// The number of tags that count.
const MAX_TAGS: i64 = 10;
/// The number of the newest questions with a tag that are looked at.
const MAX_PER_TAG: i64 = 100;

/// The questions of a member's latest posts and stars.
pub struct Activity {
    pub asked: Vec<Id>,
    pub answered: Vec<Id>,
    pub starred: Vec<Id>,
}

/// Returns what a member has done of late in questions that they may read. Deleted posts do not
/// count.
pub fn activity(read: &Read<'_>, viewer: Id) -> Result<Activity> {
    let posts = format!(
        "SELECT q.id, r.question_id IS NOT NULL
         FROM (SELECT id, question_id, deleted_at FROM posts WHERE author_id = ?1 ORDER BY created_at DESC LIMIT ?2) r
         CROSS JOIN questions q ON q.id = coalesce(r.question_id, r.id) WHERE r.deleted_at IS NULL AND {VISIBLE}"
    );
    let stars = format!(
        "SELECT q.id FROM (SELECT question_id FROM stars WHERE user_id = ?1 ORDER BY starred_at DESC LIMIT ?2) s
         CROSS JOIN questions q ON q.id = s.question_id WHERE {VISIBLE}"
    );
    let (mut asked, mut answered) = (Vec::new(), Vec::new());
    let posts = read.all(&posts, (viewer, MAX_ACTIVITY), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })?;
    for (question, is_answer) in posts {
        if is_answer {
            answered.push(question);
        } else {
            asked.push(question);
        }
    }
    Ok(Activity {
        asked,
        answered,
        starred: read.all(&stars, (viewer, MAX_ACTIVITY), |row| row.get(0))?,
    })
}

/// Returns the ids of the tags of the questions of an activity, with their names as the member knows
/// them: most frequent first, then those of newer questions.
pub fn tags(read: &Read<'_>, viewer: Id, activity: &Activity) -> Result<Vec<(Id, String)>> {
    let questions = [&activity.asked, &activity.answered, &activity.starred];
    let questions: Vec<i64> = questions
        .into_iter()
        .flatten()
        .map(|id| id.as_i64())
        .collect();
    let sql = format!(
        "SELECT t.id, (SELECT name FROM scoped_tags WHERE tag_id = t.id AND question_count > 0 AND {VISIBLE_SCOPE} ORDER BY scope LIMIT 1)
         FROM json_each(?2) CROSS JOIN question_tags qt ON qt.question_id = json_each.value
         CROSS JOIN main_tags m ON m.tag_id = qt.tag_id CROSS JOIN tags t ON t.id = m.main_id
         GROUP BY t.id ORDER BY count(DISTINCT json_each.key) DESC, max(qt.question_id) DESC, t.name_key LIMIT ?3"
    );
    let questions = serde_json::json!(questions).to_string();
    read.all(&sql, (viewer, questions, MAX_TAGS), |row| {
        Ok((row.get(0)?, row.get(1)?))
    })
}

/// A question that may be shown to a member.
pub struct Candidate {
    pub id: Id,
    /// Whether it has no answers and accepts them.
    pub is_unanswered: bool,
    /// Whether the member has opened it.
    pub is_opened: bool,
}

/// Returns the newest questions with any of the tags or their synonyms, newest first, without those that the member
/// has asked, starred or muted.
pub fn candidates(read: &Read<'_>, viewer: Id, tags: &[(Id, String)]) -> Result<Vec<Candidate>> {
    let mut ids = Vec::new();
    for (tag, _) in tags {
        ids.extend(synonyms::of_main(read, *tag)?);
    }
    let sql = format!(
        "SELECT q.id, q.is_unanswered, EXISTS (SELECT 1 FROM question_views WHERE question_id = q.id AND user_id = ?1)
         FROM (SELECT q.id, q.community_id, q.answer_count = 0 AND q.closed_at IS NULL AS is_unanswered
               FROM question_tags qt CROSS JOIN questions q ON q.id = qt.question_id
               WHERE qt.tag_id = ?2 AND {VISIBLE} ORDER BY qt.question_id DESC LIMIT ?3) q
         CROSS JOIN posts p ON p.id = q.id
         WHERE p.author_id <> ?1 AND NOT EXISTS (SELECT 1 FROM stars WHERE user_id = ?1 AND question_id = q.id) AND NOT {MUTED}"
    );
    let params = ids.iter().map(|tag| (viewer, tag, MAX_PER_TAG));
    let found = read.each(&sql, params, |row| {
        Ok(Candidate {
            id: row.get(0)?,
            is_unanswered: row.get(1)?,
            is_opened: row.get(2)?,
        })
    })?;
    let mut found: Vec<Candidate> = found.into_iter().flatten().collect();
    found.sort_by_key(|candidate| Reverse(candidate.id));
    found.dedup_by_key(|candidate| candidate.id);
    Ok(found)
}

/// Returns those of some questions that have no answers and accept them. Checks no access.
pub fn without_answers(read: &Read<'_>, questions: &[Id]) -> Result<Vec<Id>> {
    let sql = "SELECT q.id FROM json_each(?1) CROSS JOIN questions q ON q.id = json_each.value
               WHERE q.answer_count = 0 AND q.closed_at IS NULL";
    let ids: Vec<i64> = questions.iter().map(|id| id.as_i64()).collect();
    read.all(sql, [serde_json::json!(ids).to_string()], |row| row.get(0))
}

/// The head of a question, as a mail shows it.
pub struct Headline {
    pub id: Id,
    pub title: String,
    /// Without the vote of the author.
    pub peer_score: i64,
}

/// Returns the heads of those of some questions that a user may read, in their order.
pub fn headlines(read: &Read<'_>, viewer: Id, questions: &[Id]) -> Result<Vec<Headline>> {
    let sql = format!(
        "SELECT q.id, q.title, q.peer_score FROM json_each(?2) CROSS JOIN questions q ON q.id = json_each.value
         WHERE {VISIBLE} ORDER BY json_each.key"
    );
    let ids: Vec<i64> = questions.iter().map(|id| id.as_i64()).collect();
    let ids = serde_json::json!(ids).to_string();
    read.all(&sql, (viewer, ids), |row| {
        Ok(Headline {
            id: row.get(0)?,
            title: row.get(1)?,
            peer_score: row.get(2)?,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::clock::Clock;
    use crate::platform::db::{Db, plans};
    use crate::platform::realtime::Hub;

    #[test]
    fn every_query_ends_at_its_limit_with_an_index() {
        let directory = tempfile::tempdir().expect("a directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let plans = db.read_blocking(|read| {
            plans(read, || {
                let viewer = Id::from_i64(1);
                let activity = activity(read, viewer)?;
                tags(read, viewer, &activity)?;
                candidates(read, viewer, &[(Id::from_i64(1), String::new())]).map(drop)
            })
        });
        let plans = plans.expect("plans");
        assert_eq!(plans.len(), 5);
        for (sql, plan) in plans {
            let reads_all = |line: &String| line.starts_with("SCAN ") && line.contains(" USING ");
            let sorts_questions =
                |line: &String| line.contains("ORDER BY") && !sql.contains("count(");
            let is_bounded = !plan
                .iter()
                .any(|line| reads_all(line) || sorts_questions(line));
            assert!(is_bounded, "{sql}\n{plan:#?}");
        }
    }
}
