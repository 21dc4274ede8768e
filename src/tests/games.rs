//! Games: every rule with its sentence, who has won how often, and what many people do at once.

mod racing;
mod sockets;

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TestSite};
use crate::db::plans;
use crate::error::Result;
use crate::games::{GameStatus, GameType, play, store};
use crate::id::Id;
use crate::users::{Me, session};
use crate::web::{Actor, Paging};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

impl Person {
    async fn creates_game(&self) -> String {
        self.post("/games/create", json!({"gameType": "Nim"})).await.ok().as_str().expect("a bare id").to_owned()
    }

    async fn in_game(&self, call: &str, game: &str) -> super::Reply {
        self.post(call, json!({"gameID": game, "playerID": self.name})).await
    }

    async fn game(&self, id: &str) -> Value {
        self.get(&format!("/games/getGame/{id}")).await.ok()
    }

    /// Makes a move, as his socket would, or says why it is refused.
    async fn takes(&self, game: &str, objects: impl Into<Value>) -> Result<(), String> {
        let token = session::hash(&self.cookie("stoa_session").expect("a session"));
        let (game, said): (Id, _) = (game.parse().expect("an id"), json!({"numObjects": objects.into()}));
        let moved = self.site.app.db.write(move |tx| {
            let me = Me::authenticate(tx, Some(&token))?;
            play::make_move(tx, &me, game, &said).map(drop)
        });
        moved.await.map_err(|error| error.text())
    }

    async fn gamer(&self, name: &str) -> Value {
        self.get(&format!("/gamer/getGamer/{name}")).await.ok()
    }

    /// Names and wins of the leaderboard.
    async fn leaders(&self) -> Value {
        let leaders = self.get("/gamer/getLeaderboard").await.ok();
        leaders.as_array().expect("an array").iter().map(|gamer| json!([gamer["username"], gamer["wins"]])).collect()
    }

    async fn streak(&self, zone: &str) -> Value {
        self.get(&format!("/games/getStreak?timeZone={zone}")).await.ok()["days"].clone()
    }
}

/// A game that has begun, `one` to move.
async fn begun(one: &Person, other: &Person) -> String {
    let game = one.creates_game().await;
    one.in_game("/join", &game).await.ok();
    other.in_game("/join", &game).await.ok();
    game
}

/// Plays a game that `loser` loses by leaving.
async fn won(winner: &Person, loser: &Person) -> String {
    let game = begun(winner, loser).await;
    loser.in_game("/leave", &game).await.ok();
    game
}

#[tokio::test]
async fn a_whole_game() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = ann.creates_game().await;
    let state = |more: Value| {
        let mut state = json!({"status": "WAITING_TO_START", "moves": [], "remainingObjects": 21});
        state.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        state
    };
    let waiting = json!({
        "gameID": game, "gameType": "Nim", "players": [], "state": state(json!({})),
        "datePlayed": "2026-11-21T00:00:00.000Z", "createdAt": "2026-11-21T00:00:00.000Z", "actedAt": "2026-11-21T00:00:00.000Z",
    });
    assert_eq!(ann.game(&game).await, waiting);
    site.clock.advance(MINUTE);
    let joined = ann.in_game("/join", &game).await.ok();
    assert_eq!(joined["state"], state(json!({"player1": "ann"})));
    // Again is no other thing, and never a second seat.
    assert_eq!(ann.in_game("/games/join", &game).await.ok(), joined);
    let begun = ben.in_game("/games/join", &game).await.ok();
    assert_eq!(begun["state"], state(json!({"status": "IN_PROGRESS", "player1": "ann", "player2": "ben"})));
    assert_eq!((&begun["players"], &begun["actedAt"]), (&json!(["ann", "ben"]), &json!("2026-11-21T00:01:00.000Z")));

    for turn in 0..6 {
        let (player, waits) = if turn % 2 == 0 { (&ann, &ben) } else { (&ben, &ann) };
        assert_eq!(waits.takes(&game, 1).await, Err("Invalid move: wrong player".into()));
        player.takes(&game, 3).await.unwrap();
    }
    assert_eq!(ann.takes(&game, 2).await, Ok(()));
    assert_eq!(ben.takes(&game, 2).await, Err("Invalid move: cannot remove more objects than are left".into()));
    for objects in [json!(0), json!(4), json!(-1), json!(1.5), json!("2"), json!(null), json!({})] {
        assert_eq!(ben.takes(&game, objects).await, Err("Invalid move: must remove between 1 and 3 objects".into()));
    }
    site.clock.advance(MINUTE);
    ben.takes(&game, 1).await.unwrap();

    let over = ann.game(&game).await;
    assert_eq!((&over["state"]["status"], &over["state"]["winners"]), (&json!("OVER"), &json!(["ann"])));
    assert_eq!((&over["state"]["remainingObjects"], &over["datePlayed"]), (&json!(0), &json!("2026-11-21T00:02:00.000Z")));
    let moves = over["state"]["moves"].as_array().unwrap();
    assert_eq!((moves.len(), &moves[6]), (8, &json!({"numObjects": 2, "playerID": "ann"})));
    assert_eq!(ann.takes(&game, 1).await, Err("Invalid move: game is not in progress".into()));
    assert_eq!(ann.gamer("ann").await, json!({"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1}));
    assert_eq!(ann.gamer("ben").await, json!({"username": "ben", "wins": 0, "gameIDs": [game], "gameCount": 1}));
    for name in ["ann", "ben"] {
        assert_eq!(ann.get(&format!("/games/getCompletedGames/{name}")).await.ok(), json!([over]));
    }
}

#[tokio::test]
async fn what_cannot_be_done_says_why_and_changes_nothing() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let waiting = ann.creates_game().await;
    assert_eq!(ann.takes(&waiting, 1).await, Err("Invalid move: game is not in progress".into()));
    let running = begun(&ann, &ben).await;
    let over = won(&ann, &ben).await;
    let before = [ann.game(&waiting).await, ann.game(&running).await, ann.game(&over).await];

    for game in [&running, &over] {
        cem.in_game("/join", game).await.refused(409, "Cannot join game: already started");
    }
    assert_eq!(cem.takes(&running, 1).await, Err("Invalid move: wrong player".into()));
    for (call, game, status, sentence) in [
        ("/games/claim", &running, 403, "Only the players of this game can do this"),
        ("/games/rematch", &over, 403, "Only the players of this game can do this"),
    ] {
        cem.in_game(call, game).await.refused(status, sentence);
    }
    ann.in_game("/games/claim", &over).await.refused(409, "Cannot claim the win: game is not in progress");
    ann.in_game("/games/rematch", &running).await.refused(409, "Cannot play again: the game is not over");
    // Who does not play leaves nothing, and nothing is left twice.
    cem.in_game("/leave", &running).await.ok();
    cem.in_game("/leave", &waiting).await.ok();
    ann.in_game("/leave", &over).await.ok();

    let absent = "0000000000001";
    for call in ["/join", "/leave", "/games/join", "/games/leave", "/games/claim", "/games/rematch"] {
        for game in [absent, "x", "", "undefined", "\u{1f40e}", "1\0"] {
            ann.in_game(call, game).await.refused(404, "Game not found");
        }
        ann.post(call, json!({"gameID": running, "playerID": "ben"})).await.refused(403, "You can only do this as yourself");
        for body in [json!({}), json!({"gameID": 7}), json!({"gameID": [running]}), json!([]), json!("x")] {
            assert_eq!(ann.post(call, body).await.status, 400);
        }
    }
    ann.get(&format!("/games/getGame/{absent}")).await.refused(404, "Game not found");
    for kind in ["", "nim", "Chess", "Nim ", "\u{1f40e}", "Nim\0"] {
        ann.post("/games/create", json!({"gameType": kind})).await.refused(400, "Unknown game type");
    }
    ann.post("/games/create", json!({})).await.refused(400, "Unknown game type");
    ann.get("/games/games?gameType=Chess").await.refused(400, "Unknown game type");
    ann.get("/games/games?status=LATE").await.refused(400, "Invalid game status");
    ann.get("/games/games?limit=0").await.refused(400, "Invalid limit");
    ann.get("/games/games?cursor=x").await.refused(400, "Invalid cursor");
    ann.get("/games/getStreak?timeZone=Nowhere").await.refused(400, "Invalid time zone");
    for path in ["/games/getCompletedGames/nobody", "/gamer/getGamer/nobody"] {
        ann.get(path).await.refused(404, "No user data found. Make sure the username parameter is correct.");
    }
    assert_eq!([ann.game(&waiting).await, ann.game(&running).await, ann.game(&over).await], before);
}

#[tokio::test]
async fn reports_of_clients_change_nothing() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    assert_eq!(ann.get("/getGamers").await.ok(), json!([]));
    let nothing = json!({"username": "ben", "wins": 0, "gameIDs": [], "gameCount": 0});
    assert_eq!(ann.post("/gamer/createGamer", json!({"username": "ben"})).await.ok(), nothing);
    assert_eq!(ben.post("/gamer/createGamer", json!({})).await.ok(), nothing);
    assert_eq!(ann.get("/gamer/getLeaderboard").await.ok(), json!([]), "who has not played is not on it");
    let game = won(&ann, &ben).await;
    let truth = json!({"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1});
    for body in [
        json!({"username": "ann", "updates": {"wins": 2, "gameIDs": [game]}}),
        json!({"username": "ann", "updates": {"wins": -7}}),
        json!({"username": "ann", "updates": "all of them"}),
        json!({"username": "ann"}),
    ] {
        for person in [&ann, &ben] {
            assert_eq!(person.patch("/gamer/updateGamerInfo", body.clone()).await.ok(), truth);
        }
    }
    assert_eq!(ann.leaders().await, json!([["ann", 1], ["ben", 0]]));
    ann.patch("/gamer/updateGamerInfo", json!({"username": "nobody", "updates": {}}))
        .await
        .refused(404, "No user data found. Make sure the username parameter is correct.");
    assert_eq!(ann.patch("/gamer/updateGamerInfo", json!({"username": 7})).await.status, 400);
}

#[tokio::test]
async fn leaving_a_waiting_game_frees_the_seat_and_a_running_one_is_lost() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let game = ann.creates_game().await;
    ann.in_game("/join", &game).await.ok();
    let left = ann.in_game("/leave", &game).await.ok();
    assert_eq!((&left["players"], &left["state"]["status"]), (&json!([]), &json!("WAITING_TO_START")));
    ben.in_game("/join", &game).await.ok();
    let begun = ann.in_game("/join", &game).await.ok();
    assert_eq!(begun["players"], json!(["ben", "ann"]));
    ben.takes(&game, 2).await.unwrap();
    let over = ann.in_game("/games/leave", &game).await.ok();
    assert_eq!((&over["state"]["status"], &over["state"]["winners"]), (&json!("OVER"), &json!(["ben"])));
    assert_eq!((&over["players"], &over["state"]["remainingObjects"]), (&json!(["ben", "ann"]), &json!(19)));
    // Neither leaves twice, nor does the winner lose by leaving.
    for person in [&ann, &ben] {
        assert_eq!(person.in_game("/leave", &game).await.ok(), over);
    }
    assert_eq!(cem.leaders().await, json!([["ben", 1], ["ann", 0]]));
}

#[tokio::test]
async fn among_equals_who_was_first_leads() {
    let site = TestSite::new();
    let mut people = Vec::new();
    for number in 0..13 {
        people.push(site.sign_up(&format!("player{number}")).await);
    }
    let loser = &people[12];
    // The later ones win first; then the earliest gets ahead of all.
    for winner in people[..12].iter().rev() {
        won(winner, loser).await;
    }
    won(&people[0], loser).await;
    let expected: Vec<Value> =
        [0].into_iter().chain((3..12).rev()).map(|n| json!([format!("player{n}"), if n == 0 { 2 } else { 1 }])).collect();
    assert_eq!(loser.leaders().await, json!(expected));

    // A page of all gamers ends where the next one begins.
    let (mut names, mut path) = (Vec::new(), Some("/getGamers?limit=5".to_owned()));
    while let Some(next) = path {
        let page = loser.get(&next).await;
        assert_eq!(page.header("x-total-count"), "13");
        names.extend(page.ok().as_array().unwrap().iter().map(|gamer| gamer["username"].as_str().unwrap().to_owned()));
        path = page.next_page();
    }
    assert_eq!(names, (0..13).map(|number| format!("player{number}")).collect::<Vec<_>>());
    let last = loser.gamer("player12").await;
    assert_eq!((&last["wins"], &last["gameCount"], last["gameIDs"].as_array().unwrap().len()), (&json!(0), &json!(13), 13));
}

#[tokio::test]
async fn a_game_that_nobody_joins_expires() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (empty, half) = (ann.creates_game().await, ann.creates_game().await);
    site.clock.advance(59 * MINUTE);
    // Waiting for the second player is another hour.
    ann.in_game("/join", &half).await.ok();
    let ids = async |query: &str| -> Vec<String> {
        let reply = ben.get(&format!("/games/games{query}")).await;
        let ids: Vec<String> = reply.ok().as_array().unwrap().iter().map(|game| game["gameID"].as_str().unwrap().to_owned()).collect();
        assert_eq!(reply.header("x-total-count"), ids.len().to_string(), "{query}");
        ids
    };
    assert_eq!(ids("?status=WAITING_TO_START").await, [half.clone(), empty.clone()]);
    site.clock.advance(MINUTE);
    assert_eq!(ids("?status=WAITING_TO_START&gameType=Nim").await, [half.as_str()]);
    ben.in_game("/join", &empty).await.refused(409, "Cannot join game: nobody joined it in time");
    let over = ben.game(&empty).await;
    assert_eq!((&over["state"]["status"], &over["state"]["winners"]), (&json!("OVER"), &Value::Null));
    assert_eq!(over["datePlayed"], "2026-11-21T01:00:00.000Z");
    site.clock.advance(59 * MINUTE);
    assert_eq!(ids("?status=WAITING_TO_START").await, [] as [&str; 0]);
    // Noting it changes nothing of what is seen.
    let before = [ben.game(&empty).await, ben.game(&half).await];
    site.site.app.db.write(play::end_expired).await.unwrap();
    assert_eq!([ben.game(&empty).await, ben.game(&half).await], before);
    assert_eq!(ids("?status=OVER").await, [half.clone(), empty]);
    ann.in_game("/leave", &half).await.ok();
    ann.in_game("/games/rematch", &half).await.refused(409, "Cannot play again: there is nobody to play with");
    // It was no game: nobody has won or played.
    assert_eq!(ben.get("/games/getCompletedGames/ann").await.ok(), json!([]));
    assert_eq!((ann.streak("UTC").await, ann.leaders().await), (json!(0), json!([])));
}

#[tokio::test]
async fn lists_of_games_are_paged() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut completed = Vec::new();
    for _ in 0..7 {
        site.clock.advance(MINUTE);
        completed.insert(0, won(&ann, &ben).await);
        begun(&ann, &ben).await;
        ann.creates_game().await;
    }
    for (path, total) in [
        ("/games/games", 21),
        ("/games/games?gameType=Nim", 21),
        ("/games/games?status=OVER", 7),
        ("/games/games?status=IN_PROGRESS&gameType=Nim", 7),
        ("/games/games?status=WAITING_TO_START", 7),
        ("/games/getCompletedGames/ann", 7),
    ] {
        let separator = if path.contains('?') { '&' } else { '?' };
        let whole = ann.get(path).await.ok();
        let (mut games, mut next) = (Vec::new(), Some(format!("{path}{separator}limit=2")));
        while let Some(page) = next {
            let reply = ann.get(&page).await;
            assert_eq!(reply.header("x-total-count"), total.to_string(), "{path}");
            games.extend(reply.ok().as_array().unwrap().clone());
            next = reply.next_page();
        }
        assert_eq!((Value::from(games), whole.as_array().unwrap().len()), (whole, total), "{path}");
    }
    let ids: Vec<Value> =
        ann.get("/games/getCompletedGames/ben").await.ok().as_array().unwrap().iter().map(|g| g["gameID"].clone()).collect();
    assert_eq!(json!(ids), json!(completed));
}

#[tokio::test]
async fn one_finds_the_games_that_one_plays() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    won(&ann, &ben).await;
    begun(&ben, &cem).await;
    ann.creates_game().await;
    let (running, waiting) = (begun(&ben, &ann).await, cem.creates_game().await);
    ann.in_game("/join", &waiting).await.ok();
    let path = "/games/getUnfinishedGames";
    let games = async || ann.get(path).await.ok();
    assert_eq!(games().await, json!([ann.game(&waiting).await, ann.game(&running).await]));
    let first = ann.get(&format!("{path}?limit=1")).await;
    assert_eq!((first.ok(), first.header("x-total-count")), (json!([ann.game(&waiting).await]), "2"));
    let second = ann.get(&first.next_page().expect("another page")).await;
    assert_eq!((second.ok(), second.next_page()), (json!([ann.game(&running).await]), None));
    site.clock.advance(60 * MINUTE);
    assert_eq!(games().await, json!([ann.game(&running).await]));
    ben.in_game("/leave", &running).await.ok();
    assert_eq!(games().await, json!([]));
}

#[tokio::test]
async fn both_get_the_same_rematch_once() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let first = won(&ann, &ben).await;
    let again = ben.in_game("/games/rematch", &first).await.ok();
    assert_eq!((&again["players"], &again["state"]["status"]), (&json!(["ben", "ann"]), &json!("IN_PROGRESS")));
    assert_eq!(ann.game(&first).await["rematchID"], again["gameID"]);
    let replies = futures_util::future::join_all([&ann, &ben, &ann, &ben].map(|person| person.in_game("/games/rematch", &first))).await;
    for reply in replies {
        assert_eq!(reply.ok(), again);
    }
    let next = again["gameID"].as_str().unwrap();
    ben.takes(next, 1).await.unwrap();
    assert_eq!(ann.in_game("/games/rematch", &first).await.ok()["state"]["remainingObjects"], 20);
    ann.in_game("/leave", next).await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    ann.in_game("/games/rematch", next).await.refused(409, "Cannot play again: there is nobody to play with");
}

/// Else whoever has once won against somebody could go on winning against him without end.
#[tokio::test]
async fn nobody_wins_a_rematch_to_which_the_other_player_has_not_come() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut last = won(&ann, &ben).await;
    let leaders = ann.leaders().await;
    for moves_first in [false, true] {
        last = ann.in_game("/games/rematch", &last).await.ok()["gameID"].as_str().unwrap().to_owned();
        if moves_first {
            ann.takes(&last, 1).await.unwrap();
        }
        site.clock.advance(2 * MINUTE);
        let ended = ann.in_game("/games/claim", &last).await.ok();
        assert_eq!((&ended["state"]["status"], ended["state"].get("winners")), (&json!("OVER"), None));
        assert_eq!(ann.leaders().await, leaders);
    }
    // Who has moved plays.
    last = ann.in_game("/games/rematch", &last).await.ok()["gameID"].as_str().unwrap().to_owned();
    ben.takes(&last, 1).await.unwrap();
    site.clock.advance(2 * MINUTE);
    assert_eq!(ann.in_game("/games/claim", &last).await.ok()["state"]["winners"], json!(["ann"]));
}

#[tokio::test]
async fn a_streak_counts_days_by_the_viewers_clock() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let streaks = async || [ann.streak("UTC").await, ann.streak("Pacific/Kiritimati").await, ann.streak("America/Los_Angeles").await];
    let is = |numbers: [i32; 3]| numbers.map(|number| json!(number));
    assert_eq!(streaks().await, is([0, 0, 0]));
    won(&ann, &ben).await;
    won(&ann, &ben).await;
    assert_eq!(streaks().await, is([1, 1, 1]));
    // 15 hours later it is the same day in UTC, the next one in Kiritimati (+14), and in Los Angeles (-8) too.
    site.clock.advance(15 * Duration::from_secs(3600));
    assert_eq!(streaks().await, is([1, 1, 1]));
    won(&ben, &ann).await;
    assert_eq!(streaks().await, is([1, 2, 2]));
    // Without a game today it counts from yesterday; after a whole day without one it is over.
    site.clock.advance(DAY);
    assert_eq!(streaks().await, is([1, 2, 2]));
    site.clock.advance(DAY);
    assert_eq!(streaks().await, is([0, 0, 0]));
    assert_eq!(ann.get("/games/getStreak").await.ok(), json!({"days": 0}));
}

#[tokio::test]
async fn a_long_streak_is_counted_whole() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    won(&ann, &ben).await;
    // Three games on each of the 2,000 days before.
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6000)
         INSERT INTO games (id, game_type, status, created_at, acted_at, ended_at, winner_seat)
         SELECT n, 'Nim', 'OVER', 0, 0, 1795219200000 - (n + 2) / 3 * 86400000 + n % 3, 0 FROM n;
         INSERT INTO game_players SELECT g.id, 0, u.id, 0, g.ended_at FROM games g, users u WHERE g.id <= 6000 AND u.username = 'ann';
         INSERT INTO game_players SELECT g.id, 1, u.id, 0, g.ended_at FROM games g, users u WHERE g.id <= 6000 AND u.username = 'ben';
         UPDATE gamers SET games = 6001",
    );
    assert_eq!((ann.streak("UTC").await, ann.streak("Europe/Vienna").await), (json!(2_001), json!(2_001)));
    let gamer = ann.gamer("ann").await;
    assert_eq!((&gamer["gameCount"], gamer["gameIDs"].as_array().unwrap().len()), (&json!(6_001), 100));
    assert_eq!(ann.get("/games/getCompletedGames/ann?limit=1").await.header("x-total-count"), "6001");
}

#[tokio::test]
async fn a_deleted_player_forfeits_and_has_no_name() {
    let site = TestSite::new();
    let (ann, ben, cem) = (site.sign_up("ann").await, site.sign_up("ben").await, site.sign_up("cem").await);
    let (first, running, waiting) = (won(&ben, &ann).await, begun(&ann, &ben).await, cem.creates_game().await);
    ben.in_game("/join", &waiting).await.ok();
    let data = ben.get("/user/getData").await.ok();
    let mut games: Vec<&str> = data["games"].as_array().unwrap().iter().map(|game| game["gameID"].as_str().unwrap()).collect();
    games.sort_unstable();
    let mut all = [first.as_str(), &running, &waiting];
    all.sort_unstable();
    assert_eq!(games, all);

    ben.delete("/user/deleteUser/ben").await.ok();
    let over = ann.game(&running).await;
    assert_eq!((&over["state"]["status"], &over["state"]["winners"]), (&json!("OVER"), &json!(["ann"])));
    assert_eq!(over["players"], json!(["ann", "[deleted]"]));
    assert_eq!(ann.game(&first).await["state"]["winners"], json!(["[deleted]"]));
    assert_eq!(ann.game(&waiting).await["players"], json!([]));
    assert_eq!(ann.leaders().await, json!([["ann", 1]]));
    let gamers = ann.get("/getGamers").await;
    assert_eq!((gamers.ok().as_array().unwrap().len(), gamers.header("x-total-count")), (1, "1"));
    assert_eq!(ann.get("/gamer/getGamer/ben").await.status, 404);
    cem.in_game("/join", &waiting).await.ok();
}

#[tokio::test]
async fn who_is_gone_for_two_minutes_can_be_claimed_against() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let too_early = "Cannot claim the win: the other player was here within the last two minutes";
    let game = begun(&ann, &ben).await;
    ann.in_game("/games/claim", &game).await.refused(409, too_early);
    site.clock.advance(MINUTE);
    ann.takes(&game, 1).await.unwrap();
    site.clock.advance(2 * MINUTE - Duration::from_millis(1));
    ann.in_game("/games/claim", &game).await.refused(409, too_early);
    site.clock.advance(Duration::from_millis(1));
    let over = ann.in_game("/games/claim", &game).await.ok();
    assert_eq!((&over["state"]["status"], &over["state"]["winners"]), (&json!("OVER"), &json!(["ann"])));
    assert_eq!(ann.leaders().await, json!([["ann", 1], ["ben", 0]]));
    ben.in_game("/games/claim", &game).await.refused(409, "Cannot claim the win: game is not in progress");
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (game, waiting) = (begun(&ann, &ben).await, ben.creates_game().await);
    ann.takes(&game, 3).await.unwrap();
    ben.takes(&game, 2).await.unwrap();
    let before = [ann.game(&game).await, ann.game(&waiting).await];
    let cookies = [&ann, &ben].map(|person| person.cookies.lock().unwrap().clone());
    drop((ann, ben));
    let TestSite { site, clock, directory } = site;
    drop(site);
    let site = TestSite::within(directory, |_| {});
    // It was down for half an hour, in which nobody could be there.
    site.clock.advance(Duration::from_millis((clock.now().since(site.clock.now()) + 30 * MINUTE).as_millis() as u64));
    let [ann, ben] = [("ann", 0), ("ben", 1)].map(|(name, place)| {
        let mut person = site.stranger();
        person.name = name.to_owned();
        *person.cookies.lock().unwrap() = cookies[place].clone();
        person
    });
    assert_eq!([ann.game(&game).await, ann.game(&waiting).await], before);
    assert_eq!(ben.takes(&game, 1).await, Err("Invalid move: wrong player".into()));
    ann.takes(&game, 1).await.unwrap();
    let state = ann.game(&game).await["state"].clone();
    assert_eq!((&state["remainingObjects"], state["moves"].as_array().unwrap().len()), (&json!(15), 3));
    ann.in_game("/join", &waiting).await.ok();
}

#[tokio::test]
async fn a_restart_is_nobodys_absence() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = begun(&ann, &ben).await;
    site.clock.advance(10 * MINUTE);
    let site = site;
    // What a start does first.
    site.site
        .app
        .db
        .write(|tx| {
            tx.quietly("a test");
            store::note_all_seen(tx)
        })
        .await
        .unwrap();
    ann.in_game("/games/claim", &game).await.refused(409, "Cannot claim the win: the other player was here within the last two minutes");
    site.clock.advance(2 * MINUTE);
    ann.in_game("/games/claim", &game).await.ok();
}

#[tokio::test]
async fn without_games_there_are_no_calls_about_them() {
    let site = TestSite::with(|config| config.features.games = false);
    let ann = site.sign_up("ann").await;
    ann.post("/games/create", json!({"gameType": "Nim"})).await.refused(404, "Not found");
    ann.get("/gamer/getLeaderboard").await.refused(404, "Not found");
    ann.get("/user/getData").await.ok();
    ann.delete("/user/deleteUser/ann").await.ok();
}

/// What costs with the size of the site: going through all of a table, or sorting it.
#[tokio::test]
async fn no_list_scans_or_sorts_a_table() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        tx.quietly("a test");
        let me = Me::authenticate(tx, Some(&token))?;
        let user = crate::users::store::by_id(tx, me.id)?.expect("ann");
        plans(tx, || {
            for cursor in [None, Some("1".to_owned())] {
                let paging = Paging { limit: 30, cursor };
                for status in [None, Some(GameStatus::WaitingToStart), Some(GameStatus::InProgress), Some(GameStatus::Over)] {
                    for kind in [None, Some(GameType::Nim)] {
                        store::list(tx, kind, status, &paging)?;
                    }
                }
                store::gamers::list(tx, &paging)?;
                store::unfinished(tx, &me, &paging)?;
            }
            store::completed(tx, me.id, &Paging { limit: 30, cursor: Some("1.1".to_owned()) })?;
            store::of_user(tx, &me)?;
            store::all_unfinished(tx, &me)?;
            store::expire(tx)?;
            store::gamers::of_user(tx, &user)?;
            store::gamers::leaders(tx, 10)?;
            crate::games::gamers::streak(tx, &me, &"UTC".parse()?).map(drop)
        })
    });
    let statements = statements.await.unwrap();
    assert!(statements.len() >= 15, "only {} statements were seen", statements.len());
    for (sql, plan) in statements {
        // A primary key or an index may be walked from where the page begins; of the totals there is one row for each kind and status.
        let expensive = |line: &&String| {
            let walks = line.starts_with("SCAN ")
                && ["game_totals", "gamer_total", "SCAN g USING INDEX gamers_by_wins"].iter().all(|may| !line.contains(may));
            walks || line.contains("TEMP B-TREE")
        };
        assert!(!plan.iter().any(|line| expensive(&line)), "{sql}\n  {}", plan.join("\n  "));
    }
}
