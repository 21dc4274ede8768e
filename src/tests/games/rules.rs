//! Joining, moving and leaving.

use super::*;

#[tokio::test]
async fn a_game_starts_with_its_second_player() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = ann.creates_game().await;
    let state = |more: Value| {
        let mut state = json!({"status": "WAITING_TO_START", "moves": [], "remainingObjects": 21});
        state
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
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
    // Joining again changes nothing and takes no second seat.
    assert_eq!(ann.in_game("/games/join", &game).await.ok(), joined);
    let started = ben.in_game("/games/join", &game).await.ok();
    assert_eq!(
        started["state"],
        state(json!({"status": "IN_PROGRESS", "player1": "ann", "player2": "ben"}))
    );
    assert_eq!(
        (&started["players"], &started["actedAt"]),
        (&json!(["ann", "ben"]), &json!("2026-11-21T00:01:00.000Z"))
    );
}

#[tokio::test]
async fn moves_must_be_in_turn_and_within_the_rules() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = start_game(&ann, &ben).await;
    for turn in 0..6 {
        let (player, waits) = if turn % 2 == 0 {
            (&ann, &ben)
        } else {
            (&ben, &ann)
        };
        assert_eq!(
            waits.takes(&game, 1).await,
            Err("Invalid move: wrong player".into())
        );
        player.takes(&game, 3).await.unwrap();
    }
    assert_eq!(ann.takes(&game, 2).await, Ok(()));
    assert_eq!(
        ben.takes(&game, 2).await,
        Err("Invalid move: cannot remove more objects than are left".into())
    );
    for objects in [
        json!(0),
        json!(4),
        json!(-1),
        json!(1.5),
        json!("2"),
        json!(null),
        json!({}),
    ] {
        assert_eq!(
            ben.takes(&game, objects).await,
            Err("Invalid move: must remove between 1 and 3 objects".into())
        );
    }
}

#[tokio::test]
async fn the_player_who_takes_the_last_object_loses() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = start_game(&ann, &ben).await;
    for turn in 0..6 {
        [&ann, &ben][turn % 2].takes(&game, 3).await.unwrap();
    }
    ann.takes(&game, 2).await.unwrap();
    site.clock.advance(MINUTE);
    ben.takes(&game, 1).await.unwrap();

    let over = ann.game(&game).await;
    assert_eq!(
        (&over["state"]["status"], &over["state"]["winners"]),
        (&json!("OVER"), &json!(["ann"]))
    );
    assert_eq!(
        (&over["state"]["remainingObjects"], &over["datePlayed"]),
        (&json!(0), &json!("2026-11-21T00:01:00.000Z"))
    );
    let moves = over["state"]["moves"].as_array().unwrap();
    assert_eq!(
        (moves.len(), &moves[6]),
        (8, &json!({"numObjects": 2, "playerID": "ann"}))
    );
    assert_eq!(
        ann.takes(&game, 1).await,
        Err("Invalid move: game is not in progress".into())
    );
    assert_eq!(
        ann.gamer("ann").await,
        json!({"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1})
    );
    assert_eq!(
        ann.gamer("ben").await,
        json!({"username": "ben", "wins": 0, "gameIDs": [game], "gameCount": 1})
    );
    for name in ["ann", "ben"] {
        assert_eq!(
            ann.get(&format!("/games/getCompletedGames/{name}"))
                .await
                .ok(),
            json!([over])
        );
    }
}

/// A waiting, a running and an ended game of Ann, the last two with Ben. Cem plays none.
struct ThreeGames {
    ann: Person,
    cem: Person,
    waiting: String,
    running: String,
    over: String,
    /// The three games before a test.
    before: [Value; 3],
    _site: TestSite,
}

impl ThreeGames {
    async fn new() -> Self {
        let site = TestSite::new();
        let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
        let cem = site.sign_up("cem").await;
        let waiting = ann.creates_game().await;
        let running = start_game(&ann, &ben).await;
        let over = win_game(&ann, &ben).await;
        let before = [
            ann.game(&waiting).await,
            ann.game(&running).await,
            ann.game(&over).await,
        ];
        Self {
            ann,
            cem,
            waiting,
            running,
            over,
            before,
            _site: site,
        }
    }

    async fn assert_unchanged(&self) {
        let games = [
            self.ann.game(&self.waiting).await,
            self.ann.game(&self.running).await,
            self.ann.game(&self.over).await,
        ];
        assert_eq!(games, self.before);
    }
}

#[tokio::test]
async fn a_game_that_has_not_started_has_no_moves() {
    let games = ThreeGames::new().await;
    let ThreeGames { ann, waiting, .. } = &games;
    assert_eq!(
        ann.takes(waiting, 1).await,
        Err("Invalid move: game is not in progress".into())
    );
    games.assert_unchanged().await;
}

#[tokio::test]
async fn other_users_cannot_act_in_a_started_game() {
    let games = ThreeGames::new().await;
    let ThreeGames {
        cem, running, over, ..
    } = &games;
    for game in [running, over] {
        cem.in_game("/join", game)
            .await
            .refused(409, "Cannot join game: already started");
    }
    assert_eq!(
        cem.takes(running, 1).await,
        Err("Invalid move: wrong player".into())
    );
    for (call, game, status, sentence) in [
        (
            "/games/claim",
            running,
            403,
            "Only the players of this game can do this",
        ),
        (
            "/games/rematch",
            over,
            403,
            "Only the players of this game can do this",
        ),
    ] {
        cem.in_game(call, game).await.refused(status, sentence);
    }
    games.assert_unchanged().await;
}

#[tokio::test]
async fn claims_need_a_running_game_and_rematches_an_ended_one() {
    let games = ThreeGames::new().await;
    let ThreeGames {
        ann, running, over, ..
    } = &games;
    ann.in_game("/games/claim", over)
        .await
        .refused(409, "Cannot claim the win: game is not in progress");
    ann.in_game("/games/rematch", running)
        .await
        .refused(409, "Cannot play again: the game is not over");
    games.assert_unchanged().await;
}

#[tokio::test]
async fn leaving_as_another_user_or_twice_has_no_effect() {
    let games = ThreeGames::new().await;
    let ThreeGames {
        ann,
        cem,
        waiting,
        running,
        over,
        ..
    } = &games;
    cem.in_game("/leave", running).await.ok();
    cem.in_game("/leave", waiting).await.ok();
    ann.in_game("/leave", over).await.ok();
    games.assert_unchanged().await;
}

#[tokio::test]
async fn game_calls_require_an_existing_game_and_the_own_name() {
    let games = ThreeGames::new().await;
    let ThreeGames { ann, running, .. } = &games;
    for call in [
        "/join",
        "/leave",
        "/games/join",
        "/games/leave",
        "/games/claim",
        "/games/rematch",
    ] {
        for game in [ABSENT, "x", "", "undefined", "\u{1f40e}", "1\0"] {
            ann.in_game(call, game).await.refused(404, "Game not found");
        }
        ann.post(call, json!({"gameID": running, "playerID": "ben"}))
            .await
            .refused(403, "You can only do this as yourself");
        for body in [
            json!({}),
            json!({"gameID": 7}),
            json!({"gameID": [running]}),
            json!([]),
            json!("x"),
        ] {
            assert_eq!(ann.post(call, body).await.status, 400);
        }
    }
    ann.get(&format!("/games/getGame/{ABSENT}"))
        .await
        .refused(404, "Game not found");
    games.assert_unchanged().await;
}

#[tokio::test]
async fn an_unknown_game_type_is_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for kind in ["", "nim", "Chess", "Nim ", "\u{1f40e}", "Nim\0"] {
        ann.post("/games/create", json!({"gameType": kind}))
            .await
            .refused(400, "Unknown game type");
    }
    ann.post("/games/create", json!({}))
        .await
        .refused(400, "Unknown game type");
    ann.get("/games/games?gameType=Chess")
        .await
        .refused(400, "Unknown game type");
    assert_eq!(ann.get("/games/games").await.ok(), json!([]));
}

#[tokio::test]
async fn invalid_query_parameters_of_game_lists_are_rejected() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    ann.get("/games/games?status=LATE")
        .await
        .refused(400, "Invalid game status");
    ann.get("/games/games?limit=0")
        .await
        .refused(400, "Invalid limit");
    ann.get("/games/games?cursor=x")
        .await
        .refused(400, "Invalid cursor");
    ann.get("/games/getStreak?timeZone=Nowhere")
        .await
        .refused(400, "Invalid time zone");
}

#[tokio::test]
async fn an_absent_player_has_no_games_and_no_statistics() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    for path in ["/games/getCompletedGames/nobody", "/gamer/getGamer/nobody"] {
        ann.get(path).await.refused(
            404,
            "No user data found. Make sure the username parameter is correct.",
        );
    }
}

#[tokio::test]
async fn results_reported_by_clients_are_ignored() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    assert_eq!(ann.get("/getGamers").await.ok(), json!([]));
    let nothing = json!({"username": "ben", "wins": 0, "gameIDs": [], "gameCount": 0});
    assert_eq!(
        ann.post("/gamer/createGamer", json!({"username": "ben"}))
            .await
            .ok(),
        nothing
    );
    assert_eq!(
        ben.post("/gamer/createGamer", json!({})).await.ok(),
        nothing
    );
    assert_eq!(
        ann.get("/gamer/getLeaderboard").await.ok(),
        json!([]),
        "a user without games is not on it"
    );
    let game = win_game(&ann, &ben).await;
    let truth = json!({"username": "ann", "wins": 1, "gameIDs": [game], "gameCount": 1});
    for body in [
        json!({"username": "ann", "updates": {"wins": 2, "gameIDs": [game]}}),
        json!({"username": "ann", "updates": {"wins": -7}}),
        json!({"username": "ann", "updates": "all of them"}),
        json!({"username": "ann"}),
    ] {
        for person in [&ann, &ben] {
            assert_eq!(
                person
                    .patch("/gamer/updateGamerInfo", body.clone())
                    .await
                    .ok(),
                truth
            );
        }
    }
    assert_eq!(ann.leaders().await, json!([["ann", 1], ["ben", 0]]));
    ann.patch(
        "/gamer/updateGamerInfo",
        json!({"username": "nobody", "updates": {}}),
    )
    .await
    .refused(
        404,
        "No user data found. Make sure the username parameter is correct.",
    );
    assert_eq!(
        ann.patch("/gamer/updateGamerInfo", json!({"username": 7}))
            .await
            .status,
        400
    );
}

#[tokio::test]
async fn leaving_frees_the_seat_of_a_waiting_game_and_loses_a_running_one() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let game = ann.creates_game().await;
    ann.in_game("/join", &game).await.ok();
    let left = ann.in_game("/leave", &game).await.ok();
    assert_eq!(
        (&left["players"], &left["state"]["status"]),
        (&json!([]), &json!("WAITING_TO_START"))
    );
    ben.in_game("/join", &game).await.ok();
    let started = ann.in_game("/join", &game).await.ok();
    assert_eq!(started["players"], json!(["ben", "ann"]));
    ben.takes(&game, 2).await.unwrap();
    let over = ann.in_game("/games/leave", &game).await.ok();
    assert_eq!(
        (&over["state"]["status"], &over["state"]["winners"]),
        (&json!("OVER"), &json!(["ben"]))
    );
    assert_eq!(
        (&over["players"], &over["state"]["remainingObjects"]),
        (&json!(["ben", "ann"]), &json!(19))
    );
    // Leaving twice has no effect, and the winner cannot lose by leaving.
    for person in [&ann, &ben] {
        assert_eq!(person.in_game("/leave", &game).await.ok(), over);
    }
    assert_eq!(cem.leaders().await, json!([["ben", 1], ["ann", 0]]));
}

#[tokio::test]
async fn ties_on_the_leaderboard_are_ordered_by_who_reached_the_wins_first() {
    let site = TestSite::new();
    let mut people = Vec::new();
    for number in 0..13 {
        people.push(site.sign_up(&format!("player{number}")).await);
    }
    let loser = &people[12];
    // The later players win first; then the earliest one overtakes all.
    for winner in people[..12].iter().rev() {
        win_game(winner, loser).await;
    }
    win_game(&people[0], loser).await;
    let expected: Vec<Value> = [0]
        .into_iter()
        .chain((3..12).rev())
        .map(|n| json!([format!("player{n}"), if n == 0 { 2 } else { 1 }]))
        .collect();
    assert_eq!(loser.leaders().await, json!(expected));

    // Pages of the player list are contiguous.
    let (mut names, mut path) = (Vec::new(), Some("/getGamers?limit=5".to_owned()));
    while let Some(next) = path {
        let page = loser.get(&next).await;
        assert_eq!(page.header("x-total-count"), "13");
        names.extend(
            page.ok()
                .as_array()
                .unwrap()
                .iter()
                .map(|gamer| gamer["username"].as_str().unwrap().to_owned()),
        );
        path = page.next_page();
    }
    assert_eq!(
        names,
        (0..13)
            .map(|number| format!("player{number}"))
            .collect::<Vec<_>>()
    );
    let last = loser.gamer("player12").await;
    assert_eq!(
        (
            &last["wins"],
            &last["gameCount"],
            last["gameIDs"].as_array().unwrap().len()
        ),
        (&json!(0), &json!(13), 13)
    );
}
