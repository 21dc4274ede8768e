-- Games, their players and moves, and the leaderboard.

-- Games. Their state is computed from their moves.
CREATE TABLE games (
    id               INTEGER PRIMARY KEY,
    game_type        TEXT    NOT NULL,
    status           TEXT    NOT NULL CHECK (status IN ('WAITING_TO_START', 'IN_PROGRESS', 'OVER')),
    created_at       INTEGER NOT NULL,
    -- The last creation, join or move. A game that nobody joins expires some time after it.
    last_activity_at INTEGER NOT NULL,
    ended_at         INTEGER,
    -- NULL if the game expired.
    winner_seat      INTEGER,
    -- The game that the same players played before. Each game has at most one rematch.
    rematch_of       INTEGER UNIQUE REFERENCES games(id)
) STRICT;
CREATE INDEX games_by_status ON games(status, id);
CREATE INDEX games_waiting ON games(last_activity_at) WHERE status = 'WAITING_TO_START';

CREATE TRIGGER count_game AFTER INSERT ON games BEGIN
    INSERT INTO game_counts VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;
CREATE TRIGGER recount_games_by_status AFTER UPDATE OF status ON games WHEN old.status <> new.status BEGIN
    UPDATE game_counts SET games = games - 1 WHERE game_type = old.game_type AND status = old.status;
    INSERT INTO game_counts VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;

CREATE TABLE game_players (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- When the player last left the page of the running game, or joined.
    last_seen_at INTEGER NOT NULL,
    -- When the game was won, by either player. Kept by the program.
    ended_at     INTEGER,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id)
) STRICT, WITHOUT ROWID;
-- A user's games by the time at which they ended; running games come first.
CREATE INDEX game_players_by_user ON game_players(user_id, ended_at, game_id);

CREATE TABLE game_moves (
    game_id INTEGER NOT NULL REFERENCES games(id),
    -- From 0. The key rejects a second move with the same number.
    number  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    -- JSON, as the rules of the game define it.
    move    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- The leaderboard: every user who has played a game to its end.
CREATE TABLE player_stats (
    user_id         INTEGER PRIMARY KEY REFERENCES users(id),
    -- Kept by the program.
    wins            INTEGER NOT NULL,
    games           INTEGER NOT NULL,
    -- An id made when `wins` reached its value: of players with equal wins, the first to reach them ranks higher.
    wins_reached_id INTEGER NOT NULL
) STRICT;
CREATE INDEX player_stats_by_wins ON player_stats(wins DESC, wins_reached_id);

CREATE TRIGGER count_player AFTER INSERT ON player_stats BEGIN
    UPDATE player_counts SET players = players + 1;
END;
CREATE TRIGGER uncount_player AFTER DELETE ON player_stats BEGIN
    UPDATE player_counts SET players = players - 1;
END;

-- The number of games, so that lists know their length without counting. Kept by triggers on `games`.
CREATE TABLE game_counts (
    game_type TEXT    NOT NULL,
    status    TEXT    NOT NULL,
    games     INTEGER NOT NULL,
    PRIMARY KEY (game_type, status)
) STRICT, WITHOUT ROWID;

-- The number of rows in `player_stats`. One row. Kept by triggers there.
CREATE TABLE player_counts (
    id      INTEGER PRIMARY KEY CHECK (id = 1),
    players INTEGER NOT NULL
) STRICT;
INSERT INTO player_counts VALUES (1, 0);
