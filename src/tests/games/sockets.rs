//! Games over real sockets: recipients of events, moves, presence.

use std::time::Duration;

use serde_json::{Value, json};

use super::super::TestSite;
use super::super::realtime::{Listening, Socket};
use super::{MINUTE, start_game, win_game};
use crate::features::games::socket_handlers;
use crate::features::users::session;
use crate::platform::realtime::Room;
use crate::platform::web::{Limit, SocketContext};

impl Socket {
    async fn emits(&mut self, name: &str, argument: Value) {
        self.send_text(&format!("42{}", json!([name, argument])))
            .await;
    }

    /// Emits an event and waits until the server has handled it.
    async fn emits_and_waits(&mut self, name: &str, argument: Value) {
        self.send_text(&format!("427{}", json!([name, argument])))
            .await;
        assert_eq!(self.text().await.expect("an acknowledgement"), "437[]");
    }

    async fn moves(&mut self, player: &str, game: &str, objects: impl Into<Value>) {
        let turn =
            json!({"playerID": player, "gameID": game, "move": {"numObjects": objects.into()}});
        self.emits("makeMove", json!({"gameID": game, "move": turn}))
            .await;
    }

    /// Returns the next event, which must be the state of a game.
    async fn game(&mut self) -> Value {
        let (name, payload) = self.event().await;
        assert_eq!(name, "gameUpdate", "{payload}");
        payload["gameInstance"].clone()
    }
}

#[tokio::test]
async fn game_events_reach_players_and_spectators_only() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (cem, dan) = (site.sign_up("cem").await, site.sign_up("dan").await);
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    let (mut by_cem, mut by_dan, mut by_nobody) = (
        server.socket_of(&cem).await,
        server.socket_of(&dan).await,
        server.socket("").await,
    );
    let game = ann.creates_game().await;
    // The game's room is empty so far.
    server.wait_until_published().await;
    by_cem.emits_and_waits("joinGame", json!(game)).await;
    by_nobody.emits_and_waits("joinGame", json!(game)).await;
    ann.in_game("/join", &game).await.ok();
    for socket in [&mut by_ann, &mut by_cem] {
        assert_eq!(socket.game().await["state"]["player1"], "ann");
    }
    ben.in_game("/join", &game).await.ok();
    by_ann.moves("ann", &game, 3).await;
    for socket in [&mut by_ann, &mut by_ben, &mut by_cem] {
        assert_eq!(socket.game().await["players"], json!(["ann", "ben"]));
        let game = socket.game().await;
        assert_eq!(
            game["state"]["moves"],
            json!([{"numObjects": 3, "playerID": "ann"}])
        );
    }
    // Players in the room receive each event once; a socket that left the room receives none.
    by_ann.emits_and_waits("joinGame", json!(game)).await;
    by_cem.emits_and_waits("leaveGame", json!(game)).await;
    by_ben.moves("ben", &game, 1).await;
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.game().await["state"]["remainingObjects"], 17);
    }
    for socket in [
        &mut by_ann,
        &mut by_ben,
        &mut by_cem,
        &mut by_dan,
        &mut by_nobody,
    ] {
        socket.expect_silence().await;
    }
    // The end of the game is sent first, then the leaderboard to all users.
    ben.in_game("/leave", &game).await.ok();
    for socket in [&mut by_ann, &mut by_ben] {
        assert_eq!(socket.game().await["state"]["winners"], json!(["ann"]));
    }
    let board = json!([
        {"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1},
        {"username": "ben", "wins": 0, "gameIDs": [game], "gameCount": 1},
    ]);
    for socket in [&mut by_ann, &mut by_ben, &mut by_cem, &mut by_dan] {
        assert_eq!(
            socket.event().await,
            ("gamerUpdate".to_owned(), board.clone())
        );
    }
    by_nobody.expect_silence().await;
}

#[tokio::test]
async fn a_rejected_move_is_reported_to_its_player_only() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let cem = server.site.sign_up("cem").await;
    let game = start_game(&ann, &ben).await;
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
    for (sent, error) in [
        (turn("ben", json!(1)), "Invalid move: wrong player"),
        // A move in the name of the player whose turn it is.
        (turn("ann", json!(1)), "Invalid move: wrong player"),
        (
            of_another,
            "Malformed request: the move belongs to another game",
        ),
        (nowhere, "Game not found"),
        (json!({"gameID": game}), "Invalid move: wrong player"),
        (
            json!({"gameID": "\u{1f40e}".repeat(1_000)}),
            "Game not found",
        ),
    ] {
        by_ben.emits("makeMove", sent.clone()).await;
        for socket in [&mut by_ben, &mut second] {
            let (name, payload) = socket.event().await;
            assert_eq!(
                (name.as_str(), &payload["player"], &payload["error"]),
                ("gameError", &json!("ben"), &json!(error)),
                "{sent}"
            );
        }
    }
    for objects in [json!(0), json!(4), json!("3"), json!(2.5), json!(null)] {
        by_ann.emits("makeMove", turn("ann", objects)).await;
        let (name, payload) = by_ann.event().await;
        let error = json!({"player": "ann", "error": "Invalid move: must remove between 1 and 3 objects", "gameID": game});
        assert_eq!((name.as_str(), payload), ("gameError", error));
    }
    by_cem.moves("cem", &game, 1).await;
    assert_eq!(
        by_cem.event().await.1["error"],
        "Invalid move: wrong player"
    );
    // An event without a valid game id has no response.
    for sent in [
        json!({"gameID": ""}),
        json!({"gameID": "undefined"}),
        json!({}),
        json!(null),
        json!([]),
        json!("x"),
        json!({"gameID": 7}),
    ] {
        by_ann.emits("makeMove", sent).await;
    }
    for room in [
        json!(""),
        json!("undefined"),
        json!(null),
        json!(absent),
        json!({"a": 1}),
        json!(7),
        json!("x".repeat(60_000)),
    ] {
        by_cem.emits_and_waits("joinGame", room.clone()).await;
        by_cem.emits_and_waits("leaveGame", room).await;
    }
    assert_eq!(ann.game(&game).await, before);
    for socket in [&mut by_ann, &mut by_ben, &mut second, &mut by_cem] {
        socket.expect_silence().await;
    }
}

#[tokio::test]
async fn messages_of_one_socket_are_handled_in_order() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let game = start_game(&ann, &ben).await;
    let mut by_ann = server.socket_of(&ann).await;
    for _ in 0..20 {
        by_ann.emits("joinGame", json!(game)).await;
        by_ann.emits("leaveGame", json!(game)).await;
    }
    by_ann.emits_and_waits("leaveGame", json!(game)).await;
    let user = super::super::id_of(&ann.get("/user/me").await.ok())
        .parse()
        .unwrap();
    let is_in = || {
        server
            .site
            .site
            .app
            .hub
            .is_in_room(Room::Game(game.parse().unwrap()), user)
    };
    assert!(!is_in());
    by_ann.emits_and_waits("joinGame", json!(game)).await;
    assert!(is_in());
    // Of a double click only the first move counts: the second one comes out of turn.
    by_ann.moves("ann", &game, 2).await;
    by_ann.moves("ann", &game, 2).await;
    assert_eq!(by_ann.game().await["state"]["remainingObjects"], 19);
    assert_eq!(
        by_ann.event().await.1["error"],
        "Invalid move: wrong player"
    );
}

#[tokio::test]
async fn a_socket_joins_a_limited_number_of_rooms_and_leaves_them_with_its_session() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let mut games = Vec::new();
    for _ in 0..25 {
        games.push(start_game(&ann, &ben).await);
    }
    let cem = server.site.sign_up("cem").await;
    let mut by_cem = server.socket_of(&cem).await;
    for game in &games {
        by_cem.emits_and_waits("joinGame", json!(game)).await;
    }
    let user = super::super::id_of(&cem.get("/user/me").await.ok())
        .parse()
        .unwrap();
    let rooms = || {
        games
            .iter()
            .filter(|game| {
                server
                    .site
                    .site
                    .app
                    .hub
                    .is_in_room(Room::Game(game.parse().unwrap()), user)
            })
            .count()
    };
    assert_eq!(rooms(), 20);
    cem.post("/user/logout", json!({})).await.ok();
    by_cem.expect_dropped().await;
    while rooms() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ann.takes(&games[0], 1).await.unwrap();
}

#[tokio::test]
async fn joining_a_room_counts_as_a_request() {
    let server = Listening::with(TestSite::with(|config| config.limits.enabled = true)).await;
    let ann = server.site.sign_up("ann").await;
    let game = ann.creates_game().await;
    server.wait_until_published().await;
    let mut by_ann = server.socket_of(&ann).await;
    let user = super::super::id_of(&ann.get("/user/me").await.ok())
        .parse()
        .unwrap();
    let app = &server.site.site.app;
    let request = || {
        let address = [127, 0, 0, 1].into();
        app.limiter.check(Limit::Request, Some(user), address)
    };
    // A further request is allowed every tenth of a second.
    for _ in 0..20 {
        while request().is_ok() {}
        by_ann.emits_and_waits("joinGame", json!(game)).await;
        if !app.hub.is_in_room(Room::Game(game.parse().unwrap()), user) {
            return;
        }
        by_ann.emits_and_waits("leaveGame", json!(game)).await;
    }
    panic!("a user without requests has joined 20 times");
}

/// A socket may outlive its session for a moment; its late messages have no effect.
#[tokio::test]
async fn moves_after_logging_out_are_rejected() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = start_game(&ann, &ben).await;
    let token = session::hash(&ann.cookie("stoa_session").expect("a session"));
    let player = |token| SocketContext {
        key: 0,
        token,
        address: [127, 0, 0, 1].into(),
    };
    let sent = json!({"gameID": game, "move": {"playerID": "ann", "move": {"numObjects": 2}}});
    let app = &site.site.app;
    socket_handlers::make_move(app, &player(Some(token)), &sent).await;
    assert_eq!(ben.game(&game).await["state"]["remainingObjects"], 19);
    ben.takes(&game, 1).await.unwrap();
    ann.post("/user/logout", json!({})).await.ok();
    for token in [Some(token), None, Some([7; 32])] {
        socket_handlers::make_move(app, &player(token), &sent).await;
        socket_handlers::broadcast_leaderboard(app, &player(token)).await;
    }
    assert_eq!(ben.game(&game).await["state"]["remainingObjects"], 18);
}

#[tokio::test]
async fn a_player_in_the_room_is_not_absent() {
    let server = Listening::start().await;
    let site = &server.site;
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = start_game(&ann, &ben).await;
    let (mut one, mut other) = (server.socket_of(&ben).await, server.socket_of(&ben).await);
    for socket in [&mut one, &mut other] {
        socket.emits_and_waits("joinGame", json!(game)).await;
    }
    let too_early = "Cannot claim the win: the other player was here within the last two minutes";
    site.clock.advance(10 * MINUTE);
    ann.in_game("/games/claim", &game)
        .await
        .refused(409, too_early);
    one.emits_and_waits("leaveGame", json!(game)).await;
    site.clock.advance(10 * MINUTE);
    ann.in_game("/games/claim", &game)
        .await
        .refused(409, too_early);
    // The player is absent once the last socket is closed: the two minutes start then.
    drop(other);
    let user = super::super::id_of(&ben.get("/user/me").await.ok())
        .parse()
        .unwrap();
    while site
        .site
        .app
        .hub
        .is_in_room(Room::Game(game.parse().unwrap()), user)
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Absences recorded by now have been written.
    site.site.app.db.write(|_| Ok(())).await.unwrap();
    ann.in_game("/games/claim", &game)
        .await
        .refused(409, too_early);
    site.clock.advance(2 * MINUTE);
    ann.in_game("/games/claim", &game).await.ok();
}

#[tokio::test]
async fn the_leaderboard_event_has_the_current_wins() {
    let server = Listening::with(TestSite::with(|config| config.limits.enabled = true)).await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let (mut by_ann, mut by_ben) = (server.socket_of(&ann).await, server.socket_of(&ben).await);
    win_game(&ann, &ben).await;
    let forged = json!([{"username": "ben", "wins": 1_000, "gameIDs": []}]);
    for _ in 0..6 {
        by_ben
            .emits("requestLeaderboardUpdate", forged.clone())
            .await;
    }
    for socket in [&mut by_ann, &mut by_ben] {
        // It follows the event of the game itself.
        let mut shown = 0;
        while shown < 7 {
            let (name, payload) = socket.event().await;
            if name == "gamerUpdate" {
                assert_eq!(
                    (
                        &payload[0]["username"],
                        &payload[0]["wins"],
                        payload.as_array().unwrap().len()
                    ),
                    (&json!("ann"), &json!(1), 2)
                );
                shown += 1;
            }
        }
    }
    for _ in 0..5 {
        by_ben
            .emits("requestLeaderboardUpdate", forged.clone())
            .await;
    }
    by_ann.expect_silence().await;
    let mut by_nobody = server.socket("").await;
    by_nobody
        .emits("requestLeaderboardUpdate", json!(null))
        .await;
    by_ann.expect_silence().await;
}

#[tokio::test]
async fn an_expired_game_notifies_its_waiting_player() {
    let server = Listening::start().await;
    let ann = server.site.sign_up("ann").await;
    let game = ann.creates_game().await;
    ann.in_game("/join", &game).await.ok();
    let mut by_ann = server.socket_of(&ann).await;
    server.site.clock.advance(61 * MINUTE);
    server
        .site
        .site
        .app
        .db
        .write(crate::features::games::play::end_expired)
        .await
        .unwrap();
    let over = by_ann.game().await;
    assert_eq!(
        (
            &over["gameID"],
            &over["state"]["status"],
            &over["state"]["winners"]
        ),
        (&json!(game), &json!("OVER"), &Value::Null)
    );
}

#[tokio::test]
async fn a_rematch_notifies_both_players_and_spectators() {
    let server = Listening::start().await;
    let (ann, ben) = (
        server.site.sign_up("ann").await,
        server.site.sign_up("ben").await,
    );
    let cem = server.site.sign_up("cem").await;
    let game = win_game(&ann, &ben).await;
    let (mut by_ann, mut by_cem) = (server.socket_of(&ann).await, server.socket_of(&cem).await);
    by_cem.emits_and_waits("joinGame", json!(game)).await;
    let next = ben.in_game("/games/rematch", &game).await.ok()["gameID"].clone();
    for socket in [&mut by_ann, &mut by_cem] {
        let old = socket.game().await;
        assert_eq!((&old["gameID"], &old["rematchID"]), (&json!(game), &next));
    }
    assert_eq!(by_ann.game().await["gameID"], next);
    by_cem.expect_silence().await;
}
