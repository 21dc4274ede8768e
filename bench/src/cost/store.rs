//! Inserts the rows of the worst site that the limits allow.

use rusqlite::params;

use super::scale::{Scale, ids};
use stoa::app::demo::random::Random;
use stoa::core::error::Result;
use stoa::core::id::Id;
use stoa::core::text::limits;
use stoa::features::pictures::files::FileHash;
use stoa::features::tags::synonyms::MAX_SYNONYMS;
use stoa::features::users::store::notices;
use stoa::platform::db::{Read, Write};

/// Returns a text of random words, which hardly ever occur twice.
pub fn text(random: &mut Random, characters: usize) -> String {
    let mut text = String::with_capacity(characters + 7);
    while text.len() < characters {
        text.extend((0..6).map(|_| char::from(b'a' + random.below(26) as u8)));
        text.push(' ');
    }
    text.truncate(characters);
    text
}

/// Inserts everything for the user `heavy`, who administers the site, owns the communities, has
/// written the posts and takes part in every chat and game. Their pictures share a file.
pub fn fill(tx: &Write<'_>, scale: &Scale, heavy: Id, picture: &FileHash) -> Result<()> {
    promote(tx, heavy)?;
    let rows = Rows { tx, heavy };
    users(&rows, scale)?;
    communities(&rows, scale)?;
    questions(&rows, scale)?;
    thread(&rows, scale)?;
    merged(&rows, scale)?;
    personal(&rows, scale)?;
    pictures(&rows, scale, picture)?;
    chats(&rows, scale)?;
    games(&rows, scale)
}

/// Returns whether work in steps is not finished.
pub fn has_pending_work(read: &Read<'_>) -> Result<bool> {
    // Accounts that can still be restored wait for days.
    let sql = "SELECT 1 FROM pending_purges WHERE erase_at IS NULL UNION ALL SELECT 1 FROM pending_views UNION ALL SELECT 1 FROM pending_indexing
               UNION ALL SELECT 1 FROM removal_batches WHERE pending IS NOT NULL";
    read.exists(sql, [])
}

/// Makes a user an administrator.
pub fn promote(tx: &Write<'_>, user: Id) -> Result<()> {
    let sql = "UPDATE users SET role = 'administrator' WHERE id = ?1";
    tx.execute(sql, [user]).map(drop)
}

struct Rows<'t, 'w> {
    tx: &'t Write<'w>,
    heavy: Id,
}

impl Rows<'_, '_> {
    /// Inserts `count` rows. `values` are SQL expressions of the row's number `i`, the user `heavy`
    /// and the time `now`.
    fn insert(&self, count: usize, into: &str, values: &str) -> Result<()> {
        let sql = format!(
            "INSERT INTO {into} WITH RECURSIVE n(i) AS (SELECT 0 WHERE ?1 > 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?1)
             SELECT {values} FROM n, (SELECT ?2 AS heavy, ?3 AS now)"
        );
        self.tx
            .execute(&sql, params![count as i64, self.heavy, self.tx.now])?;
        Ok(())
    }
}

fn users(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (user, session) = (ids::USER, ids::SESSION);
    // The first half are members of the communities, the second half ask to be.
    rows.insert(
        2 * scale.members,
        "users (id, username, name_key, created_at)",
        &format!("{user} + i, 'user' || i, 'user' || i, i"),
    )?;
    rows.insert(
        2 * scale.members,
        "sessions (token_hash, id, user_id, created_at, last_seen_at, address, user_agent)",
        &format!("randomblob(32), {session} + i, {user} + i, now, now, '127.0.0.1', 'browser'"),
    )?;
    rows.insert(
        scale.members,
        "player_stats (user_id, wins, games, wins_reached_id)",
        &format!("{user} + i, i, i, {user} + i"),
    )?;
    rows.insert(
        notices::PER_USER,
        "security_notices (id, user_id, kind, actor, created_at)",
        &format!(
            "{} + i, heavy, 'signInReset', printf('%.32c', 'a'), now",
            ids::NOTICE
        ),
    )?;
    // Every other entry is about a private community.
    rows.insert(
        scale.own,
        "admin_log (id, logged_at, actor_id, actor, action, target_kind, target_id, target, scope, detail)",
        &format!(
            "{} + i, now, heavy, 'heavy', 'remove-post', 'question', i, printf('%.100c', 't'), iif(i % 2, {}, 0), printf('%.{}c', 'r')",
            ids::LOG_ENTRY,
            ids::COMMUNITY,
            limits::REASON
        ),
    )?;
    let note = limits::INVITATION_NOTE;
    rows.insert(
        scale.own,
        "invitations (token_hash, id, created_by, created_at, expires_at, note)",
        &format!(
            "randomblob(32), {} + i, heavy, now, now + 1000000, printf('%.{note}c', 'n')",
            ids::INVITATION
        ),
    )
}

fn communities(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (community, user) = (ids::COMMUNITY, ids::USER);
    // Even ones are private.
    rows.insert(
        scale.communities,
        "communities (id, name, name_key, description, visibility, owner_id, created_at)",
        &format!(
            "{community} + i, 'community ' || i, 'community ' || i, printf('%.{}c', 'd'), iif(i % 2, 'public', 'private'), heavy, now",
            limits::COMMUNITY_DESCRIPTION
        ),
    )?;
    for number in 0..scale.communities as i64 {
        let community = community + number;
        rows.insert(
            scale.members,
            "memberships (community_id, user_id, role, joined_at)",
            &format!("{community}, {user} + i, iif(i % 2, 'member', 'moderator'), i"),
        )?;
        rows.insert(
            1,
            "memberships (community_id, user_id, role, joined_at)",
            &format!("{community}, heavy, 'moderator', 0"),
        )?;
    }
    rows.insert(
        scale.members,
        "membership_requests (community_id, user_id, requested_at)",
        &format!("{community}, {user} + {} + i, i", scale.members),
    )
}

/// Inserts the account's questions: public ones, as many in a private community, and deleted ones.
fn questions(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let tag = ids::TAG;
    rows.insert(
        scale.own,
        "tags (id, name_key)",
        &format!("{tag} + i, 'tag-' || i"),
    )?;
    for scope in [0, ids::COMMUNITY] {
        rows.insert(
            scale.own,
            "scoped_tags (tag_id, scope, id, name)",
            &format!("{tag} + i, {scope}, {tag} + i + {scope} * 1000000, 'tag-' || i"),
        )?;
    }
    let synonym = ids::SYNONYM;
    rows.insert(
        MAX_SYNONYMS,
        "tags (id, name_key)",
        &format!("{synonym} + i, 'synonym-' || i"),
    )?;
    rows.insert(
        MAX_SYNONYMS,
        "tag_synonyms (tag_id, main_id, name)",
        &format!("{synonym} + i, {tag}, 'synonym-' || i"),
    )?;
    let kinds = [
        (ids::QUESTION, "NULL", "0", "NULL"),
        (ids::PRIVATE, "COMMUNITY", "COMMUNITY", "NULL"),
        (ids::DELETED, "NULL", "NULL", "now"),
    ];
    for (question, community, scope, deleted_at) in kinds {
        let [community, scope] =
            [community, scope].map(|id| id.replace("COMMUNITY", &ids::COMMUNITY.to_string()));
        rows.insert(
            scale.own,
            "posts (id, author_id, created_at, deleted_at, deleted_by, text)",
            &format!(
                "{question} + i, heavy, now - i * 3600000, {deleted_at}, iif({deleted_at} IS NULL, NULL, heavy),
                 'common words of question ' || i || printf('%.900c', ' ')"
            ),
        )?;
        rows.insert(
            scale.own,
            "questions (id, community_id, scope, title)",
            &format!("{question} + i, {community}, {scope}, 'How do common words of question ' || i || ' work?'"),
        )?;
        rows.insert(
            scale.own,
            "revisions (id, post_id, author_id, created_at, title, tags)",
            &format!("{question} + i, {question} + i, heavy, now, 'How', 'tag-0'"),
        )?;
        // Every question has the first four tags and one of its own.
        for position in 0..limits::TAGS {
            let number = if position + 1 < limits::TAGS {
                position.to_string()
            } else {
                format!("max(i, {})", limits::TAGS)
            };
            rows.insert(
                scale.own.saturating_sub(limits::TAGS),
                "question_tags (tag_id, question_id, position)",
                &format!("{tag} + {number}, {question} + i, {position}"),
            )?;
        }
    }
    rows.insert(
        scale.own,
        "removals (id, content_id, removed_by, removed_at, reason)",
        &format!(
            "{} + i, {} + i, heavy, now, printf('%.{}c', 'r')",
            ids::REMOVAL,
            ids::DELETED,
            limits::REASON
        ),
    )
}

/// Inserts the longest thread: a question with many answers, comments, votes and revisions.
fn thread(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (question, user) = (ids::THREAD, ids::USER);
    let mut random = Random::new(0);
    let post = "INSERT INTO posts (id, question_id, author_id, created_at, text) VALUES (?1, ?2, ?3, ?4, ?5)";
    let body = text(&mut random, scale.text);
    rows.tx.execute(
        post,
        params![question, None::<i64>, rows.heavy, rows.tx.now, body],
    )?;
    rows.insert(
        1,
        "questions (id, scope, title)",
        &format!("{question}, 0, 'The longest thread'"),
    )?;
    for answer in 1..=scale.answers as i64 {
        let body = text(&mut random, scale.text);
        // The account has written the first answer.
        let author = if answer == 1 {
            rows.heavy
        } else {
            Id::from_i64(user + answer % scale.members as i64)
        };
        rows.tx.execute(
            post,
            params![question + answer, question, author, rows.tx.now, body],
        )?;
    }
    rows.insert(
        scale.answers + 1,
        "comments (question_id, post_id, id, author_id, text, created_at)",
        &format!(
            "{question}, {question} + i, {} + i, heavy, printf('%.{}c', 'c'), now",
            ids::COMMENT,
            scale.text / 6
        ),
    )?;
    rows.insert(
        scale.members,
        "votes (question_id, post_id, user_id, value, voted_at)",
        &format!("{question}, {question}, {user} + i, 1, now"),
    )?;
    rows.insert(
        scale.members,
        "question_views (question_id, user_id)",
        &format!("{question}, {user} + i"),
    )?;
    rows.insert(
        1,
        "question_views (question_id, user_id)",
        &format!("{question}, heavy"),
    )?;
    rows.insert(
        scale.answers,
        "revisions (id, post_id, author_id, created_at, title, tags, compressed_text)",
        &format!(
            "{} + i, {question}, heavy, now, 'Title', 'tag-0', iif(i + 1 < ?1, compressed(printf('%.{}c', 'x')), NULL)",
            ids::REVISION,
            scale.text
        ),
    )?;
    rows.insert(
        scale.answers,
        "revisions (id, post_id, author_id, created_at)",
        &format!("{question} + 1 + i, {question} + 1 + i, heavy, now"),
    )?;
    rows.insert(
        5,
        "suggested_edits (id, post_id, user_id, revision_id, reason, text)",
        &format!(
            "{} + i, {question} + 1, {user} + i, {question} + 1, printf('%.{}c', 'r'), printf('%.{}c', 's')",
            ids::SUGGESTION,
            limits::REASON,
            scale.text
        ),
    )?;
    rows.insert(
        scale.answers - 1,
        "suggested_edits (id, post_id, user_id, revision_id, reason, text)",
        &format!(
            "{} + 5 + i, {question} + 2 + i, {user}, {question} + 2 + i, '', 's'",
            ids::SUGGESTION
        ),
    )?;
    // Links beyond the first 20 are of users who cannot see the others'.
    rows.insert(
        scale.links,
        "duplicates (question_id, original_id, linked_by, linked_at)",
        &format!("{} + i, {question}, heavy, now", ids::QUESTION),
    )
}

/// The answers of the question that is merged, and the votes on each.
const MERGED: (usize, usize) = (50, 38);
/// The largest text of each of them: what searches find of other texts costs what it did.
const MERGED_TEXT: usize = 100;

/// Inserts a question with as many answers, votes and texts as one merge moves.
fn merged(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (question, user) = (ids::MERGED, ids::USER);
    rows.insert(
        1,
        "posts (id, author_id, created_at, text)",
        &format!("{question}, heavy, now, 'merged'"),
    )?;
    rows.insert(
        1,
        "questions (id, scope, title)",
        &format!("{question}, 0, 'A question to merge'"),
    )?;
    let (answers, votes) = MERGED;
    let mut random = Random::new(2);
    let post = "INSERT INTO posts (id, question_id, author_id, created_at, text) VALUES (?1, ?2, ?3, ?4, ?5)";
    for answer in 1..=answers as i64 {
        let body = text(&mut random, scale.text.min(MERGED_TEXT));
        let author = Id::from_i64(user + answer % scale.members as i64);
        let values = params![question + answer, question, author, rows.tx.now, body];
        rows.tx.execute(post, values)?;
    }
    rows.insert(
        answers * votes.min(scale.members),
        "votes (question_id, post_id, user_id, value, voted_at)",
        &format!("{question}, {question} + 1 + i % {answers}, {user} + i / {answers}, 1, now"),
    )
}

/// The number of questions that the account has visited: as many as are kept.
const VISITS: usize = 2_000;

/// The number of notes and reminders of the account: one less than the limit.
const NOTES: usize = 999;

/// Inserts the account's pictures. One of them is in as many comments as it can be, and each comment of the
/// thread shows another one.
fn pictures(rows: &Rows<'_, '_>, scale: &Scale, file: &FileHash) -> Result<()> {
    let (picture, question, comment) = (ids::PICTURE, ids::QUESTION, ids::RESPONSE);
    let sql = "INSERT INTO media_files (hash, bytes) VALUES (?1, 9)";
    rows.tx.execute(sql, [file])?;
    rows.insert(
        scale.own,
        "pictures (id, owner_id, file, type, width, height, bytes)",
        &format!("{picture} + i, heavy, '{file}', 'image/png', 3, 3, 9"),
    )?;
    let uses = "picture_uses (picture_id, kind, content_id, place_id)";
    rows.insert(
        scale.own.min(1_000),
        uses,
        &format!("{picture}, 'comment', {comment} + i, {question} + i"),
    )?;
    let (thread, comment) = (ids::THREAD, ids::COMMENT);
    rows.insert(
        scale.own.min(scale.answers),
        uses,
        &format!("{picture} + i, 'comment', {comment} + i, {thread}"),
    )
}

/// Inserts the account's notifications, mentions, stars with notes, and visits.
fn personal(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (question, comment, user) = (ids::QUESTION, ids::RESPONSE, ids::USER);
    rows.insert(
        scale.own,
        "comments (question_id, post_id, id, author_id, text, created_at)",
        &format!("{question} + i, {question} + i, {comment} + i, {user}, 'a comment', now"),
    )?;
    rows.insert(
        scale.own,
        "notifications (recipient_id, id, post_id, question_id)",
        &format!("heavy, {comment} + i, {question} + i, {question} + i"),
    )?;
    let (mentions, mention) = (
        "mentions (id, user_id, content_id, author_id, place_id, state)",
        ids::MENTION,
    );
    rows.insert(
        scale.own,
        mentions,
        &format!("{mention} + i, heavy, {comment} + i, {user}, {question} + i, 'new'"),
    )?;
    // Five users have one less of the account than they are told of.
    rows.insert(
        5 * 19,
        mentions,
        &format!("{mention} + 1000000 + i, {user} + 1 + i % 5, {comment} + i, heavy, {question} + i, 'new'"),
    )?;
    rows.insert(
        scale.own,
        "stars (user_id, question_id, starred_at)",
        &format!("heavy, {question} + i, i"),
    )?;
    let length = limits::STAR_NOTE;
    rows.insert(
        NOTES.min(scale.own),
        "star_notes (user_id, question_id, note, remind_at)",
        &format!("heavy, {question} + i, printf('%.{length}c', 'x'), now - i"),
    )?;
    let visited = "visits (user_id, question_id, last_answer_id, renewed_at)";
    rows.insert(
        VISITS.min(scale.own) - 1,
        visited,
        &format!("heavy, {question} + i, 0, now"),
    )?;
    rows.insert(1, visited, &format!("heavy, {}, 0, now", ids::THREAD))?;
    follows(rows, scale)?;
    tag_revisions(rows, scale)?;
    rows.insert(
        scale.own,
        "votes (question_id, post_id, user_id, value, voted_at)",
        &format!("{question} + i, {question} + i, heavy, 1, now"),
    )
}

/// Inserts the versions of the description of the first tag, which the account wrote.
fn tag_revisions(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let text = limits::TAG_DESCRIPTION;
    rows.insert(
        scale.answers,
        "tag_revisions (id, tag_id, author_id, created_at, text)",
        &format!(
            "{} + i, {}, heavy, now, printf('%.{text}c', 'd')",
            ids::TAG_REVISION,
            ids::TAG
        ),
    )
}

/// The number of tags that the account watches, and of questions: one less than the limit together.
const WATCHED_TAGS: usize = 500;
const WATCHED_QUESTIONS: usize = 499;

/// The number of searches that the account has saved and watches: one less than each limit.
const SAVED_SEARCHES: usize = 19;
const WATCHED_SEARCHES: usize = 4;

/// Inserts what the account watches and has saved, and the watchers of the first tag.
fn follows(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let follows = "follows (user_id, kind, object_id, state, scope, since)";
    let (tag, question, user) = (ids::TAG, ids::QUESTION, ids::USER);
    rows.insert(
        WATCHED_TAGS.min(scale.own),
        follows,
        &format!("heavy, 'tag', {tag} + i + 2, 'watching', 0, 0"),
    )?;
    rows.insert(
        WATCHED_QUESTIONS.min(scale.own),
        follows,
        &format!("heavy, 'question', {question} + i, 'watching', 0, 0"),
    )?;
    rows.insert(
        SAVED_SEARCHES.min(scale.own),
        "saved_searches (id, user_id, text, community_id, watched_since, found_id, found_at)",
        &format!(
            "{question} + 5000000 + i, heavy, printf('%d %.200c', i, 'x'), NULL, iif(i < {WATCHED_SEARCHES}, 0, NULL),
             iif(i < {WATCHED_SEARCHES}, {question} + i, NULL), iif(i < {WATCHED_SEARCHES}, now, NULL)"
        ),
    )?;
    rows.insert(
        scale.members,
        follows,
        &format!("{user} + i, 'tag', {tag}, 'watching', 0, 0"),
    )
}

/// Inserts a chat with many messages, and many chats of the account.
fn chats(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let (chat, user, message) = (ids::CHAT, ids::USER, ids::MESSAGE);
    // The keys differ from those of real participants.
    rows.insert(
        scale.own,
        "chats (id, participants_key, created_at, updated_at)",
        &format!("{chat} + i, '0 ' || i, now, now"),
    )?;
    rows.insert(
        scale.own,
        "participants (chat_id, user_id, last_message_id)",
        &format!("{chat} + i, heavy, {chat} + i"),
    )?;
    rows.insert(
        limits::PARTICIPANTS.min(scale.members) - 2,
        "participants (chat_id, user_id, last_message_id)",
        &format!("{chat}, {user} + i, {chat}"),
    )?;
    for (chat, messages) in [(0, message), (chat, message + 1_000_000)] {
        rows.insert(
            scale.messages,
            "messages (id, chat_id, author_id, text, created_at)",
            &format!(
                "{messages} + i, {chat}, heavy, printf('%.{}c', 'm'), now",
                limits::MESSAGE
            ),
        )?;
    }
    rows.insert(
        scale.own,
        "read_cursors (user_id, chat_id, message_id)",
        &format!("heavy, {chat} + i, {chat} + i"),
    )
}

/// Inserts waiting, running and ended games of the account.
fn games(rows: &Rows<'_, '_>, scale: &Scale) -> Result<()> {
    let kinds = [
        (ids::WAITING_GAME, "WAITING_TO_START", "NULL"),
        (ids::RUNNING_GAME, "IN_PROGRESS", "NULL"),
        (ids::OVER_GAME, "OVER", "now"),
    ];
    // Long enough to claim a running game.
    let idle = 300_000;
    for (game, status, ended_at) in kinds {
        rows.insert(
            scale.own,
            "games (id, game_type, status, created_at, last_activity_at, ended_at, winner_seat)",
            &format!("{game} + i, 'Nim', '{status}', now, now - {idle}, {ended_at}, iif({ended_at} IS NULL, NULL, 0)"),
        )?;
        rows.insert(
            scale.own,
            "game_players (game_id, seat, user_id, last_seen_at, ended_at)",
            &format!("{game} + i, 0, heavy, now - {idle}, {ended_at}"),
        )?;
        if status != "WAITING_TO_START" {
            rows.insert(
                scale.own,
                "game_players (game_id, seat, user_id, last_seen_at, ended_at)",
                &format!("{game} + i, 1, {}, now - {idle}, {ended_at}", ids::USER),
            )?;
        }
    }
    Ok(())
}
