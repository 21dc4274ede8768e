//! Lists of games, expired ones included.

use super::*;

/// Returns the ids of a list of games, whose number equals the total.
async fn listed_games(viewer: &Person, query: &str) -> Vec<String> {
    let reply = viewer.get(&format!("/games/games{query}")).await;
    let ids = games_of(&reply.ok());
    assert_eq!(
        reply.header("x-total-count"),
        ids.len().to_string(),
        "{query}"
    );
    ids
}

fn games_of(list: &Value) -> Vec<String> {
    let games = list.as_array().unwrap().iter();
    games
        .map(|game| game["gameID"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_game_without_a_second_player_expires() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (empty, half) = (ann.creates_game().await, ann.creates_game().await);
    site.clock.advance(59 * MINUTE);
    // Waiting for the second player takes another hour.
    ann.in_game("/join", &half).await.ok();
    assert_eq!(
        listed_games(&ben, "?status=WAITING_TO_START").await,
        [half.clone(), empty.clone()]
    );
    site.clock.advance(MINUTE);
    assert_eq!(
        listed_games(&ben, "?status=WAITING_TO_START&gameType=Nim").await,
        [half.as_str()]
    );
    ben.in_game("/join", &empty)
        .await
        .refused(409, "Cannot join game: nobody joined it in time");
    let over = ben.game(&empty).await;
    assert_eq!(
        (&over["state"]["status"], &over["state"]["winners"]),
        (&json!("OVER"), &Value::Null)
    );
    assert_eq!(over["datePlayed"], "2026-11-21T01:00:00.000Z");
    site.clock.advance(59 * MINUTE);
    assert_eq!(
        listed_games(&ben, "?status=WAITING_TO_START").await,
        [] as [&str; 0]
    );
}

#[tokio::test]
async fn recording_an_expiry_changes_nothing_visible() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let empty = ann.creates_game().await;
    let half = ann.creates_game().await;
    ann.in_game("/join", &half).await.ok();
    site.clock.advance(60 * MINUTE);
    let before = [ben.game(&empty).await, ben.game(&half).await];
    site.site.app.db.write(play::end_expired).await.unwrap();
    assert_eq!([ben.game(&empty).await, ben.game(&half).await], before);
    assert_eq!(
        listed_games(&ben, "?status=OVER").await,
        [half.clone(), empty]
    );
}

#[tokio::test]
async fn an_expired_game_counts_neither_as_won_nor_as_played() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let half = ann.creates_game().await;
    ann.in_game("/join", &half).await.ok();
    site.clock.advance(60 * MINUTE);
    site.site.app.db.write(play::end_expired).await.unwrap();
    ann.in_game("/leave", &half).await.ok();
    ann.in_game("/games/rematch", &half)
        .await
        .refused(409, "Cannot play again: there is nobody to play with");
    assert_eq!(
        ben.get("/games/getCompletedGames/ann").await.ok(),
        json!([])
    );
    assert_eq!(
        (ann.streak("UTC").await, ann.leaders().await),
        (json!(0), json!([]))
    );
}

#[tokio::test]
async fn lists_of_games_are_paged() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut completed = Vec::new();
    for _ in 0..7 {
        site.clock.advance(MINUTE);
        completed.insert(0, win_game(&ann, &ben).await);
        start_game(&ann, &ben).await;
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
        let full = ann.get(path).await.ok();
        let (mut games, mut next) = (Vec::new(), Some(format!("{path}{separator}limit=2")));
        while let Some(page) = next {
            let reply = ann.get(&page).await;
            assert_eq!(reply.header("x-total-count"), total.to_string(), "{path}");
            games.extend(reply.ok().as_array().unwrap().clone());
            next = reply.next_page();
        }
        assert_eq!(
            (Value::from(games), full.as_array().unwrap().len()),
            (full, total),
            "{path}"
        );
    }
    let ids: Vec<Value> = ann
        .get("/games/getCompletedGames/ben")
        .await
        .ok()
        .as_array()
        .unwrap()
        .iter()
        .map(|g| g["gameID"].clone())
        .collect();
    assert_eq!(json!(ids), json!(completed));
}

#[tokio::test]
async fn games_are_filtered_by_player() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    win_game(&ann, &ben).await;
    start_game(&ben, &cem).await;
    ann.creates_game().await;
    let (running, waiting) = (start_game(&ben, &ann).await, cem.creates_game().await);
    ann.in_game("/join", &waiting).await.ok();
    let path = "/games/getUnfinishedGames";
    let games = async || ann.get(path).await.ok();
    assert_eq!(
        games().await,
        json!([ann.game(&waiting).await, ann.game(&running).await])
    );
    let first = ann.get(&format!("{path}?limit=1")).await;
    assert_eq!(
        (first.ok(), first.header("x-total-count")),
        (json!([ann.game(&waiting).await]), "2")
    );
    let second = ann.get(&first.next_page().expect("another page")).await;
    assert_eq!(
        (second.ok(), second.next_page()),
        (json!([ann.game(&running).await]), None)
    );
    site.clock.advance(60 * MINUTE);
    assert_eq!(games().await, json!([ann.game(&running).await]));
    ben.in_game("/leave", &running).await.ok();
    assert_eq!(games().await, json!([]));
}
