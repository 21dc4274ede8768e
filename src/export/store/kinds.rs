//! The kinds of records, each after those that it refers to.

use super::Form::{Count, Either, Flag, Hash, Id, Ids, Json, Name, Number, OneOf, Tag, Tags, Text, Time, Username, Words};
use super::{Field, Form, Kind, Need};

const fn always(name: &'static str, column: &'static str, form: Form, about: &'static str) -> Field {
    Field { name, about, column, form, need: Need::Always }
}

const fn sometimes(name: &'static str, column: &'static str, form: Form, about: &'static str) -> Field {
    Field { name, about, column, form, need: Need::Sometimes }
}

const fn kind(name: &'static str, about: &'static str, from: &'static str, order: &'static str, fields: &'static [Field]) -> Kind {
    Kind { name, about, from, order, fields, insert: &[], finish: None }
}

/// What a nonce is.
const CALLED: &str = "how the author's client called it, so that it is not stored twice";

/// All of them, in the order in which they are written.
pub const KINDS: &[Kind] = &[
    Kind {
        insert: &[
            "INSERT INTO users (id, username, folded, display_name, biography, role, created_at, disabled_at, password_hash)
             VALUES (?1 ->> 'id', ?1 ->> 'username', ?1 ->> 'folded', ?1 ->> 'display_name', coalesce(?1 ->> 'biography', ''),
                     coalesce(?1 ->> 'role', 'user'), ?1 ->> 'created_at', ?1 ->> 'disabled_at', ?1 ->> 'password_hash')",
            // Not with the row: names are searched, and users counted, by triggers on what happens to accounts.
            "UPDATE users SET deleted_at = ?1 ->> 'deleted_at' WHERE id = ?1 ->> 'id' AND ?1 ->> 'deleted_at' IS NOT NULL",
        ],
        ..kind(
            "user",
            "Somebody who has, or had, an account. Of who has deleted his, the name is left, so that nobody else gets it.",
            "users",
            "id",
            &[
                always("id", "id", Id, ""),
                always("username", "username", Username, ""),
                sometimes("display_name", "display_name", Text, "his name where he was imported from"),
                sometimes("biography", "nullif(biography, '')", Text, ""),
                sometimes("role", "nullif(role, 'user')", OneOf(&["administrator", "user"]), "without it `user`"),
                always("created_at", "created_at", Time, ""),
                sometimes("disabled_at", "disabled_at", Time, "since when he may not log in"),
                sometimes("deleted_at", "deleted_at", Time, ""),
                Field {
                    name: "password_hash",
                    about: "without it nobody can log in as this user until he is given a password",
                    column: "password_hash",
                    form: Hash,
                    need: Need::Secret,
                },
            ],
        )
    },
    Kind {
        insert: &["INSERT INTO communities (id, name, folded, description, visibility, owner_id, created_at, archived_at)
             VALUES (?1 ->> 'id', ?1 ->> 'name', ?1 ->> 'folded', coalesce(?1 ->> 'description', ''), ?1 ->> 'visibility', ?1 ->> 'owner',
                     ?1 ->> 'created_at', ?1 ->> 'archived_at')"],
        ..kind(
            "community",
            "",
            "communities",
            "id",
            &[
                always("id", "id", Id, ""),
                always("name", "name", Name, ""),
                sometimes("description", "nullif(description, '')", Text, ""),
                always("visibility", "visibility", OneOf(&["public", "private"]), ""),
                sometimes("owner", "owner_id", Id, "a user"),
                always("created_at", "created_at", Time, ""),
                sometimes("archived_at", "archived_at", Time, ""),
            ],
        )
    },
    kind(
        "member",
        "Who belongs to a community.",
        "members",
        "community_id, user_id",
        &[
            always("community", "community_id", Id, ""),
            always("user", "user_id", Id, ""),
            always("role", "role", OneOf(&["member", "moderator"]), ""),
            always("joined_at", "joined_at", Time, ""),
        ],
    ),
    kind(
        "member_request",
        "Who waits to be let into a private community.",
        "member_requests",
        "community_id, user_id",
        &[always("community", "community_id", Id, ""), always("user", "user_id", Id, ""), always("requested_at", "requested_at", Time, "")],
    ),
    Kind {
        insert: &[
            "INSERT INTO tags (id, folded) VALUES (?1 ->> 'id', ?1 ->> 'folded') ON CONFLICT (folded) DO NOTHING",
            "INSERT INTO tag_totals (tag_id, scope, id, name, description)
             SELECT id, coalesce(?1 ->> 'community', 0), ?1 ->> 'id', ?1 ->> 'name', coalesce(?1 ->> 'description', 'user added tag')
             FROM tags WHERE folded = ?1 ->> 'folded'",
        ],
        ..kind(
            "tag",
            "A tag as everyone knows it, and once more for each private community that uses it, which may spell and describe it otherwise.",
            "tag_totals s JOIN tags t ON t.id = s.tag_id",
            // The first of a tag gives it the id by which the database knows it everywhere.
            "t.folded, s.id <> t.id, s.scope",
            &[
                always("id", "s.id", Id, ""),
                always("name", "s.name", Tag, ""),
                sometimes("community", "nullif(s.scope, 0)", Id, "the private community"),
                sometimes("description", "s.description", Text, ""),
            ],
        )
    },
    Kind {
        insert: &[
            "INSERT INTO posts (id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (?1 ->> 'id', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0), ?1 ->> 'created_at',
                     ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce')",
            "INSERT INTO questions (id, title, community_id, scope, imported_views, closed_at)
             VALUES (?1 ->> 'id', ?1 ->> 'title', ?1 ->> 'community',
                     CASE WHEN ?1 ->> 'deleted_at' IS NULL
                          THEN coalesce((SELECT id FROM communities WHERE id = ?1 ->> 'community' AND visibility = 'private'), 0) END,
                     coalesce(?1 ->> 'imported_views', 0), ?1 ->> 'closed_at')",
            // No tag has the id 0: a name that no tag has is refused as a reference to nothing.
            "INSERT INTO question_tags (tag_id, question_id, position)
             SELECT coalesce((SELECT id FROM tags WHERE folded = value), 0), ?1 ->> 'id', key FROM json_each(?1, '$.tags')",
        ],
        ..kind(
            "question",
            "",
            "questions q JOIN posts p ON p.id = q.id",
            "q.id",
            &[
                always("id", "q.id", Id, ""),
                always("author", "p.author_id", Id, "a user"),
                sometimes("community", "q.community_id", Id, "in which it was asked"),
                always("title", "q.title", Text, ""),
                always("text", "p.text", Text, "Markdown"),
                always(
                    "tags",
                    "(SELECT json_group_array(coalesce(s.name, t.folded) ORDER BY qt.position)
                      FROM question_tags qt JOIN tags t ON t.id = qt.tag_id LEFT JOIN tag_totals s ON s.tag_id = t.id
                       AND s.scope = coalesce((SELECT id FROM communities WHERE id = q.community_id AND visibility = 'private'), 0)
                      WHERE qt.question_id = q.id)",
                    Tags,
                    "in the order in which the asker wrote them, each described by a record of the type `tag` before",
                ),
                always("created_at", "p.created_at", Time, ""),
                sometimes("edited_at", "p.edited_at", Time, ""),
                sometimes("closed_at", "q.closed_at", Time, "since when it takes no new answers"),
                sometimes("deleted_at", "p.deleted_at", Time, ""),
                sometimes("deleted_by", "p.deleted_by", Id, "a user"),
                sometimes("nonce", "p.nonce", Text, CALLED),
                sometimes(
                    "imported_score",
                    "nullif(p.imported_score, 0)",
                    Number,
                    "votes by nobody known, added to those that are recorded",
                ),
                sometimes("imported_views", "nullif(q.imported_views, 0)", Count, "the same of views"),
            ],
        )
    },
    Kind {
        insert: &[
            "INSERT INTO posts (id, question_id, author_id, text, imported_score, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (?1 ->> 'id', ?1 ->> 'question', ?1 ->> 'author', ?1 ->> 'text', coalesce(?1 ->> 'imported_score', 0),
                     ?1 ->> 'created_at', ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by', ?1 ->> 'nonce')",
            "UPDATE questions SET accepted_answer_id = ?1 ->> 'id'
             WHERE id = ?1 ->> 'question' AND ?1 ->> 'accepted' AND ?1 ->> 'deleted_at' IS NULL",
            "UPDATE questions SET accepted_deleted_id = ?1 ->> 'id'
             WHERE id = ?1 ->> 'question' AND ?1 ->> 'accepted' AND ?1 ->> 'deleted_at' IS NOT NULL",
        ],
        ..kind(
            "answer",
            "",
            "posts p JOIN questions q ON q.id = p.question_id",
            "p.id",
            &[
                always("id", "p.id", Id, ""),
                always("question", "p.question_id", Id, ""),
                always("author", "p.author_id", Id, "a user"),
                always("text", "p.text", Text, "Markdown"),
                sometimes("accepted", "nullif(p.id IN (q.accepted_answer_id, q.accepted_deleted_id), 0)", Flag, "by the asker"),
                always("created_at", "p.created_at", Time, ""),
                sometimes("edited_at", "p.edited_at", Time, ""),
                sometimes("deleted_at", "p.deleted_at", Time, ""),
                sometimes("deleted_by", "p.deleted_by", Id, "a user"),
                sometimes("nonce", "p.nonce", Text, CALLED),
                sometimes(
                    "imported_score",
                    "nullif(p.imported_score, 0)",
                    Number,
                    "votes by nobody known, added to those that are recorded",
                ),
            ],
        )
    },
    Kind {
        insert: &["INSERT INTO comments (question_id, post_id, id, author_id, text, created_at, edited_at, deleted_at, deleted_by, nonce)
             VALUES (coalesce((SELECT question_id FROM posts WHERE id = ?1 ->> 'post'), ?1 ->> 'post'), ?1 ->> 'post', ?1 ->> 'id',
                     ?1 ->> 'author', ?1 ->> 'text', ?1 ->> 'created_at', ?1 ->> 'edited_at', ?1 ->> 'deleted_at', ?1 ->> 'deleted_by',
                     ?1 ->> 'nonce')"],
        ..kind(
            "comment",
            "",
            "comments",
            "question_id, post_id, id",
            &[
                always("id", "id", Id, ""),
                always("post", "post_id", Id, "the question or the answer that it is on"),
                always("author", "author_id", Id, "a user"),
                always("text", "text", Text, "Markdown"),
                always("created_at", "created_at", Time, ""),
                sometimes("edited_at", "edited_at", Time, ""),
                sometimes("deleted_at", "deleted_at", Time, ""),
                sometimes("deleted_by", "deleted_by", Id, "a user"),
                sometimes("nonce", "nonce", Text, CALLED),
            ],
        )
    },
    Kind {
        insert: &["INSERT INTO revisions (id, post_id, author_id, created_at, title, tags, text)
             VALUES (?1 ->> 'id', ?1 ->> 'post', ?1 ->> 'author', ?1 ->> 'created_at', ?1 ->> 'title', ?1 ->> 'tags', ?1 ->> 'text')"],
        ..kind(
            "revision",
            "What a question or an answer said from some time on; the last is what it says now. Posts that come without any get that one.",
            "revisions r JOIN posts p ON p.id = r.post_id",
            "r.id",
            &[
                always("id", "r.id", Id, "that of the first is the post's own"),
                always("post", "r.post_id", Id, "the question or the answer"),
                always("author", "r.author_id", Id, "the user who wrote it so"),
                always("created_at", "r.created_at", Time, ""),
                sometimes("title", "r.title", Text, "a question's"),
                sometimes("tags", "r.tags", Words, "a question's"),
                always("text", "coalesce(r.text, p.text)", Text, "Markdown"),
            ],
        )
    },
    kind(
        "comment_revision",
        "What a comment said before it was edited.",
        "comment_revisions",
        "id",
        &[
            always("id", "id", Id, ""),
            always("comment", "comment_id", Id, ""),
            always("created_at", "created_at", Time, "when it was written so"),
            always("text", "text", Text, "Markdown"),
        ],
    ),
    kind(
        "removal",
        "That an administrator has removed something, which is deleted then, and whether it was restored.",
        "removals",
        "id",
        &[
            always("id", "id", Id, ""),
            always("written", "written_id", Id, "the question, the answer or the comment"),
            always("removed_by", "removed_by", Id, "a user"),
            always("removed_at", "removed_at", Time, ""),
            always("reason", "reason", Text, ""),
            sometimes("restored_by", "restored_by", Id, "a user"),
            sometimes("restored_at", "restored_at", Time, ""),
        ],
    ),
    Kind {
        insert: &["INSERT INTO votes (question_id, post_id, user_id, value, voted_at)
             VALUES (coalesce((SELECT question_id FROM posts WHERE id = ?1 ->> 'post'), ?1 ->> 'post'), ?1 ->> 'post', ?1 ->> 'user',
                     ?1 ->> 'value', ?1 ->> 'voted_at')"],
        ..kind(
            "vote",
            "",
            "votes",
            "question_id, post_id, user_id",
            &[
                always("post", "post_id", Id, "the question or the answer"),
                always("user", "user_id", Id, ""),
                always("value", "value", Either(1, -1), "up or down"),
                always("voted_at", "voted_at", Time, ""),
            ],
        )
    },
    kind(
        "view",
        "Who has looked at a question.",
        "views",
        "question_id, user_id",
        &[always("question", "question_id", Id, ""), always("user", "user_id", Id, "")],
    ),
    kind(
        "star",
        "Who has starred a question.",
        "stars",
        "user_id, question_id",
        &[always("user", "user_id", Id, ""), always("question", "question_id", Id, ""), always("starred_at", "starred_at", Time, "")],
    ),
    kind(
        "duplicate",
        "That a question asks again what another has asked.",
        "duplicates",
        "question_id, original_id",
        &[
            always("question", "question_id", Id, ""),
            always("original", "original_id", Id, "the other question"),
            always("linked_by", "linked_by", Id, "a user"),
            always("linked_at", "linked_at", Time, ""),
        ],
    ),
    kind(
        "notification",
        "That somebody is told of an answer or a comment.",
        "notifications",
        "recipient_id, id",
        &[
            always("recipient", "recipient_id", Id, "the user"),
            always("id", "id", Id, "the answer or the comment"),
            always("post", "post_id", Id, "that answer, or what was commented on"),
            always("question", "question_id", Id, "to which both belong"),
            sometimes("viewed_at", "viewed_at", Time, ""),
        ],
    ),
    Kind {
        insert: &[
            "INSERT INTO chats (id, people, created_at, updated_at)
             VALUES (?1 ->> 'id', (SELECT group_concat(value, ' ' ORDER BY value) FROM json_each(?1, '$.participants')),
                     ?1 ->> 'created_at', ?1 ->> 'updated_at')",
            "INSERT INTO participants (chat_id, user_id, latest_id)
             SELECT ?1 ->> 'id', value, ?1 ->> 'id' FROM json_each(?1, '$.participants')",
        ],
        // Each message that follows changes it.
        finish: Some("UPDATE chats SET updated_at = ?1 ->> 'updated_at' WHERE id = ?1 ->> 'id'"),
        ..kind(
            "chat",
            "Where a few people write to each other. The global chat, in which all take part, has no record.",
            "chats c WHERE c.id <> 0",
            "c.id",
            &[
                always("id", "c.id", Id, ""),
                always(
                    "participants",
                    "(SELECT json_group_array(user_id ORDER BY user_id) FROM participants p WHERE p.chat_id = c.id)",
                    Ids,
                    "users; no two chats have the same",
                ),
                always("created_at", "c.created_at", Time, ""),
                always("updated_at", "c.updated_at", Time, "when the last message was written, or somebody added after it"),
            ],
        )
    },
    Kind {
        insert: &["INSERT INTO messages (id, chat_id, author_id, text, created_at, nonce)
             VALUES (?1 ->> 'id', coalesce(?1 ->> 'chat', 0), ?1 ->> 'author', ?1 ->> 'text', ?1 ->> 'created_at', ?1 ->> 'nonce')"],
        ..kind(
            "message",
            "",
            "messages",
            "id",
            &[
                always("id", "id", Id, ""),
                sometimes("chat", "nullif(chat_id, 0)", Id, "where it was written, if not in the global chat"),
                always("author", "author_id", Id, "a user"),
                always("text", "text", Text, ""),
                always("created_at", "created_at", Time, ""),
                sometimes("nonce", "nonce", Text, CALLED),
            ],
        )
    },
    Kind {
        insert: &["INSERT INTO reads (user_id, chat_id, message_id) VALUES (?1 ->> 'user', coalesce(?1 ->> 'chat', 0), ?1 ->> 'message')"],
        ..kind(
            "read",
            "How far somebody has read in a chat.",
            "reads",
            "user_id, chat_id",
            &[
                always("user", "user_id", Id, ""),
                sometimes("chat", "nullif(chat_id, 0)", Id, "if it is not the global one"),
                always("message", "message_id", Id, "what has a greater id is unread"),
            ],
        )
    },
    kind(
        "game",
        "",
        "games",
        "id",
        &[
            always("id", "id", Id, ""),
            always("game_type", "game_type", OneOf(&["Nim"]), ""),
            always("status", "status", OneOf(&["WAITING_TO_START", "IN_PROGRESS", "OVER"]), ""),
            always("created_at", "created_at", Time, ""),
            always("acted_at", "acted_at", Time, "when somebody last created, joined or moved"),
            sometimes("ended_at", "ended_at", Time, ""),
            sometimes(
                "winner_seat",
                "winner_seat",
                Either(0, 1),
                "nobody wins a game that was never joined, or a rematch against who has not moved in it",
            ),
            sometimes("rematch_of", "rematch_of", Id, "the game after which both play again"),
        ],
    ),
    kind(
        "game_player",
        "Who sits where in a game.",
        "game_players",
        "game_id, seat",
        &[
            always("game", "game_id", Id, ""),
            always("seat", "seat", Either(0, 1), ""),
            always("user", "user_id", Id, ""),
            always("last_seen_at", "last_seen_at", Time, "when he last went away from the game, or sat down"),
            sometimes("ended_at", "ended_at", Time, "when the game was won, by either"),
        ],
    ),
    kind(
        "game_move",
        "",
        "game_moves",
        "game_id, number",
        &[
            always("game", "game_id", Id, ""),
            always("number", "number", Count, "from 0"),
            always("seat", "seat", Either(0, 1), "whose move it is"),
            always("move", "move", Json, "as the rules of the game have it"),
            always("made_at", "made_at", Time, ""),
        ],
    ),
    kind(
        "gamer",
        "Who stands in the leaderboard.",
        "gamers",
        "user_id",
        &[
            always("user", "user_id", Id, ""),
            always("wins", "wins", Count, ""),
            always("games", "games", Count, "that were played to their end"),
            always("reached", "reached", Id, "of the time when the wins became so many: among equals, who was first leads"),
        ],
    ),
    kind(
        "origin",
        "Where something was imported from, so that another import finds it.",
        "imports",
        "source, kind, source_id",
        &[
            always("source", "source", Text, "the site"),
            always("kind", "kind", OneOf(&["user", "post", "comment", "tag"]), ""),
            always("source_id", "source_id", Text, "what identifies it there"),
            always("id", "local_id", Id, "what it is here"),
        ],
    ),
    kind(
        "attribution",
        "What the licence of an imported post or comment asks to be shown beside it.",
        "attributions",
        "id",
        &[
            always("id", "id", Id, "the post or the comment"),
            always("author", "author", Text, ""),
            always("url", "url", Text, ""),
            always("licence", "licence", Text, ""),
        ],
    ),
];
