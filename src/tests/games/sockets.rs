//! Games over real sockets: who hears of them, who may move, who is there.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::TestSite;
use super::super::live::{Listening, Socket};
use super::{MINUTE, begun, won};
use crate::games::rooms;
use crate::users::session;

impl Socket {
    async fn says(&mut self, name: &str, argument: Value) {
        self.say(&format!("42{}", json!([name, argument]))).await;
    }

    /// Says something and waits until it has been dealt with.
    async fn says_and_waits(&mut self, name: &str, argument: Value) {
        self.say(&format!("427{}", json!([name, argument]))).await;
        assert_eq!(self.text().await.expect("an acknowledgement"), "437[]");
    }

    async fn moves(&mut self, player: &str, game: &str, objects: impl Into<Value>) {
        let turn = json!({"playerID": player, "gameID": game, "move": {"numObjects": objects.into()}});
        self.says("makeMove", json!({"gameID": game, "move": turn})).await;
    }

    /// The next event, which is how a game stands now.
    async fn game(&mut self) -> Value {
        let (name, payload) = self.event().await;
        assert_eq!(name, "gameUpdate", "{payload}");
        payload["gameInstance"].clone()
    }
}

#[tokio::test]
async fn players_and_spectators_hear_of_a_game_and_nobody_else() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (cem, dan) = (site.sign_up("cem").await, site.sign_up("dan").await);
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let (mut by_cem, mut by_dan, mut by_nobody) = (server.socket_of(&cem).await, server.socket_of(&dan).await, server.socket("").await);
    let game = ann.creates_game().await;
    // Nobody is in its room yet to hear of it.
    server.all_is_told().await;
    by_cem.says_and_waits("joinGame", json!(game)).await;
    by_nobody.says_and_waits("joinGame", json!(game)).await;
    ann.in_game("/join", &game).await.ok();
    for socket in [&mut by_ann, &mut by_cem] {
        assert_eq!(socket.game().await["state"]["player1"], "ann");
    }
    ben.in_game("/join", &game).await.ok();
    by_ann.moves("ann", &game, 3).await;
    for socket in [&mut by_ann, &mut by_ben, &mut by_cem] {
        assert_eq!(socket.game().await["players"], json!(["ann", "ben"]));
        let game = socket.game().await;
        assert_eq!(game["state"]["moves"], json!([{"numObjects": 3, "playerID": "ann"}]));
    }
    // Who is in the room and plays hears each thing once; who has left it nothing more.
    by_ann.says_and_waits("joinGame", json!(game)).await;
    by_cem.says_and_waits("leaveGame", json!(game)).await;
    by_ben.moves("ben", &game, 1).await;
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.game().await["state"]["remainingObjects"], 17);
    }
    for socket in [&mut by_ann, &mut by_ben, &mut by_cem, &mut by_dan, &mut by_nobody] {
        socket.hears_nothing().await;
    }
    // The end is told, and then, to everybody, the leaderboard.
    ben.in_game("/leave", &game).await.ok();
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.game().await["state"]["winners"], json!(["ann"]));
    }
    let board = json!([
        {"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1},
        {"username": "ben", "wins": 0, "gameIDs": [game], "gameCount": 1},
    ]);
    for socket in [&mut by_ann, &mut by_ben, &mut by_cem, &mut by_dan] {
        assert_eq!(socket.event().await, ("gamerUpdate".to_owned(), board.clone()));
    }
    by_nobody.hears_nothing().await;
}

#[tokio::test]
async fn a_refused_move_is_told_to_who_made_it_alone() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let cem = server.site.sign_up("cem").await;
    let game = begun(&ann, &ben).await;
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let (mut second, mut by_cem) = (server.socket_of(&ben).await, server.socket_of(&cem).await);
    let before = ann.game(&game).await;
    let turn = |player: &str, objects: Value| json!({"gameID": game, "move": {"playerID": player, "gameID": game, "move": {"numObjects": objects}}});
    let absent = "0000000000001";
    let mut of_another = turn("ben", json!(1));
    of_another["move"]["gameID"] = json!(absent);
    let mut nowhere = turn("ben", json!(1));
    nowhere["gameID"] = json!(absent);
    nowhere["move"]["gameID"] = json!(absent);
    for (said, error) in [
        (turn("ben", json!(1)), "Invalid move: wrong player"),
        // In the name of whose turn it is.
        (turn("ann", json!(1)), "Invalid move: wrong player"),
        (of_another, "Malformed request: the move is one of another game"),
        (nowhere, "Game not found"),
        (json!({"gameID": game}), "Invalid move: wrong player"),
        (json!({"gameID": "\u{1f40e}".repeat(1_000)}), "Game not found"),
    ] {
        by_ben.says("makeMove", said.clone()).await;
        for socket in [&mut by_ben, &mut second] {
            let (name, payload) = socket.event().await;
            assert_eq!((name.as_str(), &payload["player"], &payload["error"]), ("gameError", &json!("ben"), &json!(error)), "{said}");
        }
    }
    for objects in [json!(0), json!(4), json!("3"), json!(2.5), json!(null)] {
        by_ann.says("makeMove", turn("ann", objects)).await;
        let (name, payload) = by_ann.event().await;
        let error = json!({"player": "ann", "error": "Invalid move: must remove between 1 and 3 objects", "gameID": game});
        assert_eq!((name.as_str(), payload), ("gameError", error));
    }
    by_cem.moves("cem", &game, 1).await;
    assert_eq!(by_cem.event().await.1["error"], "Invalid move: wrong player");
    // What names nothing says nothing.
    for said in [json!({"gameID": ""}), json!({"gameID": "undefined"}), json!({}), json!(null), json!([]), json!("x"), json!({"gameID": 7})]
    {
        by_ann.says("makeMove", said).await;
    }
    for room in [json!(""), json!("undefined"), json!(null), json!(absent), json!({"a": 1}), json!(7), json!("x".repeat(60_000))] {
        by_cem.says_and_waits("joinGame", room.clone()).await;
        by_cem.says_and_waits("leaveGame", room).await;
    }
    assert_eq!(ann.game(&game).await, before);
    for socket in [&mut by_ann, &mut by_ben, &mut second, &mut by_cem] {
        socket.hears_nothing().await;
    }
}

#[tokio::test]
async fn what_one_socket_says_is_done_in_its_order() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let game = begun(&ann, &ben).await;
    let mut by_ann = server.socket_of(&ann).await;
    for _ in 0..20 {
        by_ann.says("joinGame", json!(game)).await;
        by_ann.says("leaveGame", json!(game)).await;
    }
    by_ann.says_and_waits("leaveGame", json!(game)).await;
    let user = super::super::id_of(&ann.get("/user/me").await.ok()).parse().unwrap();
    let is_in = || server.site.site.app.hub.is_in(game.parse().unwrap(), user);
    assert!(!is_in());
    by_ann.says_and_waits("joinGame", json!(game)).await;
    assert!(is_in());
    // A double click is one move: the other one is not his turn any more.
    by_ann.moves("ann", &game, 2).await;
    by_ann.moves("ann", &game, 2).await;
    assert_eq!(by_ann.game().await["state"]["remainingObjects"], 19);
    assert_eq!(by_ann.event().await.1["error"], "Invalid move: wrong player");
}

#[tokio::test]
async fn a_socket_is_in_few_rooms_and_leaves_them_with_its_session() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let mut games = Vec::new();
    for _ in 0..25 {
        games.push(begun(&ann, &ben).await);
    }
    let cem = server.site.sign_up("cem").await;
    let mut by_cem = server.socket_of(&cem).await;
    for game in &games {
        by_cem.says_and_waits("joinGame", json!(game)).await;
    }
    let user = super::super::id_of(&cem.get("/user/me").await.ok()).parse().unwrap();
    let rooms = || games.iter().filter(|game| server.site.site.app.hub.is_in(game.parse().unwrap(), user)).count();
    assert_eq!(rooms(), 20);
    cem.post("/user/logout", json!({})).await.ok();
    by_cem.is_dropped().await;
    while rooms() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ann.takes(&games[0], 1).await.unwrap();
}

/// A socket lives a moment longer than its session: what it still says comes too late.
#[tokio::test]
async fn who_has_logged_out_moves_no_more() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = begun(&ann, &ben).await;
    let token = session::hash(&ann.cookie("stoa_session").expect("a session"));
    let player = |token| rooms::Player { socket: 0, token, address: [127, 0, 0, 1].into() };
    let said = json!({"gameID": game, "move": {"playerID": "ann", "move": {"numObjects": 2}}});
    let app = &site.site.app;
    rooms::make_move(app, &player(Some(token)), &said).await;
    assert_eq!(ben.game(&game).await["state"]["remainingObjects"], 19);
    ben.takes(&game, 1).await.unwrap();
    ann.post("/user/logout", json!({})).await.ok();
    for token in [Some(token), None, Some([7; 32])] {
        rooms::make_move(app, &player(token), &said).await;
        rooms::show_leaderboard(app, &player(token)).await;
    }
    assert_eq!(ben.game(&game).await["state"]["remainingObjects"], 18);
}

#[tokio::test]
async fn who_is_in_the_room_is_not_gone() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = begun(&ann, &ben).await;
    let (mut one, mut other) = (server.socket_of(&ben).await, server.socket_of(&ben).await);
    for socket in [&mut one, &mut other] {
        socket.says_and_waits("joinGame", json!(game)).await;
    }
    let too_early = "Cannot claim the win: the other player was here within the last two minutes";
    site.clock.advance(10 * MINUTE);
    ann.in_game("/games/claim", &game).await.refused(409, too_early);
    one.says_and_waits("leaveGame", json!(game)).await;
    site.clock.advance(10 * MINUTE);
    ann.in_game("/games/claim", &game).await.refused(409, too_early);
    // With the last one he goes away: from then on it is two minutes.
    drop(other);
    let user = super::super::id_of(&ben.get("/user/me").await.ok()).parse().unwrap();
    while site.site.app.hub.is_in(game.parse().unwrap(), user) {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // What was noted by then has been written.
    site.site.app.db.write(|_| Ok(())).await.unwrap();
    ann.in_game("/games/claim", &game).await.refused(409, too_early);
    site.clock.advance(2 * MINUTE);
    ann.in_game("/games/claim", &game).await.ok();
}

#[tokio::test]
async fn the_leaderboard_is_shown_as_it_is() {
    let server = Listening::with(TestSite::with(|config| config.limits.enabled = true)).await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    won(&ann, &ben).await;
    let forged = json!([{"username": "ben", "wins": 1_000, "gameIDs": []}]);
    for _ in 0..6 {
        by_ben.says("requestLeaderboardUpdate", forged.clone()).await;
    }
    for socket in [&mut by_ann, &mut by_ben] {
        // After that of the game itself.
        let mut shown = 0;
        while shown < 7 {
            let (name, payload) = socket.event().await;
            if name == "gamerUpdate" {
                assert_eq!(
                    (&payload[0]["username"], &payload[0]["wins"], payload.as_array().unwrap().len()),
                    (&json!("ann"), &json!(1), 2)
                );
                shown += 1;
            }
        }
    }
    for _ in 0..5 {
        by_ben.says("requestLeaderboardUpdate", forged.clone()).await;
    }
    by_ann.hears_nothing().await;
    let mut by_nobody = server.socket("").await;
    by_nobody.says("requestLeaderboardUpdate", json!(null)).await;
    by_ann.hears_nothing().await;
}

#[tokio::test]
async fn an_expired_game_is_told_to_who_waits_in_it() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let game = ann.creates_game().await;
    ann.in_game("/join", &game).await.ok();
    let mut by_ann = server.socket_of(&ann).await;
    server.site.clock.advance(61 * MINUTE);
    server.site.site.app.db.write(crate::games::play::end_expired).await.unwrap();
    let over = by_ann.game().await;
    assert_eq!((&over["gameID"], &over["state"]["status"], &over["state"]["winners"]), (&json!(game), &json!("OVER"), &Value::Null));
}

#[tokio::test]
async fn both_hear_of_the_rematch_and_spectators_where_to_go() {
    let server = Listening::start().await;
    let (ann, ben) = (server.site.sign_up("ann").await, server.site.sign_up("ben").await);
    let cem = server.site.sign_up("cem").await;
    let game = won(&ann, &ben).await;
    let (mut by_ann, mut by_cem) = (server.socket_of(&ann).await, server.socket_of(&cem).await);
    by_cem.says_and_waits("joinGame", json!(game)).await;
    let next = ben.in_game("/games/rematch", &game).await.ok()["gameID"].clone();
    for socket in [&mut by_ann, &mut by_cem] {
        let old = socket.game().await;
        assert_eq!((&old["gameID"], &old["rematchID"]), (&json!(game), &next));
    }
    assert_eq!(by_ann.game().await["gameID"], next);
    by_cem.hears_nothing().await;
}
