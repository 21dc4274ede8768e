//! Absent players and restarts.

use super::*;

#[tokio::test]
async fn a_win_can_be_claimed_after_two_minutes_of_absence() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let too_early = "Cannot claim the win: the other player was here within the last two minutes";
    let game = start_game(&ann, &ben).await;
    ann.in_game("/games/claim", &game)
        .await
        .refused(409, too_early);
    site.clock.advance(MINUTE);
    ann.takes(&game, 1).await.unwrap();
    site.clock.advance(2 * MINUTE - Duration::from_millis(1));
    ann.in_game("/games/claim", &game)
        .await
        .refused(409, too_early);
    site.clock.advance(Duration::from_millis(1));
    let over = ann.in_game("/games/claim", &game).await.ok();
    assert_eq!(
        (&over["state"]["status"], &over["state"]["winners"]),
        (&json!("OVER"), &json!(["ann"]))
    );
    assert_eq!(ann.leaders().await, json!([["ann", 1], ["ben", 0]]));
    ben.in_game("/games/claim", &game)
        .await
        .refused(409, "Cannot claim the win: game is not in progress");
}

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let (game, waiting) = (start_game(&ann, &ben).await, ben.creates_game().await);
    ann.takes(&game, 3).await.unwrap();
    ben.takes(&game, 2).await.unwrap();
    let before = [ann.game(&game).await, ann.game(&waiting).await];
    let cookies = [&ann, &ben].map(|person| person.cookies.lock().unwrap().clone());
    drop((ann, ben));
    let TestSite {
        site,
        clock,
        directory,
    } = site;
    drop(site);
    let site = TestSite::within(directory, |_| {});
    // The site was down for half an hour, in which no player could be present.
    site.clock.advance(Duration::from_millis(
        (clock.now().since(site.clock.now()) + 30 * MINUTE).as_millis() as u64,
    ));
    let [ann, ben] = [("ann", 0), ("ben", 1)].map(|(name, place)| {
        let mut person = site.visitor();
        person.name = name.to_owned();
        *person.cookies.lock().unwrap() = cookies[place].clone();
        person
    });
    assert_eq!([ann.game(&game).await, ann.game(&waiting).await], before);
    assert_eq!(
        ben.takes(&game, 1).await,
        Err("Invalid move: wrong player".into())
    );
    ann.takes(&game, 1).await.unwrap();
    let state = ann.game(&game).await["state"].clone();
    assert_eq!(
        (
            &state["remainingObjects"],
            state["moves"].as_array().unwrap().len()
        ),
        (&json!(15), 3)
    );
    ann.in_game("/join", &waiting).await.ok();
}

#[tokio::test]
async fn downtime_does_not_count_as_absence() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let game = start_game(&ann, &ben).await;
    site.clock.advance(10 * MINUTE);
    let site = site;
    // The first step of a start.
    site.site
        .app
        .db
        .write(|tx| {
            tx.without_event("a test");
            store::touch_all_last_seen(tx)
        })
        .await
        .unwrap();
    ann.in_game("/games/claim", &game).await.refused(
        409,
        "Cannot claim the win: the other player was here within the last two minutes",
    );
    site.clock.advance(2 * MINUTE);
    ann.in_game("/games/claim", &game).await.ok();
}
