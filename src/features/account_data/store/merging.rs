//! SQL that moves the rows of a merged account to another one, a bounded number at a time.
//!
//! A column that only names who did something keeps the merged account: the view `authors` shows it under
//! the name of the other one.

use rusqlite::params_from_iter;
use rusqlite::types::Value;

use crate::core::error::Result;
use crate::core::id::Id;
use crate::features::users::Account;
use crate::platform::db::{Read, Write};

/// The largest number of rows of one table that a step moves.
const MOVED_AT_ONCE: i64 = 100;

/// A merged account, and the one that gets its rows.
pub struct Merge {
    from: Id,
    into: Id,
}

impl Merge {
    /// Returns the merge of an account into another one.
    pub fn new(from: &Account, into: &Account) -> Self {
        Self {
            from: from.id(),
            into: into.id(),
        }
    }
}

/// A table whose rows move by a change of the column of the user.
pub struct Movable {
    table: &'static str,
    /// The column of the user, which has an index.
    user: &'static str,
    /// What identifies a row among those of a user.
    key: &'static str,
    /// SQL condition of the rows that the other account, `?2`, can have. The others are deleted.
    condition: &'static str,
}

const fn movable(
    table: &'static str,
    user: &'static str,
    key: &'static str,
    condition: &'static str,
) -> Movable {
    Movable {
        table,
        user,
        key,
        condition,
    }
}

/// The tables whose rows need no further change. Of two rows that may not both be there, that of the merged
/// account is deleted.
pub const MOVABLE: &[Movable] = &[
    movable("stars", "user_id", "question_id", "TRUE"),
    movable("star_notes", "user_id", "question_id", "TRUE"),
    movable("visits", "user_id", "question_id", "TRUE"),
    movable("follows", "user_id", "kind, object_id", "TRUE"),
    movable("saved_searches", "user_id", "id", "TRUE"),
    movable(
        "membership_requests",
        "user_id",
        "community_id",
        "community_id NOT IN (SELECT community_id FROM memberships WHERE user_id = ?2)",
    ),
    // Nobody is told of their own texts.
    movable(
        "notifications",
        "recipient_id",
        "id",
        "NOT EXISTS (SELECT 1 FROM posts WHERE id = notifications.id AND author_id IN (?1, ?2)
                     UNION ALL SELECT 1 FROM comments WHERE id = notifications.id AND author_id IN (?1, ?2))",
    ),
    movable("mentions", "user_id", "id", "author_id NOT IN (?1, ?2)"),
    movable("blocks", "user_id", "blocked_id", "blocked_id <> ?2"),
    movable("blocks", "blocked_id", "user_id", "user_id <> ?2"),
    movable("flags", "user_id", "id", "TRUE"),
    movable("cases", "author_id", "id", "TRUE"),
    movable("pictures", "owner_id", "id", "TRUE"),
    movable("tag_revisions", "author_id", "id", "TRUE"),
    movable("avatars", "object_id", "picture_id", "TRUE"),
    movable("badges", "user_id", "id", "TRUE"),
    movable("inbox_entries", "user_id", "id", "TRUE"),
    movable(
        "suggested_edits",
        "user_id",
        "id",
        "NOT EXISTS (SELECT 1 FROM posts WHERE id = suggested_edits.post_id AND author_id IN (?1, ?2))",
    ),
];

/// Moves some rows of a table. Returns whether there may be more.
pub fn move_rows(tx: &Write<'_>, merge: &Merge, movable: &Movable) -> Result<bool> {
    let Movable {
        table,
        user,
        key,
        condition,
    } = movable;
    let columns: Vec<&str> = key.split(", ").collect();
    let found = format!("SELECT {key} FROM {table} WHERE {user} = ?1 LIMIT ?2");
    let rows: Vec<Vec<Value>> = tx.all(&found, (merge.from, MOVED_AT_ONCE), |row| {
        (0..columns.len()).map(|column| row.get(column)).collect()
    })?;
    let row: String = columns
        .iter()
        .zip(3..)
        .map(|(column, parameter)| format!(" AND {column} = ?{parameter}"))
        .collect();
    let change =
        format!("UPDATE OR IGNORE {table} SET {user} = ?2 WHERE {user} = ?1{row} AND {condition}");
    let delete = format!("DELETE FROM {table} WHERE {user} = ?1{row}");
    let is_full = rows.len() as i64 == MOVED_AT_ONCE;
    for key in rows {
        let accounts = [merge.from, merge.into].map(|id| Value::Integer(id.as_i64()));
        let parameters: Vec<Value> = accounts.into_iter().chain(key).collect();
        if tx.execute(&change, params_from_iter(&parameters))? == 0 {
            tx.execute(&delete, params_from_iter(&parameters))?;
        }
    }
    Ok(is_full)
}

/// A question or an answer, or a comment on one.
struct Text {
    id: Id,
    post: Id,
    question: Id,
}

/// Gives some questions and answers to the other account. Its own votes on them disappear. Returns whether
/// there may be more.
pub fn move_posts(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "SELECT id, id, coalesce(question_id, id) FROM posts WHERE author_id = ?1 LIMIT ?2";
    let posts = texts(tx, sql, merge)?;
    for post in &posts {
        delete_votes(tx, post, merge.into)?;
        let sql = "UPDATE posts SET author_id = ?3, nonce = NULL, deleted_by = iif(deleted_by = ?2, ?3, deleted_by) WHERE id = ?1";
        tx.execute(sql, (post.id, merge.from, merge.into))?;
        let sql = "UPDATE revisions SET author_id = ?3 WHERE post_id = ?1 AND author_id = ?2";
        tx.execute(sql, (post.id, merge.from, merge.into))?;
        let sql = "DELETE FROM suggested_edits WHERE post_id = ?1 AND user_id IN (?2, ?3)";
        tx.execute(sql, (post.id, merge.from, merge.into))?;
        own(tx, merge, post)?;
    }
    Ok(posts.len() as i64 == MOVED_AT_ONCE)
}

/// Gives some comments to the other account. Returns whether there may be more.
pub fn move_comments(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "SELECT id, post_id, question_id FROM comments WHERE author_id = ?1 LIMIT ?2";
    let comments = texts(tx, sql, merge)?;
    for comment in &comments {
        let sql = "UPDATE comments SET author_id = ?5, nonce = NULL, deleted_by = iif(deleted_by = ?4, ?5, deleted_by)
                   WHERE question_id = ?1 AND post_id = ?2 AND id = ?3";
        let (id, post, question) = (comment.id, comment.post, comment.question);
        tx.execute(sql, (question, post, id, merge.from, merge.into))?;
        own(tx, merge, comment)?;
    }
    Ok(comments.len() as i64 == MOVED_AT_ONCE)
}

fn texts(read: &Read<'_>, sql: &str, merge: &Merge) -> Result<Vec<Text>> {
    read.all(sql, (merge.from, MOVED_AT_ONCE), |row| {
        Ok(Text {
            id: row.get(0)?,
            post: row.get(1)?,
            question: row.get(2)?,
        })
    })
}

/// Changes what depends on the author of a text: the author in its mentions, and what would tell the
/// author of their own text.
fn own(tx: &Write<'_>, merge: &Merge, text: &Text) -> Result<()> {
    let sql =
        "DELETE FROM mentions WHERE place_id = ?1 AND content_id = ?2 AND user_id IN (?3, ?4)";
    tx.execute(sql, (text.question, text.id, merge.from, merge.into))?;
    let sql = "UPDATE mentions SET author_id = ?3 WHERE place_id = ?1 AND content_id = ?2";
    tx.execute(sql, (text.question, text.id, merge.into))?;
    let sql = "DELETE FROM notifications WHERE recipient_id IN (?2, ?3) AND id = ?1";
    tx.execute(sql, (text.id, merge.from, merge.into))?;
    Ok(())
}

/// Deletes the vote of a user on a post, if there is one, and corrects the score.
fn delete_votes(tx: &Write<'_>, post: &Text, user: Id) -> Result<()> {
    let sql = "DELETE FROM votes WHERE question_id = ?1 AND post_id = ?2 AND user_id = ?3 RETURNING value";
    let parameters = (post.question, post.post, user);
    let value: Option<i64> = tx.first(sql, parameters, |row| row.get(0))?;
    if let Some(value) = value {
        for sql in [
            "UPDATE posts SET score = score - ?2 WHERE id = ?1",
            "UPDATE questions SET score = score - ?2 WHERE id = ?1",
        ] {
            tx.execute(sql, (post.post, value))?;
        }
    }
    Ok(())
}

/// Moves some votes. A vote on a post of either account disappears, and where both have voted the vote of the
/// other account counts. Returns whether there may be more.
pub fn move_votes(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "SELECT v.post_id, v.question_id,
                      p.author_id IN (?1, ?2) OR EXISTS (SELECT 1 FROM votes o WHERE o.question_id = v.question_id AND o.post_id = v.post_id AND o.user_id = ?2)
               FROM votes v JOIN posts p ON p.id = v.post_id WHERE v.user_id = ?1 LIMIT ?3";
    let parameters = (merge.from, merge.into, MOVED_AT_ONCE);
    let votes: Vec<(Text, bool)> = tx.all(sql, parameters, |row| {
        let post: Id = row.get(0)?;
        let text = Text {
            id: post,
            post,
            question: row.get(1)?,
        };
        Ok((text, row.get(2)?))
    })?;
    let is_full = votes.len() as i64 == MOVED_AT_ONCE;
    for (post, disappears) in votes {
        if disappears {
            delete_votes(tx, &post, merge.from)?;
            continue;
        }
        let sql = "UPDATE votes SET user_id = ?4 WHERE question_id = ?1 AND post_id = ?2 AND user_id = ?3";
        tx.execute(sql, (post.question, post.post, merge.from, merge.into))?;
    }
    Ok(is_full)
}

/// Moves some messages. Returns whether there may be more.
pub fn move_messages(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "UPDATE messages SET author_id = ?2, nonce = NULL
               WHERE id IN (SELECT id FROM messages WHERE author_id = ?1 LIMIT ?3) RETURNING id, chat_id";
    let parameters = (merge.from, merge.into, MOVED_AT_ONCE);
    let messages: Vec<(Id, Id)> = tx.all(sql, parameters, |row| Ok((row.get(0)?, row.get(1)?)))?;
    for &(id, chat) in &messages {
        let text = Text {
            id,
            post: id,
            question: chat,
        };
        own(tx, merge, &text)?;
    }
    Ok(messages.len() as i64 == MOVED_AT_ONCE)
}

/// Moves the participation in some chats. A chat with both accounts goes on without the merged one. A chat whose
/// participants would then have two chats has no key any more, as one that a participant has left: both stay.
/// Returns whether there may be more.
pub fn move_chats(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "SELECT chat_id FROM participants WHERE user_id = ?1 LIMIT ?2";
    let chats: Vec<Id> = tx.all(sql, (merge.from, MOVED_AT_ONCE), |row| row.get(0))?;
    for &chat in &chats {
        // Of both rows, the one that hides less stays.
        for sql in [
            "UPDATE participants SET (hidden_up_to, hidden_count) =
                 (SELECT o.hidden_up_to, o.hidden_count FROM participants o WHERE o.chat_id = ?1 AND o.user_id = ?2)
             WHERE chat_id = ?1 AND user_id = ?3
             AND hidden_up_to > (SELECT o.hidden_up_to FROM participants o WHERE o.chat_id = ?1 AND o.user_id = ?2)",
            "UPDATE OR IGNORE participants SET user_id = ?3 WHERE chat_id = ?1 AND user_id = ?2",
            "DELETE FROM participants WHERE chat_id = ?1 AND user_id = ?2 AND user_id <> ?3",
            "UPDATE OR IGNORE read_cursors SET user_id = ?3 WHERE chat_id = ?1 AND user_id = ?2",
        ] {
            tx.execute(sql, (chat, merge.from, merge.into))?;
        }
        let key = "UPDATE OR IGNORE chats SET participants_key =
                       (SELECT group_concat(p.user_id, ' ' ORDER BY p.user_id) FROM participants p WHERE p.chat_id = ?1)
                   WHERE id = ?1 AND participants_key IS NOT NULL";
        let is_keyed = tx.exists(
            "SELECT 1 FROM chats WHERE id = ?1 AND participants_key IS NOT NULL",
            [chat],
        )?;
        if is_keyed && tx.execute(key, [chat])? == 0 {
            let sql = "UPDATE chats SET participants_key = NULL WHERE id = ?1";
            tx.execute(sql, [chat])?;
        }
    }
    Ok(chats.len() as i64 == MOVED_AT_ONCE)
}

/// Moves the seats in some games that the other account does not play, and counts their results. Returns
/// whether there may be more.
pub fn move_games(tx: &Write<'_>, merge: &Merge) -> Result<bool> {
    let sql = "SELECT p.game_id, p.ended_at IS NOT NULL, coalesce(g.winner_seat = p.seat, 0)
               FROM game_players p JOIN games g ON g.id = p.game_id
               WHERE p.user_id = ?1 AND NOT EXISTS (SELECT 1 FROM game_players o WHERE o.game_id = p.game_id AND o.user_id = ?2) LIMIT ?3";
    let parameters = (merge.from, merge.into, MOVED_AT_ONCE);
    let games: Vec<(Id, bool, bool)> = tx.all(sql, parameters, |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    for &(game, is_counted, is_won) in &games {
        tx.execute(
            "UPDATE game_players SET user_id = ?3 WHERE game_id = ?1 AND user_id = ?2",
            (game, merge.from, merge.into),
        )?;
        if is_counted {
            tx.execute(
                "INSERT INTO player_stats (user_id, wins, games, wins_reached_id) VALUES (?1, ?2, 1, ?3)
                 ON CONFLICT (user_id) DO UPDATE SET wins = wins + ?2, games = games + 1, wins_reached_id = iif(?2 = 0, wins_reached_id, max(wins_reached_id, ?3))",
                (merge.into, is_won, game),
            )?;
        }
    }
    Ok(games.len() as i64 == MOVED_AT_ONCE)
}
