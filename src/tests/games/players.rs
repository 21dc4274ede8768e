//! Streaks and deleted players.

use super::*;

#[tokio::test]
async fn a_streak_counts_days_in_the_viewers_time_zone() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let streaks = async || {
        [
            ann.streak("UTC").await,
            ann.streak("Pacific/Kiritimati").await,
            ann.streak("America/Los_Angeles").await,
        ]
    };
    let is = |numbers: [i32; 3]| numbers.map(|number| json!(number));
    assert_eq!(streaks().await, is([0, 0, 0]));
    win_game(&ann, &ben).await;
    win_game(&ann, &ben).await;
    assert_eq!(streaks().await, is([1, 1, 1]));
    // 15 hours later it is the same day in UTC, and the next one in Kiritimati (+14) and in Los
    // Angeles (-8).
    site.clock.advance(15 * Duration::from_secs(3600));
    assert_eq!(streaks().await, is([1, 1, 1]));
    win_game(&ben, &ann).await;
    assert_eq!(streaks().await, is([1, 2, 2]));
    // Without a game today the streak counts from yesterday; after a whole day without one it is
    // over.
    site.clock.advance(DAY);
    assert_eq!(streaks().await, is([1, 2, 2]));
    site.clock.advance(DAY);
    assert_eq!(streaks().await, is([0, 0, 0]));
    assert_eq!(ann.get("/games/getStreak").await.ok(), json!({"days": 0}));
}

#[tokio::test]
async fn a_long_streak_is_counted_completely() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    win_game(&ann, &ben).await;
    // Three games on each of the 2,000 days before.
    site.sql(
        "WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 6000)
         INSERT INTO games (id, game_type, status, created_at, last_activity_at, ended_at, winner_seat)
         SELECT n, 'Nim', 'OVER', 0, 0, 1795219200000 - (n + 2) / 3 * 86400000 + n % 3, 0 FROM n;
         INSERT INTO game_players SELECT g.id, 0, u.id, 0, g.ended_at FROM games g, users u WHERE g.id <= 6000 AND u.username = 'ann';
         INSERT INTO game_players SELECT g.id, 1, u.id, 0, g.ended_at FROM games g, users u WHERE g.id <= 6000 AND u.username = 'ben';
         UPDATE player_stats SET games = 6001",
    );
    assert_eq!(
        (ann.streak("UTC").await, ann.streak("Europe/Vienna").await),
        (json!(2_001), json!(2_001))
    );
    let gamer = ann.gamer("ann").await;
    assert_eq!(
        (
            &gamer["gameCount"],
            gamer["gameIDs"].as_array().unwrap().len()
        ),
        (&json!(6_001), 100)
    );
    assert_eq!(
        ann.get("/games/getCompletedGames/ann?limit=1")
            .await
            .header("x-total-count"),
        "6001"
    );
}

#[tokio::test]
async fn a_deleted_player_forfeits_and_loses_their_name() {
    let site = TestSite::new();
    let (ann, ben, cem) = (
        site.sign_up("ann").await,
        site.sign_up("ben").await,
        site.sign_up("cem").await,
    );
    let (first, running, waiting) = (
        win_game(&ben, &ann).await,
        start_game(&ann, &ben).await,
        cem.creates_game().await,
    );
    ben.in_game("/join", &waiting).await.ok();
    let data = ben.get("/user/getData").await.ok();
    let mut games: Vec<&str> = data["games"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| game["gameID"].as_str().unwrap())
        .collect();
    games.sort_unstable();
    let mut all = [first.as_str(), &running, &waiting];
    all.sort_unstable();
    assert_eq!(games, all);

    ben.delete("/user/deleteUser/ben").await.ok();
    let over = ann.game(&running).await;
    assert_eq!(
        (&over["state"]["status"], &over["state"]["winners"]),
        (&json!("OVER"), &json!(["ann"]))
    );
    assert_eq!(over["players"], json!(["ann", "[deleted]"]));
    assert_eq!(
        ann.game(&first).await["state"]["winners"],
        json!(["[deleted]"])
    );
    assert_eq!(ann.game(&waiting).await["players"], json!([]));
    assert_eq!(ann.leaders().await, json!([["ann", 1]]));
    let gamers = ann.get("/getGamers").await;
    assert_eq!(
        (
            gamers.ok().as_array().unwrap().len(),
            gamers.header("x-total-count")
        ),
        (1, "1")
    );
    assert_eq!(ann.get("/gamer/getGamer/ben").await.status, 404);
    cem.in_game("/join", &waiting).await.ok();
}
