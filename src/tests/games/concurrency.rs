//! Concurrent players, compared with an independent model of the rules.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex};

use engineioxide::Str;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::super::{Person, TestSite, run_in_full, sampled};
use crate::features::games::play::ABSENCE_LIMIT;
use crate::platform::realtime::{Connection, Identity};
use crate::tests::noninterference::history::Random;

/// Win counts, and the order in which players reached them.
#[derive(Default)]
struct Wins {
    of: BTreeMap<String, (u32, usize)>,
    counted: usize,
}

impl Wins {
    fn count(&mut self, players: &[String], winner: &str) {
        for player in players {
            self.counted += 1;
            let known = self.of.contains_key(player);
            let (wins, reached) = self.of.entry(player.clone()).or_default();
            if player == winner {
                *wins += 1;
            }
            if player == winner || !known {
                *reached = self.counted;
            }
        }
    }

    fn leaders(&self) -> Value {
        let mut all: Vec<_> = self.of.iter().collect();
        all.sort_by_key(|(_, (wins, reached))| (std::cmp::Reverse(*wins), *reached));
        all.truncate(10);
        all.into_iter()
            .map(|(name, (wins, _))| json!([name, wins]))
            .collect()
    }
}

/// The model's state of a game.
#[derive(Default)]
struct Model {
    players: Vec<String>,
    moves: Vec<(String, u64)>,
    winner: Option<String>,
    is_rematch: bool,
    /// It has ended without a winner.
    is_void: bool,
    rematch: Option<usize>,
}

impl Model {
    fn status(&self) -> &'static str {
        match (&self.winner, self.players.len()) {
            (Some(_), _) => "OVER",
            _ if self.is_void => "OVER",
            (None, 2) => "IN_PROGRESS",
            (None, _) => "WAITING_TO_START",
        }
    }

    fn left(&self) -> u64 {
        21 - self.moves.iter().map(|(_, objects)| objects).sum::<u64>()
    }

    fn opponent(&self, of: &str) -> String {
        self.players
            .iter()
            .find(|player| *player != of)
            .expect("another player")
            .clone()
    }

    fn agrees_with(&self, game: &Value) {
        let state = &game["state"];
        let moves: Vec<Value> = self
            .moves
            .iter()
            .map(|(player, objects)| json!({"numObjects": objects, "playerID": player}))
            .collect();
        assert_eq!(game["players"], json!(self.players));
        assert_eq!(
            (&state["status"], &state["remainingObjects"]),
            (&json!(self.status()), &json!(self.left()))
        );
        assert_eq!(
            (&state["moves"], &state["player1"]),
            (
                &json!(moves),
                &self.players.first().map_or(Value::Null, |name| json!(name))
            )
        );
        assert_eq!(
            state["winners"],
            self.winner
                .as_ref()
                .map_or(Value::Null, |name| json!([name]))
        );
    }
}

/// Creates a site in a memory-backed directory if there is one.
fn site() -> TestSite {
    let memory = std::path::Path::new("/dev/shm");
    TestSite::within(
        if memory.is_dir() {
            TempDir::new_in(memory)
        } else {
            TempDir::new()
        }
        .expect("a directory"),
        |_| {},
    )
}

/// Five users join, move, leave, claim and rematch in random order: each response matches the
/// model.
#[tokio::test]
async fn random_game_histories_agree_with_a_model() {
    let mut ended_games = 0;
    for seed in sampled(0..12, 4) {
        let (site, mut random) = (site(), Random::new(seed));
        let mut people = Vec::new();
        for name in ["ann", "ben", "cem", "dan", "eve"] {
            people.push(site.sign_up(name).await);
        }
        let (mut games, mut ids, mut wins): (Vec<Model>, Vec<String>, Wins) = Default::default();
        for _ in 0..400 {
            // Mostly the player to move in the newest game, so that games come to an end.
            let place = if random.percent(80) {
                games.len().saturating_sub(1)
            } else {
                random.below(games.len().max(1))
            };
            let turn = games
                .get(place)
                .and_then(|game| game.players.get(game.moves.len() % 2));
            let to_move = turn.and_then(|name| people.iter().find(|person| person.name == *name));
            let person = to_move
                .filter(|_| random.percent(60))
                .unwrap_or(&people[random.below(people.len())]);
            let name = person.name.clone();
            if games.is_empty() || random.percent(1) {
                ids.push(person.creates_game().await);
                games.push(Model::default());
                continue;
            }
            let (id, game) = (ids[place].clone(), &mut games[place]);
            let plays = game.players.contains(&name);
            let mut ended = false;
            let reply = match random.below(12) {
                0 | 1 => {
                    let reply = person.in_game("/join", &id).await;
                    if plays || game.players.len() < 2 {
                        if !plays {
                            game.players.push(name.clone());
                        }
                        Some(reply.ok())
                    } else {
                        reply.refused(409, "Cannot join game: already started");
                        None
                    }
                }
                2 if random.percent(30) => {
                    let reply = person.in_game("/leave", &id).await.ok();
                    match game.status() {
                        "IN_PROGRESS" if plays => {
                            game.winner = Some(game.opponent(&name));
                            ended = true;
                        }
                        "WAITING_TO_START" => game.players.retain(|player| *player != name),
                        _ => {}
                    }
                    Some(reply)
                }
                3 if random.percent(30) => {
                    let waited = random.percent(50);
                    if waited {
                        site.clock.advance(ABSENCE_LIMIT);
                    }
                    let reply = person.in_game("/games/claim", &id).await;
                    match (plays, game.status()) {
                        (false, _) => {
                            reply.refused(403, "Only the players of this game can do this");
                        }
                        // Part of the time may have passed before.
                        (true, "IN_PROGRESS") if waited || reply.status == 200 => {
                            let opponent = game.opponent(&name);
                            if game.is_rematch
                                && game.moves.iter().all(|(player, _)| *player != opponent)
                            {
                                game.is_void = true;
                            } else {
                                game.winner = Some(name.clone());
                                ended = true;
                            }
                            game.agrees_with(&reply.ok());
                        }
                        (true, "IN_PROGRESS") => {
                            reply.refused(409, "Cannot claim the win: the other player was here within the last two minutes");
                        }
                        (true, _) => {
                            reply.refused(409, "Cannot claim the win: game is not in progress");
                        }
                    }
                    None
                }
                4 => {
                    let reply = person.in_game("/games/rematch", &id).await;
                    match (plays, game.status(), game.rematch) {
                        (false, ..) => {
                            reply.refused(403, "Only the players of this game can do this");
                        }
                        (true, _, Some(next)) => assert_eq!(reply.ok()["gameID"], ids[next]),
                        (true, "OVER", None) => {
                            let players = game.players.iter().rev().cloned().collect();
                            let next = Model {
                                players,
                                is_rematch: true,
                                ..Model::default()
                            };
                            game.rematch = Some(ids.len());
                            ids.push(reply.ok()["gameID"].as_str().unwrap().to_owned());
                            games.push(next);
                        }
                        (true, _, None) => {
                            reply.refused(409, "Cannot play again: the game is not over");
                        }
                    }
                    None
                }
                _ => {
                    let objects = random.below(5) as u64;
                    let moved = person.takes(&id, objects).await;
                    let refusal = if game.status() != "IN_PROGRESS" {
                        Some("Invalid move: game is not in progress")
                    } else if game.players[game.moves.len() % 2] != name {
                        Some("Invalid move: wrong player")
                    } else if !(1..=3).contains(&objects) {
                        Some("Invalid move: must remove between 1 and 3 objects")
                    } else if objects > game.left() {
                        Some("Invalid move: cannot remove more objects than are left")
                    } else {
                        None
                    };
                    assert_eq!(moved.err().as_deref(), refusal);
                    if refusal.is_none() {
                        game.moves.push((name.clone(), objects));
                        if game.left() == 0 {
                            game.winner = Some(game.opponent(&name));
                            ended = true;
                        }
                    }
                    None
                }
            };
            let game = &games[place];
            if ended {
                wins.count(&game.players, game.winner.as_ref().expect("a winner"));
            }
            if let Some(reply) = reply {
                game.agrees_with(&reply);
            }
            game.agrees_with(&person.game(&id).await);
            assert_eq!(person.leaders().await, wins.leaders());
        }
        for (game, id) in games.iter().zip(&ids) {
            game.agrees_with(&people[0].game(id).await);
        }
        ended_games += wins.counted / 2;
    }
    let least = if run_in_full() { 60 } else { 9 };
    assert!(ended_games > least, "only {ended_games} games have ended");
}

/// Records the ended games in the order of their COMMITs.
#[derive(Default)]
struct EndedGames(Mutex<Vec<(String, Vec<String>, String)>>);

impl Connection for EndedGames {
    fn send(&self, packet: Str, _: bool) {
        let Ok((name, payload)) =
            serde_json::from_str::<(String, Value)>(packet.strip_prefix('2').unwrap_or_default())
        else {
            return;
        };
        let game = &payload["gameInstance"];
        let (Some(winner), "gameUpdate") = (game["state"]["winners"][0].as_str(), name.as_str())
        else {
            return;
        };
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        let mut ends = self.0.lock().expect("ends");
        let id = text(&game["gameID"]);
        if ends.iter().all(|(known, ..)| *known != id) {
            ends.push((
                id,
                game["players"]
                    .as_array()
                    .expect("players")
                    .iter()
                    .map(text)
                    .collect(),
                winner.to_owned(),
            ));
        }
    }

    fn close(&self) {}
}

const PLAYERS: usize = 13;
const RACES: usize = 10_000;

/// 10,000 concurrent moves and reports of wins, valid and invalid: only real wins count, and none
/// is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_moves_and_reports_keep_the_leaderboard_correct() {
    let site = site();
    let ends = Arc::new(EndedGames::default());
    let mut people = Vec::new();
    for number in 0..PLAYERS {
        let person = site.sign_up(&format!("player{number}")).await;
        let me: crate::core::id::Id = super::super::id_of(&person.get("/user/me").await.ok())
            .parse()
            .expect("an id");
        let identity = Identity {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            visitor: None,
            has_new_visitor: false,
            sessions: Vec::new(),
            user: None,
        };
        let key = site
            .site
            .app
            .hub
            .connect(identity, ends.clone())
            .expect("a place");
        site.site.app.hub.sign_in(key, me, [0; 32], || ());
        people.push(person);
    }
    let people: Arc<Vec<Person>> = Arc::new(people);
    // Every player against every other, in both orders.
    let mut games = Vec::new();
    for one in 0..PLAYERS {
        for other in (0..PLAYERS).filter(|other| *other != one) {
            games.push((
                super::start_game(&people[one], &people[other]).await,
                [one, other],
            ));
        }
    }
    let games = Arc::new(games);
    let tasks = (0..20).map(|task| {
        let (people, games) = (people.clone(), games.clone());
        tokio::spawn(async move {
            let mut random = Random::new(1_000 + task);
            for _ in 0..RACES / 20 {
                let (game, players) = &games[random.below(games.len())];
                let person = &people[players[random.below(2)]];
                match random.below(20) {
                    0 => drop(person.in_game("/leave", game).await.ok()),
                    1..5 => {
                        let wins = json!({"wins": random.below(1_000), "gameIDs": [game]});
                        let name = format!("player{}", random.below(PLAYERS));
                        person
                            .patch(
                                "/gamer/updateGamerInfo",
                                json!({"username": name, "updates": wins}),
                            )
                            .await
                            .ok();
                    }
                    _ => drop(person.takes(game, 1 + random.below(3)).await),
                }
            }
        })
    });
    for task in futures_util::future::join_all(tasks).await {
        task.expect("no panic");
    }
    // Both players leave the unfinished games at the same time.
    futures_util::future::join_all(
        games.iter().flat_map(|(game, players)| {
            players.map(|player| people[player].in_game("/leave", game))
        }),
    )
    .await;

    // The last event may arrive a little later than the last response.
    while ends.0.lock().expect("ends").len() < games.len() {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let (mut wins, mut forfeits) = (Wins::default(), 0);
    for (_, players, winner) in ends.0.lock().expect("ends").iter() {
        wins.count(players, winner);
    }
    assert_eq!(
        wins.of
            .values()
            .map(|(wins, _)| *wins as usize)
            .sum::<usize>(),
        games.len()
    );
    assert_eq!(people[0].leaders().await, wins.leaders());
    for (number, person) in people.iter().enumerate() {
        let gamer = people[0].gamer(&person.name).await;
        assert_eq!(
            gamer["wins"],
            json!(wins.of[&person.name].0),
            "player{number}"
        );
        assert_eq!(
            (
                &gamer["gameCount"],
                gamer["gameIDs"].as_array().unwrap().len()
            ),
            (&json!(2 * (PLAYERS - 1)), 2 * (PLAYERS - 1))
        );
    }
    for (id, players) in games.iter() {
        let game = people[0].game(id).await;
        let moves = game["state"]["moves"].as_array().unwrap();
        let turns = moves.iter().zip(players.iter().cycle());
        assert!(
            turns
                .clone()
                .all(|(made, player)| made["playerID"] == people[*player].name),
            "turns alternate: {game}"
        );
        let taken: u64 = moves
            .iter()
            .map(|made| made["numObjects"].as_u64().unwrap())
            .sum();
        assert_eq!(
            (
                game["state"]["remainingObjects"].as_u64().unwrap() + taken,
                &game["state"]["status"]
            ),
            (21, &json!("OVER"))
        );
        forfeits += usize::from(taken < 21);
    }
    assert!(
        forfeits > 0 && forfeits < games.len(),
        "{forfeits} of {} games were given up",
        games.len()
    );
}

/// Eight users compete for the last seat, repeatedly.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_joins_fill_exactly_two_seats() {
    let site = site();
    let mut people = Vec::new();
    for number in 0..8 {
        people.push(site.sign_up(&format!("player{number}")).await);
    }
    for _ in 0..20 {
        let game = people[0].creates_game().await;
        let replies = futures_util::future::join_all(
            people
                .iter()
                .chain(&people)
                .map(|person| person.in_game("/join", &game)),
        )
        .await;
        let players = people[0].game(&game).await["players"].clone();
        assert_eq!(players.as_array().unwrap().len(), 2);
        for (reply, person) in replies.iter().zip(people.iter().chain(&people)) {
            if players.as_array().unwrap().contains(&json!(person.name)) {
                reply.ok();
            } else {
                reply.refused(409, "Cannot join game: already started");
            }
        }
    }
}
