//! The calls about games and gamers.

use std::sync::Arc;
use std::time::Duration;

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::gamers::{self, Gamer, Streak};
use super::{Game, GameInstance, GameStatus, GameType, play, store};
use crate::clock::TimeZone;
use crate::db::{Read, Write};
use crate::error::{Result, Sentence};
use crate::id::Id;
use crate::users::{self, Me, User};
use crate::web::{App, Body, Call, Claim, Json, Limit, Page, Paging, Path, Query, Routes, Text, schemas};

/// Adds the calls, and starts what ends expired games.
pub fn routes(routes: &mut Routes) {
    watch(&routes.app);
    routes
        .signed_in()
        .get("/games/games", "Games of a kind, in a status, newest first", list)
        .get("/games/getUnfinishedGames", "The games that one plays or waits in, newest first", unfinished)
        .get("/games/getGame/{gameID}", "One game", one)
        .get("/games/getCompletedGames/{username}", "The games that somebody has played to their end, the last ended first", completed)
        .get("/games/getStreak", "On how many days in a row one has finished a game", streak)
        .get("/gamer/getGamer/{username}", "One user as a gamer, whether or not he has played", gamer)
        .get("/gamer/getLeaderboard", "The ten with the most wins; among equals who had so many first", leaderboard)
        .get(["/getGamers", "/gamer/getGamers"], "Everybody who has played a game to its end", all_gamers)
        .post("/gamer/createGamer", "One user as a gamer; wins come from games alone", create_gamer)
        .patch("/gamer/updateGamerInfo", "One user as a gamer; wins come from games alone", update_gamer)
        .limit(Limit::CreateGame)
        .post("/games/create", "Make a game that waits for players; answers with its id", create)
        .post("/games/rematch", "Play again with the same player; both get the same game", rematch)
        .limit(Limit::Play)
        .post(["/join", "/games/join"], "Join a game", join)
        .post(["/leave", "/games/leave"], "Leave a game; of a running one the other player is the winner", leave)
        .call(Method::POST, "/games/claim", "Win a running game whose other player has been gone for two minutes", claim);
}

/// How often games are looked for that have expired.
const SWEEP: Duration = Duration::from_secs(60);

/// Notes that no player could be seen before now, and ends expired games as long as `app` lives.
fn watch(app: &Arc<App>) {
    app.db.write_later(|tx| {
        tx.quietly("who was there is nobody's business");
        store::note_all_seen(tx)
    });
    let app = Arc::downgrade(app);
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(SWEEP).await;
            let Some(app) = app.upgrade() else { break };
            if let Err(error) = app.db.write(play::end_expired).await {
                tracing::warn!(%error, "expired games were not ended");
            }
        }
    });
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct GamesQuery {
    /// Nim; all without it.
    #[serde(default)]
    #[param(schema_with = schemas::game_filter)]
    game_type: String,
    /// WAITING_TO_START, IN_PROGRESS or OVER; any without it.
    #[serde(default)]
    #[param(schema_with = schemas::game_status)]
    status: String,
}

fn list(read: &Read<'_>, _: &Me, (Query(query), paging): (Query<GamesQuery>, Paging)) -> Result<Page<GameInstance>> {
    let game_type: Option<GameType> = given(&query.game_type).map(str::parse).transpose()?;
    let status: Option<GameStatus> = given(&query.status).map(str::parse).transpose()?;
    Ok(store::list(read, game_type, status, &paging)?.map(|game| game.instance()))
}

fn unfinished(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<GameInstance>> {
    Ok(store::unfinished(read, me, &paging)?.map(|game| game.instance()))
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn one(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<GameInstance>> {
    Ok(Json(Game::find(read, me, id)?.instance()))
}

fn completed(read: &Read<'_>, _: &Me, (Path(Text(name)), paging): (Path<Text>, Paging)) -> Result<Page<GameInstance>> {
    Ok(store::completed(read, user(read, &name)?.id, &paging)?.map(|game| game.instance()))
}

fn user(read: &Read<'_>, name: &str) -> Result<User> {
    users::store::by_id_or_name(read, name)?.ok_or_else(|| Sentence::UserNotFound.into())
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct StreakQuery {
    /// In which days begin and end, such as Europe/Vienna; UTC without it.
    #[serde(default)]
    time_zone: String,
}

fn streak(read: &Read<'_>, me: &Me, Query(query): Query<StreakQuery>) -> Result<Json<Streak>> {
    let zone: TimeZone = given(&query.time_zone).unwrap_or("UTC").parse()?;
    gamers::streak(read, me, &zone).map(Json)
}

fn gamer(read: &Read<'_>, _: &Me, Path(Text(name)): Path<Text>) -> Result<Json<Gamer>> {
    store::gamers::of_user(read, &user(read, &name)?).map(Json)
}

fn leaderboard(read: &Read<'_>, _: &Me, (): ()) -> Result<Json<Vec<Gamer>>> {
    gamers::leaderboard(read).map(Json)
}

fn all_gamers(read: &Read<'_>, _: &Me, paging: Paging) -> Result<Page<Gamer>> {
    store::gamers::list(read, &paging)
}

/// Whom a client reports on: each player's reports on both, and is told the truth.
#[derive(Deserialize, ToSchema)]
struct GamerReport {
    /// Oneself without it.
    #[serde(default)]
    username: String,
}

fn create_gamer(tx: &mut Write<'_>, me: &Me, Body(report): Body<GamerReport>) -> Result<Json<Gamer>> {
    let name = given(&report.username).unwrap_or(&me.username);
    store::gamers::of_user(tx, &user(tx, name)?).map(Json)
}

fn update_gamer(tx: &mut Write<'_>, me: &Me, report: Body<GamerReport>) -> Result<Json<Gamer>> {
    create_gamer(tx, me, report)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NewGame {
    #[serde(default)]
    #[schema(schema_with = schemas::game_type, required = true)]
    game_type: String,
}

fn create(tx: &mut Write<'_>, me: &Me, Body(new): Body<NewGame>) -> Result<Json<Id>> {
    play::create(tx, me, new.game_type.parse()?).map(Json)
}

#[derive(Deserialize, ToSchema)]
struct InGame {
    #[serde(rename = "gameID")]
    id: Id,
    #[serde(default, rename = "playerID")]
    _player_id: Claim,
}

fn join(tx: &mut Write<'_>, me: &Me, Body(game): Body<InGame>) -> Result<Json<GameInstance>> {
    Ok(Json(play::join(tx, me, game.id)?.instance()))
}

fn leave(tx: &mut Write<'_>, me: &Me, Body(game): Body<InGame>) -> Result<Json<GameInstance>> {
    Ok(Json(play::leave(tx, me, game.id)?.instance()))
}

fn rematch(tx: &mut Write<'_>, me: &Me, Body(game): Body<InGame>) -> Result<Json<GameInstance>> {
    Ok(Json(play::rematch(tx, me, game.id)?.instance()))
}

async fn claim(call: Call<Me>, Body(game): Body<InGame>) -> Result<Json<GameInstance>> {
    let hub = call.app.hub.clone();
    call.write(move |tx, me| Ok(Json(play::claim(tx, me, &hub, game.id)?.instance()))).await
}
