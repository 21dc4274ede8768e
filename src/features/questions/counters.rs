//! The counters of questions and tags, and the search index: data derived from posts.
//!
//! Each changes in the transaction that changes its source. [`recompute`] is for imports, where
//! that is too slow, and for repairs.

use super::{invariants, store};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::search;
use crate::platform::db::Write;

/// Counts and indexes a new question.
pub fn add_question(tx: &Write<'_>, question: Id) -> Result<()> {
    let buckets = store::posts::count_buckets(tx, question)?;
    store::posts::move_counts(tx, None, buckets.as_ref())?;
    search::index(tx, question)
}

/// The posts whose indexed content a change affects.
pub enum Affected {
    /// None that is in the index.
    None,
    /// A question or an answer.
    Post(Id),
    /// The question and all its answers.
    Thread,
}

/// Runs a change to a question's title, text, tags, answers or scope, and updates the counters and
/// the search index that depend on them.
pub fn track_change<T>(
    tx: &mut Write<'_>,
    question: Id,
    affected: Affected,
    change: impl FnOnce(&mut Write<'_>) -> Result<T>,
) -> Result<T> {
    let before = store::posts::count_buckets(tx, question)?;
    match affected {
        Affected::None => {}
        Affected::Post(post) => search::reindex(tx, post)?,
        Affected::Thread => search::reindex_thread(tx, question)?,
    }
    let done = change(tx)?;
    let after = store::posts::count_buckets(tx, question)?;
    store::posts::move_counts(tx, before.as_ref(), after.as_ref())?;
    Ok(done)
}

/// Recomputes every counter from its source, and begins to rebuild the search index
/// ([`search::finish_rebuild`]). Deleted content does not count. Does not write rows that are already
/// correct. Notes the times of changes that are missing.
pub fn recompute(tx: &mut Write<'_>) -> Result<()> {
    for counter in invariants::DERIVED {
        counter.repair(tx)?;
    }
    store::changes::note_missing(tx)?;
    search::rebuild(tx)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::recompute;
    use crate::core::clock::Clock;
    use crate::core::error::Result;
    use crate::platform::db::{Db, Read};
    use crate::platform::realtime::Hub;

    /// Question 1 has two answers, one of them deleted. Question 2 has none and is in community 9.
    /// Question 3 is deleted and has an answer.
    const CONTENT: &str = "
        INSERT INTO users (id, username, name_key, created_at) VALUES (1, 'Ada', 'ada', 0), (2, 'Bob', 'bob', 0);
        INSERT INTO communities (id, name, name_key, visibility, owner_id, created_at) VALUES (9, 'C', 'c', 'private', 1, 0);
        INSERT INTO posts (id, author_id, text, imported_score, created_at, deleted_at) VALUES (1, 1, 'one', 5, 0, NULL), (2, 1, 'two', 0, 0, NULL), (3, 1, 'three', 0, 0, 7);
        INSERT INTO questions (id, title, community_id, scope, imported_views) VALUES (1, 'A', NULL, 0, 10), (2, 'B', 9, 9, 0), (3, 'C', NULL, NULL, 0);
        INSERT INTO posts (id, question_id, author_id, text, created_at, deleted_at) VALUES (4, 1, 1, 'four', 0, NULL), (5, 1, 1, 'five', 0, 7), (6, 3, 1, 'six', 0, NULL);
        INSERT INTO tags (id, name_key) VALUES (1, 'x'), (2, 'y');
        INSERT INTO scoped_tags (tag_id, scope, id, name) VALUES (1, 0, 11, 'X'), (2, 0, 12, 'y');
        INSERT INTO question_tags (tag_id, question_id, position) VALUES (1, 1, 0), (1, 2, 0), (2, 3, 0);
        INSERT INTO votes (question_id, post_id, user_id, value, voted_at) VALUES (1, 1, 2, -1, 0), (1, 4, 1, 1, 0), (1, 4, 2, 1, 0);
        INSERT INTO question_views (question_id, user_id) VALUES (1, 1), (1, 2);";

    fn counters(read: &Read<'_>) -> Result<Vec<String>> {
        read.all(
            "SELECT concat_ws(' ', 'post', id, score) FROM posts
             UNION ALL SELECT concat_ws(' ', 'question', id, answer_count, view_count, last_answer_id) FROM questions
             UNION ALL SELECT concat_ws(' ', 'scope', scope, questions, unanswered) FROM question_counts
             UNION ALL SELECT concat_ws(' ', 'tag', tag_id, scope, name, question_count) FROM scoped_tags
             ORDER BY 1",
            [],
            |row| row.get(0),
        )
    }

    #[test]
    fn recompute_repairs_every_counter() {
        let directory = TempDir::new().expect("a temporary directory");
        let db = Db::open(directory.path(), Clock::system(), Hub::default()).expect("a database");
        let found = db.write_blocking(|tx| {
            tx.without_event("a test");
            for statement in CONTENT.split_terminator(';') {
                tx.execute(statement, [])?;
            }
            recompute(tx)?;
            let right = counters(tx)?;
            // Repeats with all counters wrong.
            tx.execute("UPDATE posts SET score = 77", [])?;
            tx.execute(
                "UPDATE questions SET answer_count = 77, view_count = 77, last_answer_id = 77",
                [],
            )?;
            tx.execute("UPDATE question_counts SET questions = 77", [])?;
            tx.execute("UPDATE scoped_tags SET question_count = 77", [])?;
            recompute(tx)?;
            assert_eq!(counters(tx)?, right);
            Ok(right)
        });
        let expected = [
            "post 1 4",
            "post 2 0",
            "post 3 0",
            "post 4 2",
            "post 5 0",
            "post 6 0",
            "question 1 1 12 4",
            "question 2 0 0 0",
            "question 3 1 0 6",
            "scope 0 1 0",
            "scope 9 1 1",
            "tag 1 0 X 1",
            "tag 1 9 x 1",
            "tag 2 0 y 0",
        ];
        assert_eq!(found.expect("the counters"), expected);
    }
}
