//! Rematches.

use super::*;

#[tokio::test]
async fn both_players_get_the_same_rematch() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let first = win_game(&ann, &ben).await;
    let again = ben.in_game("/games/rematch", &first).await.ok();
    assert_eq!(
        (&again["players"], &again["state"]["status"]),
        (&json!(["ben", "ann"]), &json!("IN_PROGRESS"))
    );
    assert_eq!(ann.game(&first).await["rematchID"], again["gameID"]);
    let replies = futures_util::future::join_all(
        [&ann, &ben, &ann, &ben].map(|person| person.in_game("/games/rematch", &first)),
    )
    .await;
    for reply in replies {
        assert_eq!(reply.ok(), again);
    }
    let next = again["gameID"].as_str().unwrap();
    ben.takes(next, 1).await.unwrap();
    assert_eq!(
        ann.in_game("/games/rematch", &first).await.ok()["state"]["remainingObjects"],
        20
    );
    ann.in_game("/leave", next).await.ok();
    ben.delete("/user/deleteUser/ben").await.ok();
    ann.in_game("/games/rematch", next)
        .await
        .refused(409, "Cannot play again: there is nobody to play with");
}

/// Otherwise one win would allow endless wins against the same opponent.
#[tokio::test]
async fn a_rematch_cannot_be_claimed_before_the_opponent_arrives() {
    let site = TestSite::new();
    let (ann, ben) = (site.sign_up("ann").await, site.sign_up("ben").await);
    let mut last = win_game(&ann, &ben).await;
    let leaders = ann.leaders().await;
    for moves_first in [false, true] {
        last = ann.in_game("/games/rematch", &last).await.ok()["gameID"]
            .as_str()
            .unwrap()
            .to_owned();
        if moves_first {
            ann.takes(&last, 1).await.unwrap();
        }
        site.clock.advance(2 * MINUTE);
        let ended = ann.in_game("/games/claim", &last).await.ok();
        assert_eq!(
            (&ended["state"]["status"], ended["state"].get("winners")),
            (&json!("OVER"), None)
        );
        assert_eq!(ann.leaders().await, leaders);
    }
    // A player who has moved has arrived.
    last = ann.in_game("/games/rematch", &last).await.ok()["gameID"]
        .as_str()
        .unwrap()
        .to_owned();
    ben.takes(&last, 1).await.unwrap();
    site.clock.advance(2 * MINUTE);
    assert_eq!(
        ann.in_game("/games/claim", &last).await.ok()["state"]["winners"],
        json!(["ann"])
    );
}
