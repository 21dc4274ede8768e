//! Routes of games and of the results of players.

use axum::http::Method;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::board::GameType;
use super::model::{GameInstance, Gamer, Streak};
use super::status::GameStatus;
use super::{play, player_stats, store};
use crate::core::clock::TimeZone;
use crate::core::error::{Result, Sentence};
use crate::core::id::Id;
use crate::core::paging::{Page, Paging};
use crate::features::users::{self, Me, User};
use crate::platform::db::{Read, Write};
use crate::platform::web::{
    Body, ClaimedIdentity, Json, Limit, Path, Query, RequestContext, Routes, Text, register,
    schemas,
};

/// Registers the routes.
pub fn routes(routes: &mut Routes) {
    register! { routes.signed_in();
        /// Return games, newest first, by kind and status
        get("/games/games", list);
        /// Return the unfinished games of the caller, newest first
        get("/games/getUnfinishedGames", unfinished);
        /// Return a game
        get("/games/getGame/{gameID}", get);
        /// Return the completed games of a user, most recently ended first
        get("/games/getCompletedGames/{username}", completed);
        /// Count the consecutive days on which the caller completed a game
        get("/games/getStreak", streak);
        /// Return the results of a user, whether or not they have played
        get("/gamer/getGamer/{username}", gamer);
        /// Return the ten players with the most wins; among equals, the first to reach them leads
        get("/gamer/getLeaderboard", leaderboard);
        /// Return all users who have completed a game
        get(["/getGamers", "/gamer/getGamers"], all_gamers);
        /// Return the results of a user; only completed games count
        post("/gamer/createGamer", Limit::Request.allows_silenced(), create_gamer);
        /// Return the results of a user; only completed games count
        patch("/gamer/updateGamerInfo", Limit::Request.allows_silenced(), update_gamer);
        /// Create a game that waits for players and return its id
        post("/games/create", Limit::CreateGame.refuses_silenced(), create);
        /// Start a rematch; both players get the same game
        post("/games/rematch", Limit::CreateGame.refuses_silenced(), rematch);
        /// Join a game
        post(["/join", "/games/join"], Limit::Play.refuses_silenced(), join);
        /// Leave a game; the other player wins a running one
        post(["/leave", "/games/leave"], Limit::Play.allows_silenced(), leave);
        /// Win a running game whose other player has been absent for two minutes
        call(Method::POST, "/games/claim", Limit::Play.refuses_silenced(), claim);
    }
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct GamesQuery {
    /// `Nim`; all kinds by default.
    #[serde(default)]
    #[param(schema_with = schemas::game_filter)]
    game_type: String,
    /// `WAITING_TO_START`, `IN_PROGRESS` or `OVER`; any status by default.
    #[serde(default)]
    #[param(schema_with = schemas::game_status)]
    status: String,
}

fn list(
    read: &Read<'_>,
    _: &Me,
    (Query(query), paging): (Query<GamesQuery>, Paging),
) -> Result<Page<GameInstance>> {
    let game_type: Option<GameType> = non_empty(&query.game_type).map(str::parse).transpose()?;
    let status: Option<GameStatus> = non_empty(&query.status).map(str::parse).transpose()?;
    Ok(store::list(read, game_type, status, &paging)?.map(|game| game.instance()))
}

fn unfinished(read: &Read<'_>, me: &Me, paging: Paging) -> Result<Page<GameInstance>> {
    Ok(store::unfinished(read, me, &paging)?.map(|game| game.instance()))
}

/// Returns the text of an optional field, or `None` if it is empty.
fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn get(read: &Read<'_>, me: &Me, Path(id): Path<Id>) -> Result<Json<GameInstance>> {
    Ok(Json(play::find(read, me, id)?.instance()))
}

fn completed(
    read: &Read<'_>,
    _: &Me,
    (Path(Text(name)), paging): (Path<Text>, Paging),
) -> Result<Page<GameInstance>> {
    Ok(store::completed(read, user(read, &name)?.id, &paging)?.map(|game| game.instance()))
}

fn user(read: &Read<'_>, name: &str) -> Result<User> {
    users::store::by_id_or_name(read, name)?.ok_or_else(|| Sentence::UserNotFound.into())
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
struct StreakQuery {
    /// The time zone in which days begin and end, such as `Europe/Vienna`; UTC by default.
    #[serde(default)]
    time_zone: String,
}

fn streak(read: &Read<'_>, me: &Me, Query(query): Query<StreakQuery>) -> Result<Json<Streak>> {
    let zone: TimeZone = non_empty(&query.time_zone).unwrap_or("UTC").parse()?;
    player_stats::streak(read, me, &zone).map(Json)
}

fn gamer(read: &Read<'_>, _: &Me, Path(Text(name)): Path<Text>) -> Result<Json<Gamer>> {
    store::player_stats::of_user(read, &user(read, &name)?).map(Json)
}

fn leaderboard(read: &Read<'_>, _: &Me, (): ()) -> Result<Json<Vec<Gamer>>> {
    player_stats::leaderboard(read).map(Json)
}

fn all_gamers(read: &Read<'_>, _: &Me, paging: Paging) -> Result<Page<Gamer>> {
    store::player_stats::list(read, &paging)
}

/// The player that a client reports results for. The report is ignored: the response contains the
/// stored results.
#[derive(Deserialize, ToSchema)]
struct GamerReport {
    /// The username; the caller by default.
    #[serde(default)]
    username: String,
}

fn create_gamer(
    tx: &mut Write<'_>,
    me: &Me,
    Body(report): Body<GamerReport>,
) -> Result<Json<Gamer>> {
    let name = non_empty(&report.username).unwrap_or(me.username());
    store::player_stats::of_user(tx, &user(tx, name)?).map(Json)
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
    _player_id: ClaimedIdentity,
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

async fn claim(call: RequestContext<Me>, Body(game): Body<InGame>) -> Result<Json<GameInstance>> {
    let hub = call.app.hub.clone();
    call.write(move |tx, me| Ok(Json(play::claim(tx, me, &hub, game.id)?.instance())))
        .await
}
