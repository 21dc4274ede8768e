//! The counters of questions and tags, and the search index, computed anew from what they count.
//!
//! In everyday work each changes in the transaction that changes its source. This is for when that is too slow (an
//! import) or has gone wrong (`stoa doctor`). Rows that are right already are not written.

use crate::db::Write;
use crate::error::Result;

/// Makes every counter and the search index agree with their sources. What is deleted counts nowhere.
pub fn recompute(tx: &mut Write<'_>) -> Result<()> {
    scores(tx)?;
    answers(tx)?;
    views(tx)?;
    totals(tx)?;
    search_index(tx)
}

fn scores(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "UPDATE posts SET score = fresh.score
         FROM (SELECT p.id, p.imported_score + coalesce((SELECT sum(v.value) FROM votes v WHERE v.post_id = p.id), 0) AS score FROM posts p) AS fresh
         WHERE posts.id = fresh.id AND posts.score <> fresh.score",
        [],
    )?;
    Ok(())
}

fn answers(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "UPDATE questions SET answer_count = fresh.answers, last_answer_id = fresh.last
         FROM (SELECT q.id, count(a.id) AS answers, coalesce(max(a.id), 0) AS last
               FROM questions q LEFT JOIN posts a ON a.question_id = q.id AND a.deleted_at IS NULL
               GROUP BY q.id) AS fresh
         WHERE questions.id = fresh.id
           AND (questions.answer_count, questions.last_answer_id) IS NOT (fresh.answers, fresh.last)",
        [],
    )?;
    Ok(())
}

fn views(tx: &Write<'_>) -> Result<()> {
    tx.execute(
        "UPDATE questions SET view_count = fresh.views
         FROM (SELECT q.id, q.imported_views + (SELECT count(*) FROM views v WHERE v.question_id = q.id) AS views FROM questions q) AS fresh
         WHERE questions.id = fresh.id AND questions.view_count <> fresh.views",
        [],
    )?;
    Ok(())
}

/// How many questions each scope and each tag has. A deleted question has no scope.
fn totals(tx: &Write<'_>) -> Result<()> {
    tx.execute("DELETE FROM question_totals", [])?;
    tx.execute(
        "INSERT INTO question_totals (scope, questions, unanswered)
         SELECT scope, count(*), sum(answer_count = 0) FROM questions WHERE scope IS NOT NULL GROUP BY scope",
        [],
    )?;
    tx.execute("DELETE FROM tag_totals", [])?;
    tx.execute(
        "INSERT INTO tag_totals (tag_id, scope, questions)
         SELECT qt.tag_id, q.scope, count(*) FROM question_tags qt JOIN questions q ON q.id = qt.question_id
         WHERE q.scope IS NOT NULL GROUP BY qt.tag_id, q.scope",
        [],
    )?;
    Ok(())
}

/// The index takes its documents from the view `search_documents`, which leaves deleted questions out.
fn search_index(tx: &Write<'_>) -> Result<()> {
    tx.execute("INSERT INTO search (search) VALUES ('rebuild')", [])?;
    Ok(())
}
