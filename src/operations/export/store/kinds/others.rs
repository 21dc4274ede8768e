//! Badges, cursors, games, and where imported posts come from.

use super::description::{kind, optional, required};
use crate::features::notifications::entries::EntryKind;
use crate::features::users::badges::Badge;
use crate::operations::export::store::field::FieldType::{
    Count, Either, Flag, Id, Json, OneOf, Text, Time,
};
use crate::operations::export::store::record::RecordKind;

/// These kinds, in the order in which they are written.
pub const KINDS: &[RecordKind] = &[
    kind(
        "badge",
        "A user has been awarded a badge, at the time of its id.",
        "badges",
        "id",
        &[
            required("id", "id", Id, ""),
            required("user", "user_id", Id, ""),
            required("badge", "badge", OneOf(Badge::WORDS), ""),
        ],
    ),
    RecordKind {
        insert: &["INSERT INTO inbox_entries (id, user_id, kind, object_id, votes, is_seen)
             VALUES (?1 ->> 'id', ?1 ->> 'user', ?1 ->> 'kind', ?1 ->> 'object', ?1 ->> 'votes', coalesce(?1 ->> 'seen', 0))"],
        ..kind(
            "inbox_entry",
            "A user was told that a post of theirs reached a number of votes, that their answer was accepted, that an edit of their post was suggested, that their wiki was edited, that their suggested edit was decided, or that a community admitted them, at the time of its id.",
            "inbox_entries",
            "id",
            &[
                required("id", "id", Id, ""),
                required("user", "user_id", Id, ""),
                required("kind", "kind", OneOf(EntryKind::WORDS), ""),
                required("object", "object_id", Id, "the post or the community"),
                optional("votes", "votes", Count, "the highest number that they were told"),
                optional("seen", "nullif(is_seen, 0)", Flag, "whether they have opened it"),
            ],
        )
    },
    kind(
        "notice_cursor",
        "How far a user has seen what moderators did to their content, and their badges.",
        "notice_cursors",
        "user_id",
        &[
            required("user", "user_id", Id, ""),
            required(
                "seen_up_to",
                "seen_up_to",
                Id,
                "entries and badges with this id or a lower one count as seen",
            ),
        ],
    ),
    kind(
        "mention_cursor",
        "How far a user has seen their mentions.",
        "mention_cursors",
        "user_id",
        &[
            required("user", "user_id", Id, ""),
            required(
                "seen_up_to",
                "seen_up_to",
                Id,
                "mentions with this id or a lower one count as seen",
            ),
        ],
    ),
    kind(
        "game",
        "",
        "games",
        "id",
        &[
            required("id", "id", Id, ""),
            required("game_type", "game_type", OneOf(&["Nim"]), ""),
            required(
                "status",
                "status",
                OneOf(&["WAITING_TO_START", "IN_PROGRESS", "OVER"]),
                "",
            ),
            required("created_at", "created_at", Time, ""),
            required(
                "acted_at",
                "last_activity_at",
                Time,
                "when a player last created or joined the game, or moved",
            ),
            optional("ended_at", "ended_at", Time, ""),
            optional(
                "winner_seat",
                "winner_seat",
                Either(0, 1),
                "absent if the game has no winner: nobody joined, or the opponent did not move in a rematch",
            ),
            optional(
                "rematch_of",
                "rematch_of",
                Id,
                "the previous game of both players",
            ),
        ],
    ),
    kind(
        "game_player",
        "A player of a game.",
        "game_players",
        "game_id, seat",
        &[
            required("game", "game_id", Id, ""),
            required("seat", "seat", Either(0, 1), ""),
            required("user", "user_id", Id, ""),
            required(
                "last_seen_at",
                "last_seen_at",
                Time,
                "when the player joined the game or last left its page",
            ),
            optional(
                "ended_at",
                "ended_at",
                Time,
                "when the game was won, by either player",
            ),
        ],
    ),
    kind(
        "game_move",
        "",
        "game_moves",
        "game_id, number",
        &[
            required("game", "game_id", Id, ""),
            required("number", "number", Count, "the position in the game"),
            required("seat", "seat", Either(0, 1), "the player who moved"),
            required("move", "move", Json, "in the format of the game"),
            required("made_at", "made_at", Time, ""),
        ],
    ),
    kind(
        "gamer",
        "The statistics of a player in the leaderboard.",
        "player_stats",
        "user_id",
        &[
            required("user", "user_id", Id, ""),
            required("wins", "wins", Count, ""),
            required("games", "games", Count, "the number of finished games"),
            required(
                "reached",
                "wins_reached_id",
                Id,
                "encodes when the last win was counted: of players with equal wins, the earliest ranks first",
            ),
        ],
    ),
    kind(
        "origin",
        "The source of imported content, so that a later import recognizes it.",
        "external_ids",
        "source, kind, external_id",
        &[
            required("source", "source", Text, "the site"),
            required(
                "kind",
                "kind",
                OneOf(&["user", "post", "comment", "tag"]),
                "",
            ),
            required("source_id", "external_id", Text, "its id on that site"),
            required("id", "local_id", Id, "its id on this site"),
        ],
    ),
    kind(
        "attribution",
        "The attribution that the licence of an imported post or comment requires.",
        "attributions",
        "id",
        &[
            required("id", "id", Id, "the post or comment"),
            required("author", "author", Text, ""),
            required("url", "url", Text, ""),
            required("licence", "licence", Text, ""),
        ],
    ),
];
