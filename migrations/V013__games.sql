-- Games: who sits where, and every move. What the moves have led to is made of them by the rules of the game.
CREATE TABLE games (
    id          INTEGER PRIMARY KEY,
    game_type   TEXT    NOT NULL,
    status      TEXT    NOT NULL CHECK (status IN ('WAITING_TO_START', 'IN_PROGRESS', 'OVER')),
    created_at  INTEGER NOT NULL,
    -- When somebody last created, joined or moved: by it a game that nobody joins expires.
    acted_at    INTEGER NOT NULL,
    ended_at    INTEGER,
    -- Nobody has won a game that expired.
    winner_seat INTEGER,
    -- The game after which both play again: one for each.
    rematch_of  INTEGER UNIQUE REFERENCES games(id)
) STRICT;
CREATE INDEX games_by_status ON games(status, id);
CREATE INDEX games_waiting ON games(acted_at) WHERE status = 'WAITING_TO_START';

CREATE TABLE game_players (
    game_id      INTEGER NOT NULL REFERENCES games(id),
    seat         INTEGER NOT NULL,
    user_id      INTEGER NOT NULL REFERENCES users(id),
    -- When he last went away from the game while it was running, or sat down.
    last_seen_at INTEGER NOT NULL,
    -- When the game was won, by either.
    ended_at     INTEGER,
    PRIMARY KEY (game_id, seat),
    UNIQUE (game_id, user_id)
) STRICT, WITHOUT ROWID;
-- What somebody has played, by the time at which it ended; what has not ended comes first.
CREATE INDEX game_players_by_user ON game_players(user_id, ended_at, game_id);

CREATE TABLE game_moves (
    game_id INTEGER NOT NULL REFERENCES games(id),
    -- From 0. No move is made twice.
    number  INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    -- In JSON, as the rules of the game have it.
    move    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;

-- Everybody who has played a game to its end.
CREATE TABLE gamers (
    user_id INTEGER PRIMARY KEY REFERENCES users(id),
    wins    INTEGER NOT NULL,
    games   INTEGER NOT NULL,
    -- An id made when the wins became as many as they are: who was first stands before those with as many.
    reached INTEGER NOT NULL
) STRICT;
CREATE INDEX gamers_by_wins ON gamers(wins DESC, reached);

-- How many there are, so that lists can say their length without counting.
CREATE TABLE game_totals (
    game_type TEXT    NOT NULL,
    status    TEXT    NOT NULL,
    games     INTEGER NOT NULL,
    PRIMARY KEY (game_type, status)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER games_counted AFTER INSERT ON games BEGIN
    INSERT INTO game_totals VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;
CREATE TRIGGER games_recounted AFTER UPDATE OF status ON games WHEN old.status <> new.status BEGIN
    UPDATE game_totals SET games = games - 1 WHERE game_type = old.game_type AND status = old.status;
    INSERT INTO game_totals VALUES (new.game_type, new.status, 1) ON CONFLICT DO UPDATE SET games = games + 1;
END;

CREATE TABLE gamer_total (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    gamers INTEGER NOT NULL
) STRICT;
INSERT INTO gamer_total VALUES (1, 0);
CREATE TRIGGER gamers_counted AFTER INSERT ON gamers BEGIN
    UPDATE gamer_total SET gamers = gamers + 1;
END;
CREATE TRIGGER gamers_uncounted AFTER DELETE ON gamers BEGIN
    UPDATE gamer_total SET gamers = gamers - 1;
END;
