//! Games: rules with their messages, win counts, streaks and expiry.

mod absence;
mod concurrency;
mod lists;
mod players;
mod rematches;
mod rules;
mod sockets;

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TestSite};
use crate::core::error::Result;
use crate::core::id::Id;
use crate::core::paging::Paging;
use crate::features::games::{GameStatus, GameType, play, store};
use crate::features::users::{Me, session};
use crate::platform::db::plans;
use crate::platform::web::{Actor, Credential};

const MINUTE: Duration = Duration::from_secs(60);
const DAY: Duration = Duration::from_secs(24 * 3600);

const ABSENT: &str = "0000000000001";

impl Person {
    async fn creates_game(&self) -> String {
        self.post("/games/create", json!({"gameType": "Nim"}))
            .await
            .ok()
            .as_str()
            .expect("a bare id")
            .to_owned()
    }

    async fn in_game(&self, call: &str, game: &str) -> super::Reply {
        self.post(call, json!({"gameID": game, "playerID": self.name}))
            .await
    }

    async fn game(&self, id: &str) -> Value {
        self.get(&format!("/games/getGame/{id}")).await.ok()
    }

    /// Makes a move like the player's socket, or returns why it is rejected.
    async fn takes(&self, game: &str, objects: impl Into<Value>) -> Result<(), String> {
        let token = session::hash(&self.cookie("stoa_session").expect("a session"));
        let (game, sent): (Id, _) = (
            game.parse().expect("an id"),
            json!({"numObjects": objects.into()}),
        );
        let moved = self.site.app.db.write(move |tx| {
            let me = Me::authenticate(tx, &Credential::Sessions(vec![token]))?;
            play::make_move(tx, &me, game, &sent).map(drop)
        });
        moved.await.map_err(|error| error.text())
    }

    async fn gamer(&self, name: &str) -> Value {
        self.get(&format!("/gamer/getGamer/{name}")).await.ok()
    }

    /// Returns the names and wins of the leaderboard.
    async fn leaders(&self) -> Value {
        let leaders = self.get("/gamer/getLeaderboard").await.ok();
        leaders
            .as_array()
            .expect("an array")
            .iter()
            .map(|gamer| json!([gamer["username"], gamer["wins"]]))
            .collect()
    }

    async fn streak(&self, zone: &str) -> Value {
        self.get(&format!("/games/getStreak?timeZone={zone}"))
            .await
            .ok()["days"]
            .clone()
    }
}

/// Creates and starts a game in which `one` moves first.
async fn start_game(one: &Person, other: &Person) -> String {
    let game = one.creates_game().await;
    one.in_game("/join", &game).await.ok();
    other.in_game("/join", &game).await.ok();
    game
}

/// Plays a game that `loser` loses by leaving.
async fn win_game(winner: &Person, loser: &Person) -> String {
    let game = start_game(winner, loser).await;
    loser.in_game("/leave", &game).await.ok();
    game
}

#[tokio::test]
async fn disabled_games_have_no_routes() {
    let site = TestSite::with(|config| config.features.games = false);
    let ann = site.sign_up("ann").await;
    ann.post("/games/create", json!({"gameType": "Nim"}))
        .await
        .refused(404, "Not found");
    ann.get("/gamer/getLeaderboard")
        .await
        .refused(404, "Not found");
    ann.get("/user/getData").await.ok();
    ann.delete("/user/deleteUser/ann").await.ok();
}

/// Queries whose cost grows with the size of the site: full table scans and sorts.
#[tokio::test]
async fn game_lists_use_indexes() {
    let site = TestSite::new();
    let ann = site.sign_up("ann").await;
    let token = session::hash(&ann.cookie("stoa_session").expect("a session"));
    let statements = site.site.app.db.write(move |tx| {
        tx.without_event("a test");
        let me = Me::authenticate(tx, &Credential::Sessions(vec![token]))?;
        let user = crate::features::users::store::by_id(tx, me.id())?.expect("ann");
        plans(tx, || {
            for cursor in [None, Some("1".to_owned())] {
                let paging = Paging { limit: 30, cursor };
                for status in [
                    None,
                    Some(GameStatus::WaitingToStart),
                    Some(GameStatus::InProgress),
                    Some(GameStatus::Over),
                ] {
                    for kind in [None, Some(GameType::Nim)] {
                        store::list(tx, kind, status, &paging)?;
                    }
                }
                store::player_stats::list(tx, &paging)?;
                store::unfinished(tx, &me, &paging)?;
            }
            store::completed(
                tx,
                me.id(),
                &Paging {
                    limit: 30,
                    cursor: Some("1.1".to_owned()),
                },
            )?;
            store::for_each_of_user(tx, &me, |_| Ok(()))?;
            store::unfinished_ids(tx, &me, 10)?;
            store::expire(tx)?;
            store::player_stats::of_user(tx, &user)?;
            store::player_stats::leaders(tx, 10)?;
            crate::features::games::player_stats::streak(tx, &me, &"UTC".parse()?).map(drop)
        })
    });
    let statements = statements.await.unwrap();
    assert!(
        statements.len() >= 15,
        "only {} statements were seen",
        statements.len()
    );
    for (sql, plan) in statements {
        // A primary key or an index may be walked from the start of the page; the counts have one
        // row per kind and status.
        let expensive = |line: &&String| {
            let walks = line.starts_with("SCAN ")
                && [
                    "game_counts",
                    "player_counts",
                    "SCAN g USING INDEX player_stats_by_wins",
                ]
                .iter()
                .all(|may| !line.contains(may));
            walks || line.contains("TEMP B-TREE")
        };
        assert!(
            !plan.iter().any(|line| expensive(&line)),
            "{sql}\n  {}",
            plan.join("\n  ")
        );
    }
}
