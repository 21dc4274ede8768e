//! Stores questions, answers and comments, and updates the counters that depend on them.

use super::tags;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::features::communities::access::{CanPost, Scope};
use crate::features::questions::access::{CanRespond, EditablePost, OwnPost, ReadablePost};
use crate::features::questions::model::NewQuestion;
use crate::features::users::{Account, Me};
use crate::platform::db::{Read, Write};

/// Stores a question, in a community only with the proof that the actor may post there. If it is held, it is
/// deleted.
pub fn insert_question(
    tx: &Write<'_>,
    me: &Me,
    new: &NewQuestion,
    community: Option<&CanPost>,
    nonce: Option<&str>,
    is_held: bool,
) -> Result<Id> {
    let id = tx.new_id();
    let scope = community
        .map_or(
            Scope::Everyone,
            crate::features::communities::access::CanPost::scope,
        )
        .value();
    insert_post(tx, me, id, None, &new.text, nonce, is_held)?;
    tx.execute(
        "INSERT INTO questions (id, title, community_id, scope) VALUES (?1, ?2, ?3, ?4)",
        (
            id,
            &new.title,
            community.map(crate::features::communities::access::CanPost::community),
            (!is_held).then_some(scope),
        ),
    )?;
    tags::attach(tx, id, &new.tags)?;
    insert_revision(tx, me, id, Some((&new.title, &new.tags.join(" "))))?;
    Ok(id)
}

/// Stores an answer. If it is held, it is deleted.
pub fn insert_answer(
    tx: &Write<'_>,
    me: &Me,
    allowed: &CanRespond<'_>,
    text: &str,
    nonce: Option<&str>,
    is_held: bool,
) -> Result<Id> {
    let (id, to) = (tx.new_id(), allowed.on());
    insert_post(tx, me, id, Some(to.question()), text, nonce, is_held)?;
    recount_answers(tx, to.question())?;
    insert_revision(tx, me, id, None)?;
    Ok(id)
}

fn insert_post(
    tx: &Write<'_>,
    me: &Me,
    id: Id,
    question: Option<Id>,
    text: &str,
    nonce: Option<&str>,
    is_held: bool,
) -> Result<()> {
    let sql = "INSERT INTO posts (id, question_id, author_id, text, created_at, nonce, deleted_at, deleted_by)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, iif(?7, ?5, NULL), iif(?7, ?3, NULL))";
    let values = (id, question, me.id(), text, tx.now, nonce, is_held);
    tx.execute(sql, values).map(drop)
}

/// Returns the question that the actor asked with a nonce, or their answer with it to a question.
pub fn by_nonce(
    read: &Read<'_>,
    me: &Me,
    to: Option<&ReadablePost>,
    nonce: Option<&str>,
) -> Result<Option<Id>> {
    let Some(nonce) = nonce else { return Ok(None) };
    let sql = "SELECT id FROM posts WHERE author_id = ?1 AND nonce = ?2 AND coalesce(question_id, 0) = coalesce(?3, 0)";
    read.first(
        sql,
        (
            me.id(),
            nonce,
            to.map(super::super::access::ReadablePost::question),
        ),
        |row| row.get(0),
    )
}

/// Returns the comment that the actor wrote on a post with a nonce.
pub fn comment_by_nonce(
    read: &Read<'_>,
    me: &Me,
    on: &ReadablePost,
    nonce: Option<&str>,
) -> Result<Option<Id>> {
    let Some(nonce) = nonce else { return Ok(None) };
    let sql = "SELECT id FROM comments WHERE author_id = ?1 AND nonce = ?2 AND post_id = ?3";
    read.first(sql, (me.id(), nonce, on.post()), |row| row.get(0))
}

/// Returns the title and the text with which a question, an answer or a comment was posted, unless they are
/// purged. The title is empty if it is no question.
pub fn first_text(read: &Read<'_>, id: Id) -> Result<Option<(String, String)>> {
    let sql = "SELECT title, text FROM (
                   SELECT coalesce(r.title, '') AS title, coalesce(decompressed(r.compressed_text), p.text) AS text, r.purged_at
                   FROM posts p JOIN revisions r ON r.post_id = p.id WHERE p.id = ?1 AND r.id = (SELECT min(id) FROM revisions WHERE post_id = ?1)
                   UNION ALL
                   SELECT '', coalesce(r.text, c.text), r.purged_at
                   FROM comments c LEFT JOIN comment_revisions r ON r.id = (SELECT min(id) FROM comment_revisions WHERE comment_id = ?1) WHERE c.id = ?1)
               WHERE purged_at IS NULL";
    read.first(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
}

/// Returns the number of answers to a question.
pub fn answer_count(read: &Read<'_>, question: Id) -> Result<u32> {
    read.value(
        "SELECT answer_count FROM questions WHERE id = ?1",
        [question],
    )
}

/// Returns whether a question is closed to new answers.
pub fn is_closed(read: &Read<'_>, question: Id) -> Result<bool> {
    read.exists(
        "SELECT 1 FROM questions WHERE id = ?1 AND closed_at IS NOT NULL",
        [question],
    )
}

/// Returns the author of a question or an answer.
pub fn author(read: &Read<'_>, post: Id) -> Result<Id> {
    read.value("SELECT author_id FROM posts WHERE id = ?1", [post])
}

/// The number of the newest comments that are looked at.
const MAX_COMMENTS: i64 = 100;

/// Returns whether another member has commented on the actor's question or answer since its current
/// version. Looks at the newest 100 comments.
pub fn has_new_comments(read: &Read<'_>, me: &Me, own: &EditablePost<'_>) -> Result<bool> {
    let sql = "SELECT 1 FROM (SELECT author_id, created_at, deleted_at FROM comments WHERE question_id = ?1 AND post_id = ?2 ORDER BY id DESC LIMIT ?4) c
               JOIN posts p ON p.id = ?2 AND p.author_id = ?3
               WHERE c.author_id <> ?3 AND c.deleted_at IS NULL AND c.created_at >= coalesce(p.edited_at, p.created_at)";
    let parameters = (own.target().question(), own.id(), me.id(), MAX_COMMENTS);
    read.exists(sql, parameters)
}

/// Returns the score of a question or an answer.
pub fn score(read: &Read<'_>, post: Id) -> Result<i32> {
    read.value("SELECT score FROM posts WHERE id = ?1", [post])
}

/// Returns the title, the score and the number of answers of a question.
pub fn summary(read: &Read<'_>, question: &ReadablePost) -> Result<(String, i64, i64)> {
    let sql = "SELECT title, score, answer_count FROM questions WHERE id = ?1";
    let found = read.first(sql, [question.question()], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    found.ok_or(Sentence::QuestionNotFound.into())
}

/// Recounts the answers of a question.
pub(super) fn recount_answers(tx: &Write<'_>, question: Id) -> Result<()> {
    tx.execute(
        "UPDATE questions SET (answer_count, last_answer_id) =
             (SELECT count(*), coalesce(max(id), 0) FROM posts WHERE question_id = ?1 AND deleted_at IS NULL)
         WHERE id = ?1",
        [question],
    )?;
    Ok(())
}

/// Sets or clears the accepted answer of a question.
pub fn accept(tx: &Write<'_>, question: &OwnPost, answer: Option<Id>) -> Result<()> {
    tx.execute(
        "UPDATE questions SET accepted_answer_id = ?2, deleted_accepted_answer_id = NULL WHERE id = ?1",
        (question.id(), answer),
    )?;
    Ok(())
}

/// The counters that include a question: those of its scope, those of its main tags in this scope, and if it is public
/// those of these tags in its community.
#[derive(PartialEq, Eq)]
pub struct CountBuckets {
    scope: i64,
    community: Option<Id>,
    is_unanswered: bool,
    /// A JSON array of tag ids.
    tags: String,
}

/// Returns the counters that include a question, or nothing if it is deleted.
pub fn count_buckets(read: &Read<'_>, question: Id) -> Result<Option<CountBuckets>> {
    let sql = "SELECT scope, answer_count = 0, (SELECT json_group_array(DISTINCT main_id) FROM question_tags JOIN main_tags USING (tag_id) WHERE question_id = questions.id),
                      iif(scope = 0, community_id, NULL)
               FROM questions WHERE id = ?1 AND scope IS NOT NULL";
    read.first(sql, [question], |row| {
        Ok(CountBuckets {
            scope: row.get(0)?,
            is_unanswered: row.get(1)?,
            tags: row.get(2)?,
            community: row.get(3)?,
        })
    })
}

/// Moves a question from the counters that included it to those that do now. Does nothing if they
/// are the same, as after most changes.
pub fn move_counts(
    tx: &Write<'_>,
    before: Option<&CountBuckets>,
    after: Option<&CountBuckets>,
) -> Result<()> {
    if before == after {
        return Ok(());
    }
    let removed = before.map(|buckets| (buckets, -1));
    let added = after.map(|buckets| (buckets, 1));
    for (buckets, delta) in removed.into_iter().chain(added) {
        tx.execute(
            "INSERT INTO question_counts (scope, questions, unanswered) VALUES (?1, ?2, ?2 * ?3)
             ON CONFLICT (scope) DO UPDATE SET questions = questions + excluded.questions, unanswered = unanswered + excluded.unanswered",
            (buckets.scope, delta, buckets.is_unanswered),
        )?;
        tx.execute(
            "UPDATE scoped_tags SET question_count = question_count + ?3 WHERE scope = ?1 AND tag_id IN (SELECT value FROM json_each(?2))",
            (buckets.scope, &buckets.tags, delta),
        )?;
        if let Some(community) = buckets.community {
            tx.execute(
                "INSERT INTO community_tags (tag_id, community_id, question_count) SELECT value, ?1, ?3 FROM json_each(?2) WHERE true
                 ON CONFLICT (tag_id, community_id) DO UPDATE SET question_count = question_count + excluded.question_count",
                (community, &buckets.tags, delta),
            )?;
        }
    }
    Ok(())
}

/// Stores a revision for the current text of a post. The next edit copies the text into it.
pub(super) fn insert_revision(
    tx: &Write<'_>,
    editor: &Account,
    post: Id,
    title_and_tags: Option<(&str, &str)>,
) -> Result<()> {
    let (title, tags) = title_and_tags.unzip();
    tx.execute(
        "INSERT INTO revisions (id, post_id, author_id, created_at, title, tags) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (tx.new_id(), post, editor.id(), tx.now, title, tags),
    )?;
    Ok(())
}

/// Stores a comment on a question or an answer. If it is held, it is deleted.
pub fn insert_comment(
    tx: &Write<'_>,
    me: &Me,
    allowed: &CanRespond<'_>,
    text: &str,
    nonce: Option<&str>,
    is_held: bool,
) -> Result<Id> {
    let (id, on) = (tx.new_id(), allowed.on());
    let sql = "INSERT INTO comments (question_id, post_id, id, author_id, text, created_at, nonce, deleted_at, deleted_by)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?8, ?6, NULL), iif(?8, ?4, NULL))";
    let (question, post) = (on.question(), on.post());
    let values = (question, post, id, me.id(), text, tx.now, nonce, is_held);
    tx.execute(sql, values)?;
    Ok(id)
}
